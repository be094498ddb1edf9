import { Random } from '../../../random';
import { mathAnswerKey } from '../math-answer';
import { expressionSlips } from './expression-slips';
import { numberSlips } from './number-slips';

/** The seed of what is a fact about a question: its tempting mistakes. */
const factSeed = 5;
/** As many as simulated debaters are offered at most. */
const most = 8;

/**
 * Wrong answers that somebody could come to, for simulated debaters: at least 4, at most 8, likeliest first by a guess,
 * all different (by `mathAnswerKey`) from the right one and from each other. The same question has the same ones.
 *
 * For a number the usual slips (one step off, a factor of 2 or 10, digits swapped, a number of the question's text taken
 * for the answer, or forgotten); for an expression a sign, a factor, a fraction or a pair the wrong way round, a number in
 * it one off. They are invented, and no record of what people or models get wrong.
 */
export function plausibleMistakes({
  id,
  dataset,
  text,
  answer,
}: {
  readonly id: string;
  readonly dataset: string;
  readonly text: string;
  readonly answer: string;
}): string[] {
  const { usual, reserve } = numberSlips(answer, text) ?? expressionSlips(answer, text);
  const random = Random.from(factSeed, 'mistakes', dataset, id);
  const seen = new Set([mathAnswerKey(answer)]);
  const mistakes: string[] = [];
  for (const mistake of [...random.shuffle(usual), ...reserve]) {
    if (mistakes.length === most) break;
    const key = mathAnswerKey(mistake);
    if (seen.has(key)) continue;
    seen.add(key);
    mistakes.push(mistake);
  }
  return mistakes;
}
