import { Random } from '../../../random';
import type { QuestionInstance } from '../types';
import type { RaterValues } from './parameters';

/** The streams of difficulties, offsets and biases are the same in every run: they are facts about the questions. */
export const worldSeed = 0;

const remembered = new WeakMap<QuestionInstance, { values: RaterValues; utilities: readonly number[] }>();

/** A draw from the standard Gumbel distribution, of variance pi^2 / 6. */
export function gumbel(random: Random): number {
  return -Math.log(-Math.log(Math.max(random.uniform(), Number.MIN_VALUE)));
}

/**
 * What all raters of one model see in a question's options, in the order shown:
 *
 *     (skill - difficulty + offset, for the right option) + sqrt(sharedBias) * G
 *
 * difficulty ~ N(0, difficultySpread), by question; offset ~ N(0, subjectSpread), by model and subject (0 where a data
 * set has no subjects); G ~ Gumbel, by model, question and the option's text, so that moving options about changes
 * nothing. All are drawn from streams named so, under a fixed seed: the same in every run. On the 5,700 questions of MMLU
 * they are one draw of many: there a profile's accuracy is up to about a point from the one that it was fitted to.
 */
export function commonUtilities(instance: QuestionInstance, values: RaterValues): readonly number[] {
  const known = remembered.get(instance);
  if (known?.values === values) return known.utilities;
  const { id, dataset, subject, options, letters, answer } = instance;
  const { profile, skills, skill, difficultySpread, subjectSpread, sharedBias } = values;
  const difficulty = Random.from(worldSeed, 'question', dataset, id, 'difficulty').normal(
    0,
    difficultySpread,
  );
  const offset =
    subject === dataset
      ? 0
      : Random.from(worldSeed, 'subject', dataset, subject, profile).normal(0, subjectSpread);
  const ability =
    (skills === null ? skill : (skills[dataset] ?? skills['mmlu'] ?? skill)) - difficulty + offset;
  const utilities = options.map((option, place) => {
    const bias = gumbel(Random.from(worldSeed, 'question', dataset, id, 'bias', profile, option));
    return (letters[place] === answer ? ability : 0) + Math.sqrt(sharedBias) * bias;
  });
  remembered.set(instance, { values, utilities });
  return utilities;
}

/**
 * One rater's utilities: the common ones plus sqrt(1 - sharedBias) * Gumbel of its own for each option. Ordered by them,
 * options are ranked as the Plackett-Luce model with worths exp(common / sqrt(1 - sharedBias)) ranks them (Luce 1959;
 * Yellott 1977).
 */
export function ownUtilities(instance: QuestionInstance, values: RaterValues, random: Random): number[] {
  const scale = Math.sqrt(1 - values.sharedBias);
  return commonUtilities(instance, values).map((common) => common + scale * gumbel(random));
}
