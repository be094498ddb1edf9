import type { ZodRawShape } from 'zod';
import { callable, check, flag, listOf, oneOf, settings, text } from './check';
import { ratingScale, scaleSetting } from './ballots';
import { RankingProfile } from './ranking-profile';
import { RatingProfile } from './rating-profile';
import { nobodyVoted } from './result';
import {
  criterionNames,
  type BallotKind,
  type BallotOf,
  type CountHelp,
  type CriterionName,
  type Profile,
  type RatingScale,
  type Result,
  type RuleStep,
  type VotingRule,
} from './voting-rule';

/** A rule that can also be called with options to get a variant: `voting.borda` counts, `voting.borda({ weak: true })` is the variant. */
export type RuleWithVariants<
  Settings,
  Kind extends BallotKind = 'ranking',
  VariantKind extends BallotKind = Kind,
> = VotingRule<Kind> & ((settings: Settings) => VotingRule<VariantKind>);

/**
 * @param who - the function's name in errors
 * @param shape - the schema of its settings
 * @param make - the rule for some settings
 * @param rule - the rule without settings
 */
export function withVariants<Settings, Kind extends BallotKind, VariantKind extends BallotKind>(
  who: string,
  shape: ZodRawShape,
  make: (settings: Settings) => VotingRule<VariantKind>,
  rule: VotingRule<Kind>,
): RuleWithVariants<Settings, Kind, VariantKind> {
  const wanted = settings(shape);
  const variant = (given: Settings): VotingRule<VariantKind> => {
    check(who, wanted, given);
    return make(given);
  };
  Object.defineProperties(variant, Object.getOwnPropertyDescriptors(rule));
  return Object.freeze(variant) as RuleWithVariants<Settings, Kind, VariantKind>;
}

/** Which rankings a rule takes in addition to complete, strict ones. */
export interface BallotForms {
  /** Ballots may leave out their last options: these count as equal, and below every named one. Default false. */
  readonly truncated?: boolean;
  /** Ballots may put several options into one tier. Default false. */
  readonly weak?: boolean;
}

export const ballotForms = { truncated: flag.optional(), weak: flag.optional() };

/** The forms of some settings, for a definition. */
export function forms({ truncated = false, weak = false }: BallotForms): Required<BallotForms> {
  return { truncated, weak };
}

/** "schulze" becomes "schulze (truncated, weak)": a rule that takes other ballots has another name. */
export function nameWith(
  name: string,
  details: readonly (string | false | undefined)[],
  { truncated, weak }: BallotForms = {},
): string {
  const given = [...details, truncated === true && 'truncated', weak === true && 'weak'].filter(
    (detail) => typeof detail === 'string',
  );
  return given.length === 0 ? name : `${name} (${given.join(', ')})`;
}

/** The parts of a rule on rankings that differ between rules. Checks and the result without ballots are shared. */
export interface PreferentialDefinition extends BallotForms {
  readonly name: string;
  readonly source: string;
  readonly explanation: string;
  readonly meets: readonly CriterionName[];
  /**
   * Decides a profile with at least one voter. Its `rows` are ballots with their `weight`, the voters who cast them:
   * `order` has the places of options in `options`, favourite first, and `tiers[option]` is the tier of an option, 0
   * for favourites. Pairs of options are compared by `preferred` and `margin`. A draw comes from `help.random`.
   */
  readonly decide: (profile: RankingProfile, help: CountHelp) => Result;
  readonly steps?: (profile: RankingProfile, help: CountHelp) => readonly RuleStep[];
}

const defined = {
  name: text(),
  source: text(1000),
  explanation: text(4000),
  meets: listOf('names of criteria', oneOf(...criterionNames)),
  decide: callable,
  steps: callable.optional(),
};
const onRankings = settings({ ...defined, ...ballotForms });

