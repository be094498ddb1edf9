import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMathAnswer, sameMathAnswer } from 'agora-core/environments';
import { AgoraError } from 'agora-voting';
import sample from './hand-checked.json';

/** A text with its final answer, read by hand. The text itself is in the data set. */
export interface HandChecked {
  readonly source: 'gsm8k' | 'llm-agora';
  /** From 0, in the data set's file. */
  readonly row: number;
  readonly model: string;
  /** From 1; llm-agora only. */
  readonly round?: number;
  /** The text's final answer by a careful reader, right or wrong; null if it gives none. */
  readonly label: string | null;
  /** Why another reader may disagree. */
  readonly doubt?: string;
}

/** 100 labels, and 48 that were given when the extractor was finished; how they came about is in the file's `note`. */
export const { items, heldOut } = sample as unknown as Record<'items' | 'heldOut', readonly HandChecked[]>;

/** The texts of a source's items, looked up in its folder. */
export function handCheckedTexts(
  source: HandChecked['source'],
  folder: string,
): (item: HandChecked) => string {
  const file = source === 'gsm8k' ? 'example_model_solutions.jsonl' : 'gsm_result.json';
  const content = readFileSync(join(folder, file), 'utf8');
  const rows = JSON.parse(
    source === 'gsm8k' ? `[${content.trim().replaceAll('\n', ',')}]` : content,
  ) as never[];
  return ({ row, model, round = 1 }) => {
    const found =
      source === 'gsm8k'
        ? (rows[row] as Readonly<Record<string, { solution: string }>> | undefined)?.[model]?.solution
        : (rows[row] as { agent_response: Readonly<Record<string, readonly string[]>> } | undefined)
            ?.agent_response[model]?.[round - 1];
    if (found === undefined) throw new AgoraError('question-data', `${source} has no row ${row} of ${model}`);
    return found;
  };
}

/**
 * How well answers are found in texts that were read by hand: with the last number of a text as a last resort, and
 * without.
 */
export function handScores(
  batches: Readonly<Record<string, readonly HandChecked[]>>,
  textOf: (item: HandChecked) => string,
) {
  return Object.entries(batches).flatMap(([texts, items]) =>
    [true, false].map((lastNumber) => {
      const read = items.map((item) => scoreOf(readMathAnswer(textOf(item), { lastNumber }), item.label));
      const count = (...wanted: readonly string[]) => read.filter((one) => wanted.includes(one)).length;
      const silent = items.filter(({ label }) => label === null).length;
      return {
        texts,
        lastNumber,
        extracted: outOf(count('right', 'wrong', 'false alarm'), items.length),
        wrong: outOf(count('wrong'), items.length - silent),
        missed: outOf(count('missed'), items.length - silent),
        falseAlarms: outOf(count('false alarm'), silent),
      };
    }),
  );
}

/** What reading made of a text, against its label: an answer where the text gives none is a false alarm. */
function scoreOf(reading: ReturnType<typeof readMathAnswer>, label: string | null) {
  if (!reading.ok) return label === null ? 'rightly none' : 'missed';
  if (label === null) return 'false alarm';
  return sameMathAnswer(reading.value.answer, label) ? 'right' : 'wrong';
}

/** A count out of a total; `share` is null if the total is 0. */
function outOf(count: number, of: number) {
  return { count, of, share: of === 0 ? null : count / of };
}
