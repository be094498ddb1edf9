import { AgoraError } from '../error';
import type { Scale } from './ballots';
import { asDecimals } from './exact';
import { points, ratings, type RatingProfile } from './profile';
import { byScores, byTiers, nobodyVoted, type Election, type Result, type Rule } from './rule';

/** Rules for ballots that give every option a number. */

/** A rule that counts ratings. `on` returns the same rule for another scale, as in `voting.range.on(0, 10)`. */
export interface RatingRule extends Rule {
  readonly scale: Scale;
  on(lowest: number, highest: number): RatingRule;
}

/** The parts that differ between rules that count ratings. */
interface RatingDefinition {
  readonly name: string;
  readonly scale: Scale;
  readonly explanation: (scale: string) => string;
  readonly decide: (profile: RatingProfile) => Result;
}

function ratingRule(definition: RatingDefinition, scale = definition.scale): RatingRule {
  const { lowest, highest } = scale;
  const isUsual = lowest === definition.scale.lowest && highest === definition.scale.highest;
  const name = isUsual ? definition.name : `${definition.name} (${lowest} to ${highest})`;
  return {
    name,
    ballot: 'rating',
    scale,
    explanation: definition.explanation(`from ${lowest} (worst) to ${highest} (best)`),
    count(election) {
      const profile = ratings(election, scale, name);
      return profile.voters === 0 ? nobodyVoted(profile.options) : definition.decide(profile);
    },
    on(low, high) {
      if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || low >= high)
        throw new AgoraError(
          `A scale must run from a whole number to a higher whole number, not from ${low} to ${high}.`,
        );
      return ratingRule(definition, { lowest: low, highest: high });
    },
  };
}

const rangeDefinition: RatingDefinition = {
  name: 'range',
  scale: { lowest: 0, highest: 9 },
  explanation: (scale) =>
    `Every agent gives each proposal a whole-number rating ${scale}. The proposal with the highest total rating is selected.`,
  decide: ({ options, rows }) => byScores(options, sums(options.length, rows)),
};

/**
 * Range voting: the highest sum of ratings wins. Totals are in points. Source: GEDI, section 4.2. The scale from 0 to 9
 * comes from GEDI's code.
 */
export const range: RatingRule = ratingRule(rangeDefinition);

/** Rated voting: range voting on a scale of 1 to 5. Source: RoundTable, appendix C and Figure 13. */
export const rated: RatingRule = ratingRule({
  ...rangeDefinition,
  name: 'rated',
  scale: { lowest: 1, highest: 5 },
});

function sums(options: number, rows: RatingProfile['rows']): number[] {
  const totals = new Array<number>(options).fill(0);
  for (const { ratings, weight } of rows)
    for (let option = 0; option < options; option++)
      (totals[option] as number) += weight * (ratings[option] as number);
  return totals;
}

/**
 * STAR (score then automatic runoff): the two options with the highest sums of ratings enter a runoff. The option that
 * more voters rate above the other wins the runoff. Source: Frohnmayer (2014), starvoting.org; pref_voting's `star`.
 * Totals are in points.
 *
 * If options tie for first or second place, every possible pair of finalists has its own runoff, and every runoff
 * winner wins (parallel universes, as in pref_voting). In a tied runoff, both options win. The official protocol breaks
 * such ties; here, breaking ties is a separate step. The order lists the winners, then the other finalists by points,
 * then all other options by points.
 */
export const star: RatingRule = ratingRule({
  name: 'star',
  scale: { lowest: 0, highest: 5 },
  explanation: (scale) =>
    `Every agent gives each proposal a whole-number rating ${scale}. The two proposals with the highest total ratings go into a runoff: the one that more agents rated higher is selected.`,
  decide(profile) {
    const { options, rows } = profile;
    const totals = sums(options.length, rows);
    const pairs = finalists(totals);
    const winners = new Set<number>(pairs.length === 0 ? [0] : []);
    for (const [a, b] of pairs) {
      let lead = 0;
      for (const { ratings, weight } of rows)
        lead += weight * Math.sign((ratings[a] as number) - (ratings[b] as number));
      if (lead >= 0) winners.add(a);
      if (lead <= 0) winners.add(b);
    }
    const inRunoff = new Set(pairs.flat());
    const stage = (option: number): number => (winners.has(option) ? 2 : inRunoff.has(option) ? 1 : 0);
    const all = options.map((_, option) => option);
    const byPoints = (some: number[]): number[][] =>
      [...new Set(some.map((option) => totals[option] as number))]
        .sort((a, b) => b - a)
        .map((total) => some.filter((option) => totals[option] === total));
    const tiers = [
      all.filter((option) => stage(option) === 2),
      ...byPoints(all.filter((option) => stage(option) === 1)),
      ...byPoints(all.filter((option) => stage(option) === 0)),
    ];
    return byTiers(options, tiers, totals);
  },
});

