import { AgoraError } from '../agora-error';
import { locateDataset } from '../datasets';
import {
  firstOfEachSubject,
  generateQuestions,
  readArcChallenge,
  readMmlu,
  readMmluPro,
  sampleQuestions,
  withExamples,
  type QuestionSet,
} from '../environments/questions';

/** As many made-up questions as a short run draws, so that it can be extended later. */
const usualCount = 100;

/** GEDI's subsets, Appendix C: the first 100 of each subject, and all of ARC-Challenge; five worked examples. */
const downloaded: Readonly<Record<string, (folder: string) => QuestionSet>> = {
  mmlu: (folder) => firstOfEachSubject(readMmlu(folder), 100),
  'mmlu-pro': (folder) => firstOfEachSubject(withExamples(readMmluPro(folder), 5), 100),
  'arc-challenge': (folder) => withExamples(readArcChallenge(folder), 5),
};

const samples = { 'mmlu-sample': 'mmlu', 'mmlu-pro-sample': 'mmlu-pro' } as const;

const sources: readonly string[] = ['generated', ...Object.keys(samples), ...Object.keys(downloaded)];

/**
 * The questions that `--data` names.
 * @throws AgoraError 'command' when the name is none of them, the data set is not there, or it has too few questions
 */
export function questionData(source: string, collaborations: number, seed: number): QuestionSet {
  const set = questionSet(source, collaborations, seed);
  if (set.questions.length < collaborations)
    throw new AgoraError(
      'command',
      `"${source}" has ${set.questions.length} questions, fewer than the ${collaborations} asked for`,
    );
  return set;
}

function questionSet(source: string, collaborations: number, seed: number): QuestionSet {
  if (source === 'generated') return generateQuestions({ count: Math.max(collaborations, usualCount), seed });
  if (Object.hasOwn(samples, source)) return sampleQuestions(samples[source as keyof typeof samples]);
  const read = Object.hasOwn(downloaded, source) ? downloaded[source] : undefined;
  if (read === undefined)
    throw new AgoraError(
      'command',
      `--data is one of ${sources.join(', ')} in gedi-election, got "${source}"`,
    );
  const folder = locateDataset(source);
  if (folder === null)
    throw new AgoraError('command', `${source} is not here yet: see "npx agora data ${source}"`);
  return read(folder);
}
