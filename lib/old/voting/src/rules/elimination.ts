import { AgoraError } from '../agora-error';
import type { RankingProfile } from '../ranking-profile';
import { add, resultByScore, tallyOf, zeros } from '../result';
import type { Result, RuleStep } from '../voting-rule';

/**
 * The parts that differ between rules that count in rounds. Options are numbers; `standing` are those still in the race.
 */
export interface Elimination {
  /** Every option's score in a round; those of options that have left do not matter. */
  readonly score: (profile: RankingProfile, standing: readonly number[]) => readonly number[];
  /** The options that leave. */
  readonly leave: (
    standing: readonly number[],
    scores: readonly number[],
    profile: RankingProfile,
  ) => readonly number[];
  /** Ends the count early: the option that has won. */
  readonly wonEarly?: (profile: RankingProfile, standing: readonly number[]) => number | undefined;
}

interface Round {
  readonly standing: readonly number[];
  readonly scores: readonly number[];
  /** Nobody, in a last round in which all are level. */
  readonly leaving: readonly number[];
}

/**
 * Counts, removes the options that leave, and counts again, until one option remains, or all or none of the remaining
 * ones would leave.
 */
function roundsOf(
  profile: RankingProfile,
  rule: Elimination,
): { readonly rounds: readonly Round[]; readonly early: number | undefined } {
  const rounds: Round[] = [];
  let standing: readonly number[] = profile.options.map((_, option) => option);
  for (;;) {
    const early = standing.length > 1 ? rule.wonEarly?.(profile, standing) : undefined;
    if (early !== undefined || standing.length === 1) return { rounds, early };
    const scores = rule.score(profile, standing);
    const marked = rule.leave(standing, scores, profile);
    const leaving = marked.length === standing.length ? [] : marked;
    rounds.push({ standing, scores, leaving });
    if (leaving.length === 0) return { rounds, early };
    standing = standing.filter((option) => !leaving.includes(option));
  }
}

/** The tally is the number of rounds that an option survived; ending the race early counts as one more. */
export function resultByRounds(profile: RankingProfile, rule: Elimination): Result {
  const { rounds, early } = roundsOf(profile, rule);
  const survived = zeros(profile.options.length);
  for (const { standing, leaving } of rounds)
    if (leaving.length > 0)
      for (const option of standing) if (!leaving.includes(option)) add(survived, option, 1);
  if (early !== undefined) add(survived, early, 1);
  return resultByScore(profile.options, survived);
}

/** Each option's score in the last round that it was part of. */
export function lastScores(profile: RankingProfile, rule: Elimination): number[] {
  const last = zeros(profile.options.length);
  for (const { standing, scores } of roundsOf(profile, rule).rounds)
    for (const option of standing) last[option] = scores[option] ?? 0;
  return last;
}

export function eliminationSteps(profile: RankingProfile, rule: Elimination): RuleStep[] {
  const { rounds, early } = roundsOf(profile, rule);
  const named = (places: readonly number[]): string[] =>
    places.flatMap((option) => profile.options[option] ?? []);
  const { winners } = resultByRounds(profile, rule);
  const fate =
    early !== undefined
      ? 'has the first places of more than half of the voters'
      : winners.length === 1
        ? 'is left'
        : 'are tied';
  return [
    ...rounds
      .filter(({ leaving }) => leaving.length > 0)
      .map(({ standing, scores, leaving }, round) => ({
        kind: 'elimination' as const,
        label: `round ${round + 1}`,
        tally: tallyOf(
          named(standing),
          standing.map((option) => scores[option] ?? 0),
        ),
        eliminated: named([...leaving].sort((a, b) => a - b)),
      })),
    { kind: 'remark', text: `${winners.join(', ')} ${fate}` },
  ];
}

/** With 20 options there are a million sets that may be left in the race. */
export const mostOptionsForUniverses = 20;

/**
 * One option leaves at a time; where several could, the count goes on in a universe for each. Who wins in one of
 * them wins. The tally is the number of options that one outlasts in the universe that is kindest to it.
 * Source: Conitzer, Rognlie and Xia (2009), parallel-universes tie-breaking.
 * @throws AgoraError 'too-many-options' above 20 options
 */
export function resultByUniverses(name: string, profile: RankingProfile, rule: Elimination): Result {
  const m = profile.options.length;
  requireFewOptions(name, m, mostOptionsForUniverses);
  const outlasted = zeros(m);
  const raise = (option: number, to: number): void => {
    outlasted[option] = Math.max(outlasted[option] ?? 0, to);
  };
  const seen = new Set<number>();
  const open = [2 ** m - 1];
  for (let set = open.pop(); set !== undefined; set = open.pop()) {
    const standing = [...outlasted.keys()].filter((option) => (set >> option) & 1);
    for (const option of standing) raise(option, m - standing.length);
    if (standing.length === 1) continue;
    const winner = rule.wonEarly?.(profile, standing);
    if (winner !== undefined) {
      raise(winner, m - 1);
      continue;
    }
    for (const option of rule.leave(standing, rule.score(profile, standing), profile)) {
      const rest = set & ~(1 << option);
      if (!seen.has(rest)) open.push(rest);
      seen.add(rest);
    }
  }
  return resultByScore(profile.options, outlasted);
}

/** @throws AgoraError 'too-many-options' above the number of options whose subsets can be looked at one by one */
export function requireFewOptions(rule: string, options: number, most: number): void {
  if (options > most)
    throw new AgoraError(
      'too-many-options',
      `${rule} looks at every subset of the options, so there may be at most ${most}: got ${options}`,
    );
}

/** How many voters put each option before (or, for the last, behind) all other remaining ones. Strict rankings. */
export function placesAmong(
  { options, rows }: RankingProfile,
  standing: readonly number[],
  which: 'first' | 'last',
): number[] {
  const votes = zeros(options.length);
  const stands = (option: number): boolean => standing.includes(option);
  for (const { order, weight } of rows) {
    const option = which === 'first' ? order.find(stands) : order.findLast(stands);
    if (option !== undefined) add(votes, option, weight);
  }
  return votes;
}

/** The remaining options with the lowest score. */
export function lowest(standing: readonly number[], scores: readonly number[]): number[] {
  const least = Math.min(...standing.map((option) => scores[option] ?? 0));
  return standing.filter((option) => scores[option] === least);
}
