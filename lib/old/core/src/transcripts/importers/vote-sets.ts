import { z } from 'zod';
import type { Collaboration } from '../collaboration';
import { importRecords, packedRecords, type RecordPlace, type RecordReader } from './packed-records';
import { importElection, letter, letters, rankedBy, type RecordedVote } from './recorded-election';
import { importError } from './source-text';

const probabilities = z.object({
  subject: z.string(),
  index: z.int(),
  answer: letter,
  probabilities: z.array(z.array(z.number().min(0).max(1)).length(letters.length)).min(1),
});

/** Printed with five decimals, four probabilities can miss 1 by 0.00002. */
const roundingError = 0.0001;

/**
 * LLaMA-13B's ten prompts as ten raters. Each ranks A to D by probability. Equal probabilities share a tier (a weak
 * ranking). A note has the probabilities.
 * @throws AgoraError 'conversation-import' also when a row does not sum to 1
 */
export const mmluRaterProbabilities: RecordReader = (folder) =>
  importRecords(folder, ['llama-13b-ten-prompts.jsonl.gz'], probabilities, (record, place) => {
    const { subject, index, answer, probabilities: rows } = record;
    const votes = rows.map((row, prompt): RecordedVote => {
      const sum = row.reduce((all, one) => all + one, 0);
      if (Math.abs(sum - 1) > roundingError)
        throw importError(place.file, place.line, `the probabilities of prompt ${prompt + 1} sum to ${sum}`);
      const ballot = rankedBy(letters, (option) => row[letters.indexOf(option as 'A')] ?? 0);
      return { by: `Prompt ${prompt + 1}`, ballot };
    });
    const instance = { dataset: 'mmlu-rater-probabilities', id: `${subject}/${index}`, subject, answer };
    const data = Object.fromEntries(rows.map((row, prompt) => [`Prompt ${prompt + 1}`, row]));
    const notes = [{ kind: 'probabilities', data }];
    return importElection(place, { instance, kind: 'ranking', options: letters, votes, notes });
  });

const reduxQuestion = z.object({
  subject: z.string(),
  index: z.int(),
  question: z.string(),
  choices: z.array(z.string()).length(letters.length),
  goldIndex: z.enum(['0', '1', '2', '3'], { error: 'the place of the right option is 0 to 3' }),
  errorType: z.string(),
  votes: z.record(z.string(), z.string()),
});

/**
 * Fourteen models as raters, each with one choice. An answer that is not a letter from A to D is a failure. `errorType`
 * is the human experts' judgement of the key ("ok", "wrong_groundtruth", ...). `answer` is the key, even if it is
 * wrong.
 */
export const mmluReduxVotes: RecordReader = (folder) =>
  importRecords(folder, ['fourteen-models.jsonl.gz'], reduxQuestion, (record, place) => {
    const { subject, index, question, choices, goldIndex, errorType } = record;
    const votes = Object.entries(record.votes).map(([by, text]): RecordedVote =>
      letters.includes(text as 'A')
        ? { by, ballot: { kind: 'choice', choice: text } }
        : { by, unparsed: 'the answer is none of A, B, C, D', text },
    );
    const about = { dataset: 'mmlu-redux-votes', id: `${subject}/${index}`, subject, question, choices };
    const instance = { ...about, answer: letters[Number(goldIndex)] ?? null, errorType };
    return importElection(place, { instance, kind: 'choice', options: letters, votes });
  });

const fiveVotes = z.object({
  task: z.int(),
  step: z.union([z.literal(0), z.literal(1)]),
  options: z.array(z.string()).min(2),
  votes: z.array(z.int().nonnegative()),
});
const asked = 5;

/**
 * Five votes of GPT-4 on five plans (step 0) or passages (step 1) that it wrote. Only the counts were recorded, so
 * votes are listed by option. A vote that is missing in the counts could not be read.
 */
