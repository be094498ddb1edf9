import { collaborationsGiven } from 'agora-core/internal';
import type { AnswerOf } from 'agora-core/metrics';
import { type Collaboration, eventsOf } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import { check, type Json, object } from 'agora-voting/internal';

/*
 * How LLM-Agora's own scores read answers (gauss5930/LLM-Agora: GSM8K/gsm_evaluation.py, MMLU/mmlu_evaluation.py), so
 * that the published numbers can be had again and looked into. Not for use in its own right. What it gets wrong:
 *
 * - the last digits anywhere are the answer: 50 of "12.50", 250 of "1,250", 12 of "-12", 2 of "see step 2";
 * - the key is read by another pattern: 600 for "5,600"; a key of 0 ("1,450,000" reads as 0) is never right;
 * - an answer of 0 is taken for none, and looked for again as a decimal number;
 * - a letter before any closing bracket is a choice: S of "(the axons)", X where a prompt that asks for "(X)" comes
 *   back; so is a number where there is no such letter;
 * - a whole question counts as wrong when nothing was read of the last model's answer.
 */

/** GSM8K: digits as numbers. */
export function numberIn(text: string): number | null {
  const digits = lastMatch(text, /[0-9]+/g);
  // Zero is looked for again, as their code does.
  return digits !== null && Number(digits) !== 0 ? Number(digits) : lastDecimal(text);
}

/** The key of a GSM8K question; null if their code finds none, or 0. */
export function keyNumber(answer: string): number | null {
  const gold = lastDecimal(answer);
  return gold === 0 ? null : gold;
}

/** MMLU: the last letter before a closing bracket, else the last decimal number as written. */
export function choiceIn(text: string): string | null {
  return lastMatch(text, /[A-Za-z](?=\))/g)?.toUpperCase() ?? lastMatch(text, decimal);
}

/**
 * Their way of reading answers, for `columns.answers` and `metrics.replayDebates`. @throws AgoraError 'debate-record'
 * for another debate
 */
export const answerOf: AnswerOf = (text, instance) => {
  const { data, answer } = instanceOf(instance);
  if (data === 'mmlu') {
    const choice = choiceIn(text);
    return choice === null ? null : { key: choice, correct: choice === answer };
  }
  const number = numberIn(text);
  return number === null ? null : { key: String(number), correct: number === keyNumber(answer) };
};

/**
 * Which of the two data sets an imported debate is of, and its key. @throws AgoraError 'debate-record'
 */
export function instanceOf(instance: Json): {
  readonly data: 'gsm8k' | 'mmlu';
  readonly answer: string;
} {
  const { file, answer } = (instance ?? {}) as { readonly file?: unknown; readonly answer?: unknown };
  const data =
    typeof file !== 'string' ? null : /^gsm/.test(file) ? 'gsm8k' : /^mmlu/.test(file) ? 'mmlu' : null;
  if (data !== null && typeof answer === 'string') return { data, answer };
  throw new AgoraError(
    'debate-record',
    `LLM-Agora's reading needs an instance with an answer and a file named gsm... or mmlu..., got file ${JSON.stringify(file)}`,
  );
}

/** A published score of LLM-Agora, recomputed. */
export interface AgoraScore {
  readonly data: 'gsm8k' | 'mmlu';
  readonly round: number;
  readonly questions: number;
  /** As in their files: a share from 0 to 1, not percent. */
  readonly score: number;
}

/**
 * Recomputes LLM-Agora's published scores from its published answers, with its own reading (`answerOf`) and scoring: a
 * question is right if any model is right, except that in MMLU it counts 0 if the last model's answer could not be
 * read.
 * @throws AgoraError 'debate-record' for debates from elsewhere
 */
export async function performance(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
): Promise<AgoraScore[]> {
  check('performance', object('arguments', { collaborations: collaborationsGiven }), { collaborations });
  const sums = new Map<string, { data: 'gsm8k' | 'mmlu'; round: number; questions: number; right: number }>();
  for await (const collaboration of collaborations) {
    const { data } = instanceOf(collaboration.instance);
    for (let round = 1; round <= (collaboration.finished?.rounds ?? 0); round++) {
      const answers = eventsOf(collaboration, 'message')
        .filter((message) => message.round === round)
        .map(({ text }) => answerOf(text, collaboration.instance));
      const lastMissing = data === 'mmlu' && (answers.at(-1) ?? null) === null;
      const right = !lastMissing && answers.some((answer) => answer?.correct === true);
      const sum = sums.get(`${data} ${round}`) ?? { data, round, questions: 0, right: 0 };
      sums.set(`${data} ${round}`, {
        data,
        round,
        questions: sum.questions + 1,
        right: sum.right + (right ? 1 : 0),
      });
    }
  }
  return [...sums.values()].map(({ right, ...row }) => ({ ...row, score: right / row.questions }));
}

const decimal = /\d+\.?\d*/g;

function lastDecimal(text: string): number | null {
  const number = lastMatch(text, decimal);
  return number === null ? null : Number(number);
}

function lastMatch(text: string, pattern: RegExp): string | null {
  return text.match(pattern)?.at(-1) ?? null;
}