/**
 * Returns all possible pairs of finalists. If options tie for first place, returns all pairs of these options;
 * otherwise, pairs the first option with each option in second place.
 */
function finalists(totals: readonly number[]): [number, number][] {
  const [first, second] = [...totals].sort((a, b) => b - a);
  const pairs: [number, number][] = [];
  for (let a = 0; a < totals.length; a++)
    for (let b = a + 1; b < totals.length; b++) {
      const isFinal =
        (totals[a] === first && totals[b] === second) || (totals[b] === first && totals[a] === second);
      if (isFinal) pairs.push([a, b]);
    }
  return pairs;
}

/**
 * Majority judgement: the highest median rating wins. With an even number of ratings, the lower of the two middle
 * ratings is the median. If several options have the same median, one median rating is removed from each of these
 * options. This step is repeated until their medians differ. Options that received exactly the same ratings stay tied.
 * Totals are medians. Source: Balinski and Laraki (2007).
 *
 * pref_voting instead breaks ties with the majority gauge, a shortcut from the same authors that leaves more options
 * tied.
 */
export const majorityJudgement: RatingRule = ratingRule({
  name: 'majority judgement',
  scale: { lowest: 1, highest: 5 },
  explanation: (scale) =>
    `Every agent gives each proposal a whole-number rating ${scale}. The proposal with the highest median rating is selected. If several proposals share this median, one median rating at a time is removed from each of them until their medians differ.`,
  decide({ options, rows, voters }) {
    const medians = options.map((_, option) => {
      const grades = new Map<number, number>();
      for (const { ratings, weight } of rows) {
        const grade = ratings[option] as number;
        grades.set(grade, (grades.get(grade) ?? 0) + weight);
      }
      return mediansOf(
        [...grades].sort(([a], [b]) => a - b),
        voters,
      );
    });
    const all = options.map((_, option) => option);
    const compare = (a: number, b: number): number => compareRuns(medians[a] as Run[], medians[b] as Run[]);
    all.sort((a, b) => compare(b, a) || a - b);
    const tiers: number[][] = [];
    for (const option of all) {
      const tier = tiers.at(-1);
      if (tier !== undefined && compare(tier[0] as number, option) === 0) tier.push(option);
      else tiers.push([option]);
    }
    return byTiers(
      options,
      tiers,
      medians.map(([first]) => first!.grade),
    );
  },
});

/**
 * A run in a sequence of medians. It consists of `length` grades that alternate between `grade` and `then`, starting
 * with `grade`. If all grades in the run are the same, `then` equals `grade`.
 */
interface Run {
  readonly grade: number;
  readonly then: number;
  readonly length: number;
}

/**
 * Returns medians in the order in which they are removed: from the middle outwards, alternately below and above the
 * middle. `grades` is sorted and pairs each grade with its number of voters, so the running time does not depend on the
 * number of voters.
 */