/**
 * Makes a rule on rankings of your own. If nobody voted, all options are tied on 0, and none wins.
 * @example
 * const first = voting.preferentialRule({
 *   name: 'first option', source: 'a joke', explanation: 'The first option is selected.', meets: [],
 *   decide: ({ options }) => ({ tally: {}, order: [options], winners: options.slice(0, 1) }),
 * });
 * const ballots = [{ kind: 'ranking' as const, ranking: ['B', 'A'] }];
 * first.count({ options: ['A', 'B'], ballots, electorate: 1 }).winners; // => ['A']
 */
export function preferentialRule(definition: PreferentialDefinition): VotingRule<'ranking'> {
  check('preferentialRule', onRankings, definition);
  const { name, source, explanation, meets, truncated = false, weak = false, decide, steps } = definition;
  const forBallots = Object.freeze({ truncated, weak });
  const checked = (profile: Profile<BallotOf['ranking']>): RankingProfile =>
    profile instanceof RankingProfile && (truncated || !profile.isTruncated) && (weak || !profile.isWeak)
      ? profile
      : RankingProfile.from(profile, forBallots, name);
  return Object.freeze({
    name,
    ballot: 'ranking' as const,
    source,
    explanation,
    meets: Object.freeze([...meets]),
    ballotSettings: () => forBallots,
    count(profile: Profile<BallotOf['ranking']>, help: CountHelp = {}) {
      const rankings = checked(profile);
      return rankings.voters > 0 ? decide(rankings, help) : nobodyVoted(rankings.options);
    },
    ...(steps && {
      steps(profile: Profile<BallotOf['ranking']>, help: CountHelp = {}) {
        const rankings = checked(profile);
        return rankings.voters > 0 ? steps(rankings, help) : [];
      },
    }),
  });
}

/** The parts of a rule on ratings that differ between rules. */
export interface RatingDefinition {
  readonly name: string;
  readonly source: string;
  readonly explanation: string;
  readonly meets: readonly CriterionName[];
  /** Default 1 to 5. */
  readonly scale?: RatingScale;
  /** Decides a profile with at least one voter. */
  readonly decide: (profile: RatingProfile) => Result;
  readonly steps?: (profile: RatingProfile) => readonly RuleStep[];
}

const onRatings = settings({ ...defined, scale: scaleSetting.optional() });

/**
 * Makes a rule on ratings of your own. If nobody voted, all options are tied on 0, and none wins.
 * @example
 * const best = voting.ratingRule({
 *   name: 'any top rating', source: 'a joke', explanation: 'Whoever gets a 5 wins.', meets: [],
 *   decide: ({ options, rows }) => {
 *     const winners = options.filter((_, place) => rows.some(({ ratings }) => ratings[place] === 5));
 *     return { tally: {}, order: [winners, options.filter((option) => !winners.includes(option))], winners };
 *   },
 * });
 * best.count(voting.RatingProfile.ofRows(['A', 'B'], [[2, 5]])).winners; // => ['B']
 */
export function ratingRule(definition: RatingDefinition): VotingRule<'rating'> {
  check('ratingRule', onRatings, definition);
  const { name, source, explanation, meets, scale = ratingScale, decide, steps } = definition;
  const forBallots = Object.freeze({ scale });
  const checked = (profile: Profile<BallotOf['rating']>): RatingProfile =>
    profile instanceof RatingProfile && profile.fits(scale)
      ? profile
      : RatingProfile.from(profile, forBallots, name);
  return Object.freeze({
    name,
    ballot: 'rating' as const,
    source,
    explanation,
    meets: Object.freeze([...meets]),
    ballotSettings: () => forBallots,
    count(profile: Profile<BallotOf['rating']>) {
      const ratings = checked(profile);
      return ratings.voters > 0 ? decide(ratings) : nobodyVoted(ratings.options);
    },
    ...(steps && {
      steps(profile: Profile<BallotOf['rating']>) {
        const ratings = checked(profile);
        return ratings.voters > 0 ? steps(ratings) : [];
      },
    }),
  });
}
