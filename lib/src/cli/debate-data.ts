import { AgoraError } from '../agora-error';
import { locateDataset } from '../datasets';
import {
  choiceQuestions,
  generateArithmetic,
  openQuestions,
  readGpqa,
  readGsm8k,
  readMath,
  readMmlu,
  sampleOpenQuestions,
  sampleQuestions,
  type OpenQuestionSet,
  type QuestionSet,
} from '../environments/questions';
import type { Environment } from '../environments';

type AnyEnvironment = Environment<never, never>;

/** As many made-up questions as a short run draws, so that it can be extended later. */
const usualCount = 100;

const open: Readonly<Record<string, (folder: string) => OpenQuestionSet>> = {
  gsm8k: readGsm8k,
  math: readMath,
};
const choice: Readonly<Record<string, (folder: string) => QuestionSet>> = {
  mmlu: readMmlu,
  gpqa: readGpqa,
};
const sources: readonly string[] = [
  ...['arithmetic', 'gsm8k-sample', 'math-sample', 'mmlu-sample'],
  ...Object.keys(open),
  ...Object.keys(choice),
];

/**
 * The questions that `--data` names, as a debate has them.
 * @throws AgoraError 'command' when the name is none of them, the data set is not there, or it has too few questions
 */
export function debateQuestions(
  source: string,
  setting: { readonly agents: number; readonly collaborations: number; readonly seed: number },
): { readonly name: string; readonly environment: AnyEnvironment } {
  const { agents, collaborations, seed } = setting;
  const sized = <Set extends QuestionSet | OpenQuestionSet>(set: Set): Set => {
    if (set.questions.length >= collaborations) return set;
    throw new AgoraError(
      'command',
      `"${source}" has ${set.questions.length} questions, fewer than the ${collaborations} asked for`,
    );
  };
  const ofOpen = (set: OpenQuestionSet) => ({
    name: set.name,
    environment: openQuestions({ set: sized(set), agents }) as unknown as AnyEnvironment,
  });
  const ofChoice = (set: QuestionSet) => ({
    name: set.name,
    environment: choiceQuestions({ set: sized(set), agents }) as unknown as AnyEnvironment,
  });
  if (source === 'arithmetic')
    return ofOpen(generateArithmetic({ count: Math.max(collaborations, usualCount), seed }));
  if (source === 'gsm8k-sample') return ofOpen(sampleOpenQuestions('gsm8k'));
  if (source === 'math-sample') return ofOpen(sampleOpenQuestions('math'));
  if (source === 'mmlu-sample') return ofChoice(sampleQuestions('mmlu'));
  if (Object.hasOwn(open, source)) return ofOpen((open[source] as (typeof open)[string])(folderOf(source)));
  if (Object.hasOwn(choice, source))
    return ofChoice((choice[source] as (typeof choice)[string])(folderOf(source)));
  throw new AgoraError('command', `--data is one of ${sources.join(', ')} in s2-mad-debate, got "${source}"`);
}

function folderOf(source: string): string {
  const folder = locateDataset(source);
  if (folder === null)
    throw new AgoraError('command', `${source} is not here yet: see "npx agora data ${source}"`);
  return folder;
}
