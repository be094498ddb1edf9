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
    `Every agent gives each proposal a whole-number rating ${scale}. In a runoff between the two proposals with the highest total ratings, the one that more agents rated higher is selected.`,
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
    // `span` is greater than the difference between any two totals.
    const span = 2 * Math.max(...totals.map(Math.abs)) + 1;
    const scores = totals.map((total, option) =>
      winners.has(option) ? 2 * span : inRunoff.has(option) ? span + total : total,
    );
    return byScores(options, scores, totals);
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
    const grades = options.map((_, option) => gradesOf(option, rows));
    // Medians are removed from the middle of an option's sorted ratings outwards; `turn` orders its places.
    const middle = Math.ceil(voters / 2) - 1;
    const turn = (place: number): number => {
      const distance = Math.abs(place - middle);
      const isAbove = place > middle;
      return isAbove === (voters % 2 === 0) ? 2 * distance - 1 : 2 * distance;
    };
    // Grades change only after the last voter of a grade, so options can first differ only at these places.
    const ends = grades.flat().map(({ upTo }) => upTo);
    const places = [...new Set([middle, ...ends.flatMap((end) => [end - 1, end])])]
      .filter((place) => place < voters)
      .sort((a, b) => turn(a) - turn(b));
    const removed = grades.map((own) => places.map((place) => own.find(({ upTo }) => place < upTo)!.grade));
    // To compare options by the first removed grade that differs, read the grades as the digits of a number.
    const base = BigInt(2 * removed.flat().reduce((most, grade) => Math.max(most, Math.abs(grade)), 0) + 1);
    const scores = removed.map((own) => own.reduce((score, grade) => score * base + BigInt(grade), 0n));
    return byScores(
      options,
      scores,
      removed.map(([median]) => median!),
    );
  },
});

/** An option's grade, and the number of voters who gave this grade or a lower one. */
interface Grade {
  readonly grade: number;
  readonly upTo: number;
}

/** Returns the grades of an option, lowest first. */
function gradesOf(option: number, rows: RatingProfile['rows']): Grade[] {
  const voters = new Map<number, number>();
  for (const { ratings, weight } of rows) {
    const grade = ratings[option] as number;
    voters.set(grade, (voters.get(grade) ?? 0) + weight);
  }
  let upTo = 0;
  return [...voters].sort(([a], [b]) => a - b).map(([grade, count]) => ({ grade, upTo: (upTo += count) }));
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
