import type { RatingProfile } from '../rating-profile';

/**
 * The grades of every option, sorted, as cumulative counts: `atMost[option * size + g]` voters give the option a
 * grade of at most `lowest + g`. Sorted grades are never written out, so a million voters cost no more than their
 * distinct ballots.
 */
export interface Grades {
  readonly atMost: Float64Array;
  readonly size: number;
  readonly lowest: number;
  readonly voters: number;
}

export function gradesOf(profile: RatingProfile, lowest: number, highest: number): Grades {
  const { options, weights, cells, voters } = profile;
  const m = options.length;
  const size = highest - lowest + 1;
  const atMost = new Float64Array(m * size);
  for (let ballot = 0, at = 0; ballot < weights.length; ballot++)
    for (let option = 0; option < m; option++, at++) {
      const cell = option * size + (cells[at] as number) - lowest;
      atMost[cell] = (atMost[cell] as number) + (weights[ballot] as number);
    }
  for (let option = 0; option < m; option++)
    for (let cell = option * size + 1; cell < (option + 1) * size; cell++)
      atMost[cell] = (atMost[cell] as number) + (atMost[cell - 1] as number);
  return { atMost, size, lowest, voters };
}

/** The grade at a place among the option's sorted grades, worst first, counted from 0. */
export function gradeAt({ atMost, size, lowest }: Grades, option: number, place: number): number {
  let grade = 0;
  while ((atMost[option * size + grade] as number) <= place) grade++;
  return lowest + grade;
}

/** Of an even number of grades, the lower one of the two in the middle. */
export function median(grades: Grades, option: number): number {
  return gradeAt(grades, option, middle(grades.voters));
}

/** Where two options' majority values differ first. */
export interface Difference {
  /** Medians removed from each before. */
  readonly removed: number;
  /** The medians then left. */
  readonly medians: readonly [number, number];
}

/**
 * Removes one median from each of two options again and again, until the medians left differ.
 * Source: Balinski and Laraki (2007), the majority value. Removing medians walks outwards from the middle, down and
 * up by turns, so the first difference is the nearest below or above the middle where the sorted grades differ.
 * @returns null when all grades are equal
 */
export function firstDifference(grades: Grades, a: number, b: number): Difference | null {
  const { atMost, size, voters } = grades;
  const down = middle(voters);
  const up = down + 1;
  let [below, above] = [-1, Infinity];
  for (let grade = 0; grade < size; grade++) {
    const [one, other] = [atMost[a * size + grade] as number, atMost[b * size + grade] as number];
    if (one === other) continue;
    // The sorted grades differ at the places from the smaller count up to before the larger one.
    const [from, to] = one < other ? [one, other - 1] : [other, one - 1];
    if (from <= down) below = Math.max(below, Math.min(to, down));
    if (to >= up) above = Math.min(above, Math.max(from, up));
  }
  // An even number loses its lower middle first, then goes up and down by turns; an odd one its middle, then down and up.
  const isEven = voters % 2 === 0;
  const whenBelow = below < 0 ? Infinity : turnBelow(down - below, isEven);
  const whenAbove = above === Infinity ? Infinity : turnAbove(above - up, isEven);
  if (whenBelow === Infinity && whenAbove === Infinity) return null;
  const place = whenBelow < whenAbove ? below : above;
  return {
    removed: Math.min(whenBelow, whenAbove),
    medians: [gradeAt(grades, a, place), gradeAt(grades, b, place)],
  };
}

function middle(voters: number): number {
  return Math.ceil(voters / 2) - 1;
}

/** When the place that many steps below the middle is reached, with turns counted from 0. */
function turnBelow(steps: number, isEven: boolean): number {
  return isEven ? 2 * steps : Math.max(0, 2 * steps - 1);
}

/** The same for steps above the place next to the middle. */
function turnAbove(steps: number, isEven: boolean): number {
  return isEven ? 2 * steps + 1 : 2 * steps + 2;
}