export const gpt4Votes: RecordReader = (folder) =>
  importRecords(folder, ['votes.jsonl.gz'], fiveVotes, (record, place) => {
    const { task, step, options, votes: counts } = record;
    const cast = counts.flatMap((count, option) => Array<string>(count).fill(`${option + 1}`));
    if (counts.length !== options.length || cast.length > asked)
      throw importError(
        place.file,
        place.line,
        `${asked} votes on ${options.length} texts came to ${counts.join(', ')}`,
      );
    const votes = Array.from({ length: asked }, (_, vote): RecordedVote => {
      const choice = cast[vote];
      const by = `Vote ${vote + 1}`;
      return choice === undefined
        ? { by, unparsed: 'the vote is missing in the counts', text: '' }
        : { by, ballot: { kind: 'choice', choice } };
    });
    const instance = {
      dataset: 'gpt4-votes-tree-of-thoughts',
      id: `${task}/${step}`,
      task,
      step,
      texts: options,
    };
    const names = options.map((_, option) => `${option + 1}`);
    return importElection(place, { instance, kind: 'choice', options: names, votes });
  });

const judgement = z.object({
  question: z.int(),
  reviewer: z.string(),
  first: z.string(),
  second: z.string(),
  score: z.union([z.literal(1), z.literal(2), z.literal(3)], { error: 'a score is 1, 2 or 3' }),
  file: z.string(),
});
type Judgement = z.infer<typeof judgement>;

/**
 * Pairwise judgements: an election for each question and pair of answers, one by models (`reviewers` is "models") and
 * one by people ("people"). A rater is a reviewer with the answer that it saw first, so that each order has its own
 * ballot. A tie is a weak ranking. People are anonymous: they are numbered within a question, pair and order. If a
 * model was asked the same twice, its first answer is the ballot, and a note has the other.
 */
export const prdPeerRank: RecordReader = function* (folder) {
  const file = 'pairwise.jsonl.gz';
  const pairs = new Map<string, { readonly line: number; readonly judged: Judgement[] }>();
  for (const { line, record } of packedRecords(folder, file, judgement)) {
    const { question, reviewer, first, second } = record;
    if (first === second) throw importError(file, line, `${first} is paired with itself`);
    const key = [String(question).padStart(3, '0'), ...[first, second].sort(), kindOf(reviewer)].join(' ');
    const pair = pairs.get(key) ?? { line, judged: [] };
    pair.judged.push(record);
    pairs.set(key, pair);
  }
  const ordered = [...pairs].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [index, [, { line, judged }]] of ordered.entries())
    yield pairElection(judged, { file, line, index });
};

const kindOf = (reviewer: string): 'models' | 'people' => (reviewer === 'human' ? 'people' : 'models');

function pairElection(judged: readonly Judgement[], place: RecordPlace): Collaboration {
  const [{ question, first, second, reviewer }] = judged as [Judgement, ...Judgement[]];
  const pair = [first, second].sort();
  const reviewers = kindOf(reviewer);
  const votes = new Map<string, RecordedVote>();
  const notes: { kind: string; by: string; data: { score: number; file: string } }[] = [];
  const people = new Map<string, number>();
  for (const one of judged) {
    const person = (people.get(one.first) ?? 0) + 1;
    people.set(one.first, person);
    const who = reviewers === 'people' ? `person ${person}` : one.reviewer;
    const by = `${who}, ${one.first} first`;
    if (votes.has(by)) notes.push({ kind: 'asked again', by, data: { score: one.score, file: one.file } });
    else votes.set(by, { by, ballot: pairBallot(one) });
  }
  const instance = {
    dataset: 'prd-peer-rank',
    id: `${question}/${pair.join('/')}`,
    question,
    pair,
    reviewers,
  };
  return importElection(place, {
    instance,
    kind: 'ranking',
    options: pair,
    votes: [...votes.values()],
    notes,
  });
}

function pairBallot({ first, second, score }: Judgement) {
  const worth = { 1: 1, 2: -1, 3: 0 }[score];
  return rankedBy([first, second], (option) => (option === first ? worth : 0));
}