function mediansOf(grades: readonly (readonly [number, number])[], voters: number): Run[] {
  // The lower half is read downwards, the upper half upwards. With an odd number of voters, the lower half is larger.
  const lowerHalf = Math.ceil(voters / 2);
  const down: [number, number][] = [];
  const up: [number, number][] = [];
  let seen = 0;
  for (const [grade, count] of grades) {
    const below = Math.max(0, Math.min(count, lowerHalf - seen));
    if (below > 0) down.unshift([grade, below]);
    if (count > below) up.push([grade, count - below]);
    seen += count;
  }
  const runs: Run[] = [];
  if (voters % 2 === 1) {
    // The middle grade is removed first. Then both halves have the same size, and the median is the
    // lower of the two middle grades.
    const [middle] = down as [[number, number]];
    runs.push({ grade: middle[0], then: middle[0], length: 1 });
    middle[1]--;
    if (middle[1] === 0) down.shift();
  }
  while (down.length > 0 && up.length > 0) {
    const [low, high] = [down[0] as [number, number], up[0] as [number, number]];
    const pairs = Math.min(low[1], high[1]);
    runs.push({ grade: low[0], then: high[0], length: 2 * pairs });
    low[1] -= pairs;
    high[1] -= pairs;
    if (low[1] === 0) down.shift();
    if (high[1] === 0) up.shift();
  }
  return runs;
}

/**
 * Compares two sequences of medians at the first position where they differ. Both sequences are given as runs and have
 * the same length.
 */
function compareRuns(one: readonly Run[], other: readonly Run[]): number {
  let [at, otherAt] = [0, 0];
  let [used, otherUsed] = [0, 0];
  while (at < one.length && otherAt < other.length) {
    const [a, b] = [one[at] as Run, other[otherAt] as Run];
    if (a.grade !== b.grade) return a.grade - b.grade;
    if (a.then !== b.then) return a.then - b.then;
    const step = Math.min(a.length - used, b.length - otherUsed);
    used += step;
    otherUsed += step;
    if (used === a.length) [at, used] = [at + 1, 0];
    if (otherUsed === b.length) [otherAt, otherUsed] = [otherAt + 1, 0];
  }
  return 0;
}

/** Returns a cumulative voting rule in which each ballot distributes `total` points. */
export function cumulativeOf(total?: number): Rule {
  if (total !== undefined && !(Number.isFinite(total) && total > 0))
    throw new AgoraError(`Cumulative voting needs a number of points greater than 0, not ${String(total)}.`);
  const name = total === undefined ? 'cumulative' : `cumulative (${total} points)`;
  const amount = total === undefined ? 'as many points as there are candidate proposals' : `${total} points`;
  return {
    name,
    ballot: 'points',
    points: total,
    explanation: `Every agent has ${amount} and distributes them among the proposals as it sees fit. The proposal with the most points is selected.`,
    count: (election: Election) => countPoints(points(election, total, name), total),
  };
}

/**
 * Cumulative voting: each ballot distributes a number of points, and the option with the most points wins. Fractional
 * points are allowed. Source: RoundTable, appendix C and Figure 15. Each ballot has one point per candidate, as in the
 * paper's prompt. The paper's formula instead gives each ballot one point per agent; for that version, use
 * `cumulativeOf(agents)`.
 */
export const cumulative: Rule = cumulativeOf();

/**
 * Sums points as exact decimals, so 0.1 + 0.2 ties with 0.3. Two totals also tie if they differ by no more than a
 * rounding error, because fractions such as 10/3 cannot be written exactly.
 */
function countPoints({ options, rows, voters }: RatingProfile, distributed = options.length): Result {
  if (voters === 0) return nobodyVoted(options);
  const rounding = voters * distributed * 2 ** -52;
  const { digits, exponent } = asDecimals([rounding, ...rows.flatMap(({ ratings }) => ratings)]);
  const sums = new Array<bigint>(options.length).fill(0n);
  rows.forEach(({ weight }, row) => {
    for (let option = 0; option < options.length; option++)
      sums[option] =
        (sums[option] as bigint) + BigInt(weight) * (digits[1 + row * options.length + option] as bigint);
  });
  const sum = (option: number): bigint => sums[option] as bigint;
  const places = options.map((_, option) => option);
  places.sort((a, b) => (sum(a) < sum(b) ? 1 : sum(a) > sum(b) ? -1 : a - b));
  const tiers: number[][] = [];
  places.forEach((option, at) => {
    const isTied = at > 0 && sum(places[at - 1] as number) - sum(option) <= (digits[0] as bigint);
    if (isTied) tiers.at(-1)!.push(option);
    else tiers.push([option]);
  });
  return byTiers(
    options,
    tiers.map((tier) => tier.sort((a, b) => a - b)),
    sums.map((total) => Number(`${total}e${exponent}`)),
  );
}
