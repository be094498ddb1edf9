import { z } from 'zod';
import { check, listOf, object } from '../../../check';
import type { FoundAnswer, MathAnswerReading } from './read-math-answer';
import { sameMathAnswer } from './math-answer-key';
import { readMathAnswer } from './read-math-answer';

/** So many out of so many; `share` is null out of none. */
export interface Count {
  readonly count: number;
  readonly of: number;
  readonly share: number | null;
}

export interface ExtractionScore {
  /** Texts from which an answer was read, of all. */
  readonly extracted: Count;
  /** Of the texts that give an answer: another one was read. */
  readonly wrong: Count;
  /** Of the texts that give an answer: none was read. */
  readonly missed: Count;
  /** Of the texts that give no answer: one was read. */
  readonly falseAlarms: Count;
  readonly byFound: Readonly<Record<FoundAnswer['found'], FoundScore>>;
}

/** The answers that were found in one way: the label's, another one, or one where the text gives none. */
export interface FoundScore {
  readonly right: number;
  readonly wrong: number;
  readonly falseAlarms: number;
}

export interface LabelledText {
  readonly text: string;
  /** The answer that a reader says the text gives; null for none. */
  readonly label: string | null;
}

/**
 * How well answers are read from texts whose answers are known; answers are compared by `sameMathAnswer`.
 * @example
 * environments.scoreExtraction([{ text: 'So it is 18.', label: '18' }]).extracted.count; // => 1
 */
export function scoreExtraction(
  readTexts: readonly LabelledText[],
  settings: MathAnswerReading = {},
): ExtractionScore {
  const given = listOf(
    'labelled texts',
    object('a labelled text', { text: z.string(), label: z.string().nullable() }),
  );
  check('scoreExtraction', given, readTexts);
  const byFound = {
    ...{ boxed: none(), marked: none(), stated: none() },
    'last number': none(),
  };
  let missed = 0;
  for (const { text, label } of readTexts) {
    const reading = readMathAnswer(text, settings);
    if (!reading.ok) {
      if (label !== null) missed++;
      continue;
    }
    const counts = byFound[reading.value.found];
    if (label === null) counts.falseAlarms++;
    else if (sameMathAnswer(reading.value.answer, label)) counts.right++;
    else counts.wrong++;
  }
  const sum = (of: keyof FoundScore) =>
    Object.values(byFound).reduce((total, counts) => total + counts[of], 0);
  const answered = readTexts.filter(({ label }) => label !== null).length;
  return {
    extracted: count(sum('right') + sum('wrong') + sum('falseAlarms'), readTexts.length),
    wrong: count(sum('wrong'), answered),
    missed: count(missed, answered),
    falseAlarms: count(sum('falseAlarms'), readTexts.length - answered),
    byFound,
  };
}

function none(): { right: number; wrong: number; falseAlarms: number } {
  return { right: 0, wrong: 0, falseAlarms: 0 };
}

function count(count: number, of: number): Count {
  return { count, of, share: of === 0 ? null : count / of };
}
