import { readMathAnswer, sameMathAnswer } from 'agora-core/environments';
import { textCosines, type SentenceEmbedder } from 'agora-core/language';
import type { Measurable, Row } from 'agora-core/metrics';
import { type Collaboration, eventsOf, recorded } from 'agora-core/transcripts';
import { Random } from 'agora-voting';
import { debateOf } from '../claims/debates';
import type { Condition } from '../item';
import { answerOf } from '../recomputed/round-debates';
import { recordedRow } from '../recorded-row';
import { type FullDebate, type Parts, replayDebate, type Said } from './replay';

/*
 * Recorded sets that are evidence about S2-MAD. Each item takes the first few of a set in a fixed random order.
 */

/** Some collaborations of a recorded set, as a condition. */
function some(
  name: string,
  all: readonly Collaboration[],
  most: number,
  fields: Condition['fields'],
): Condition {
  const drawn = Random.from(7, 's2-mad', name)
    .shuffle([...all])
    .slice(0, most);
  const run: Measurable = Object.assign(drawn, { evidence: 'recorded' as const, name: name });
  return { fields: fields, run: run };
}

/** 198 debates of three claude-sonnet-4-6 over three rounds, on GPQA diamond: letters and tokens (Sedoc 2026). */
export function claudeOnGpqa(questions: number): Condition {
  const all = [...recorded('gpqa-debates')];
  return some('gpqa-debates', all, questions, { dataset: 'gpqa', model: 'claude-sonnet-4-6' });
}

/**
 * Debates of four gpt-3.5-turbo on MATH over two rounds, one after the other (DyLAN). The set has only debates that did
 * not agree in the first round and did in the second.
 */
export function gptOnMath(questions: number): Condition {
  // Of some debates one text is not on record; who read it is not known in full.
  const whole = [...recorded('dylan')].filter(({ agents }) => agents.length === 4);
  return some('dylan', whole, questions, { dataset: 'math', model: 'gpt-3.5-turbo' });
}

/** ZeroEval's names of the paper's models. It has no GPT-4-0613. */
const inZeroEval: Readonly<Record<string, string>> = {
  'GPT-3.5-turbo-0125': 'gpt-3.5-turbo-0125',
  'Llama-3.1-8B-Instruct': 'Meta-Llama-3.1-8B-Instruct',
  'GPT-4o-mini': 'gpt-4o-mini-2024-07-18',
  'GPT-4o-0806': 'gpt-4o-2024-08-06',
};

/** One greedy chain of thought of each of these models for the questions of GSM8K (ZeroEval, Lin 2024). */
export function chainsOnGsm8k(models: readonly string[], questions: number): Condition[] {
  const all = [...recorded('zeroeval')].filter(
    ({ instance }) => (instance as { task: string }).task === 'gsm8k',
  );
  return models
    .filter((model) => Object.hasOwn(inZeroEval, model))
    .map((model) => some('zeroeval', all, questions, { dataset: 'gsm8k', model: model, method: 'CoT' }));
}

/** Whether each chain of a model is right, in percent. */
export async function rightChains({ run, fields }: Condition): Promise<Row[]> {
  const model = inZeroEval[String(fields['model'])] ?? '';
  const rows: Row[] = [];
  for await (const one of run) {
    const said = eventsOf(one, 'message').find(({ from }) => from === model)?.text ?? '';
    const { answer } = one.instance as { answer: string };
    rows.push(recordedRow(one, 'accuracy', isRight(said, answer) ? 100 : 0, fields));
  }
  return rows;
}

function isRight(said: string, gold: string): boolean {
  const [own, key] = [said, gold].map((text) => readMathAnswer(`\\boxed{${text}}`));
  return own?.ok === true && key?.ok === true && sameMathAnswer(own.value.answer, key.value.answer);
}

/** Accuracy and thousands of tokens of each recorded debate, replayed with some parts of S2-MAD. */
export async function replayedRows(
  { run, fields }: Condition,
  ways: Readonly<Record<string, Parts>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const one of run) rows.push(...rowsOfReplays(one, fullDebate(one), fields, ways));
  return rows;
}

/** The replays of one debate, with one row for each way and number. */
export function rowsOfReplays(
  one: Collaboration,
  debate: FullDebate,
  fields: Condition['fields'],
  ways: Readonly<Record<string, Parts>>,
): Row[] {
  return Object.entries(ways).flatMap(([method, parts]) => {
    const { accuracy, tokens } = replayDebate(debate, parts);
    return [
      recordedRow(one, 'accuracy', accuracy, { ...fields, method: method }),
      recordedRow(one, 'tokens', tokens / 1000, { ...fields, method: method }),
    ];
  });
}

/** A recorded debate in the form that a replay reads. */
export function fullDebate(one: Collaboration): FullDebate {
  const isInTurn = (one.instance as { dataset: string }).dataset === 'dylan';
  const { answers, tokens, inputTokens, questionTokens } = debateOf(one, isInTurn ? answerOf : undefined);
  const messages = eventsOf(one, 'message');
  const textOf = (round: number, agent: string): string =>
    messages.findLast((message) => message.round === round && message.from === agent)?.text ?? '';
  const rounds = answers.map((said, place) =>
    said.map((answer, agent): Said => ({
      agent: agent,
      answer: answer,
      text: textOf(place + 1, one.agents[agent] ?? ''),
      tokens: tokens[place]?.[agent] ?? 0,
    })),
  );
  return { rounds: rounds, read: inputTokens, questionTokens: questionTokens, isInTurn: isInTurn };
}

/** Two texts of a debate count as one view if their cosine is at least a threshold. Each text is embedded once. */
export async function sameText(
  debate: FullDebate,
  embedder: SentenceEmbedder,
): Promise<(threshold: number) => (one: Said, other: Said) => boolean> {
  const texts = [...new Set(debate.rounds.flat().map(({ text }) => text))];
  const cosines = await textCosines(embedder)(texts);
  const places = new Map(texts.map((text, place) => [text, place]));
  return (threshold) => (one, other) => {
    const [row, column] = [places.get(one.text) ?? -1, places.get(other.text) ?? -1];
    return (cosines[row]?.[column] ?? -1) >= threshold;
  };
}
