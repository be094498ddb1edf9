import { AgoraError, type BallotKind, type RatingScale, type TiePolicy, type VotingRule } from 'agora-voting';
import {
  check,
  type ConsultedDictator,
  dictatorKindOf,
  either,
  flag,
  type JsonObject,
  listOf,
  oneOf,
  settings,
  text,
  tiePolicy,
  votingRule,
  whole,
} from 'agora-voting/internal';
import type { Protocol } from '../protocol';
import { maxTokensGiven, maxTokensOf, type MaxTokens } from '../shared/answer-size';
import { HeldElection } from './held-election';
import { asShipped } from '../../own-code';

export type DictatorKind = ConsultedDictator;

export interface ElectionOptions {
  /** The voting rules. Every rule decides separately; the first rule's decision is the collaboration's outcome. */
  readonly rules: readonly VotingRule[];
  /** The ballots that every rater is asked for. Default: those that the rules need. */
  readonly ballots?: BallotKind | readonly BallotKind[];
  /** The scale of ratings. Default: that of the first rule on ratings. */
  readonly scale?: RatingScale;
  /** Whether rankings may omit their last options. Default false: a ballot must be complete (GEDI, Appendix C). */
  readonly truncated?: boolean;
  /**
   * Agents outside the electorate who decide alone after seeing its ballots, or invented ones. Default: those of the
   * rules (`voting.informedDictatorial`, `voting.misinformedDictatorial`).
   */
  readonly dictator?: 'none' | DictatorKind | readonly DictatorKind[];
  /**
   * When a dictator is asked. `valid profile` (default): when all raters' ballots are valid, as in the caption of
   * GEDI's Table 5. `any ballot`: as soon as there is one. The table's own counts (informed 5,422 where only 4,788
   * profiles of rankings are valid) are only possible with the second.
   */
  readonly dictatorNeeds?: 'valid profile' | 'any ballot';
  /** Raters who are not asked, but get random ballots: this many from the first on, or by name. Default 0. */
  readonly unreliable?: number | readonly string[];
  /**
   * Which profiles are counted. `whole profile` (default): only those in which every rater's ballot is valid, as in
   * GEDI, Appendix C. `valid ballots`: the valid ballots of any profile, as for the cells with an asterisk in its
   * Tables 2 and 5.
   */
  readonly validity?: 'whole profile' | 'valid ballots';
  /** What happens when several options win. Default "random"; the paper does not give it. */
  readonly ties?: TiePolicy;
  /**
   * How ballots are obtained. `answers` (default): every rater writes its ballot, as in the paper. `probabilities`:
   * every rater is asked which option it votes for, and its ballot is derived from the model's probabilities of the
   * options (see `ballotFromProbabilities`). This needs a model that gives probabilities.
   */
  readonly ask?: 'answers' | 'probabilities';
  /** The most tokens of a ballot. Default 64, or more if there are so many options that a ballot needs more. */
  readonly maxTokens?: Partial<MaxTokens<'ballot'>>;
}

/** Settings with all defaults filled in. */
export interface ElectionSettings {
  readonly rules: readonly VotingRule[];
  readonly ballots: readonly BallotKind[];
  readonly scale: RatingScale | null;
  readonly truncated: boolean;
  readonly dictators: readonly DictatorKind[];
  readonly dictatorNeeds: 'valid profile' | 'any ballot';
  readonly unreliable: number | readonly string[];
  readonly validity: 'whole profile' | 'valid ballots';
  readonly ties: TiePolicy;
  readonly ask: 'answers' | 'probabilities';
  readonly maxTokens: MaxTokens<'ballot'>;
}

const ballotKind = oneOf('choice', 'rating', 'ranking', 'points', 'approval');
const dictatorKind = oneOf('informed', 'mis-informed');
const electionOptions = settings({
  rules: listOf('voting rules', votingRule, 1),
  ballots: either(
    'a kind of ballot ("choice", "rating", "ranking", "points" or "approval"), or several',
    ballotKind,
    listOf('kinds of ballot', ballotKind, 1),
  ).optional(),
  scale: settings({ lowest: whole(-1e6, 1e6), highest: whole(-1e6, 1e6) }).optional(),
  truncated: flag.optional(),
  dictator: either(
    '"none", "informed" or "mis-informed", or several',
    oneOf('none', 'informed', 'mis-informed'),
    listOf('kinds of dictator', dictatorKind),
  ).optional(),
  dictatorNeeds: oneOf('valid profile', 'any ballot').optional(),
  unreliable: either('a number of raters, or their names', whole(0), listOf('names', text())).optional(),
  validity: oneOf('whole profile', 'valid ballots').optional(),
  ties: tiePolicy.optional(),
  ask: oneOf('answers', 'probabilities').optional(),
  maxTokens: maxTokensGiven('ballot'),
});

/**
 * An election: every rater is asked once, alone, for a ballot on the environment's options, and every rule decides on
 * the same profile. Source: GEDI (Zhao, Wang and Peng), sections 4 and 5.1, Appendix C.
 *
 * The record contains the ballots as `vote` events (phase "ballot/ranking", "ballot/rating", ...), one `decision` per
 * rule, and the dictator's ballot (phase "dictator/informed" or "dictator/mis-informed"). Notes describe how the
 * election was set up and which ballots were invented. Other rules can be counted from this later
 * (`columns.elections`).
 *
 * If a rater has no valid ballot, the profile is invalid (see `validity`). Rules on an invalid profile decide
 * nothing, and record this. If the first rule is among them, the collaboration ends undecided with cause "invalid
 * profile". It still counts as a collaboration and is never dropped.
 *
 * Answers are sampled at temperature 0.7, as in the paper (section 5.1; for OpenAI's models it has 1.0: set
 * `sampling: { temperature: 1 }`).
 * @throws AgoraError 'setting' when there are no rules, or a rule's ballot is not asked for; also when it runs, if
 * the environment has no fixed options, there are no raters or fewer than `unreliable`, or a rule cannot count the
 * ballots
 * @example
 * import { protocols, voting } from 'agora-lab';
 * protocols.election({ rules: [voting.borda, voting.range] }).settings.ballots; // => ['ranking', 'rating']
 */
export function election(options: ElectionOptions): Protocol {
  const settings = resolveElection(options);
  return asShipped<Protocol>({
    name: 'election',
    settings: settingsOf(settings),
    sampling: { temperature: 0.7 },
    rules: settings.rules,
    run: (session) => new HeldElection(session, settings).run(),
  });
}

/** @throws AgoraError 'setting' naming the setting */
function resolveElection(options: ElectionOptions): ElectionSettings {
  check('election', electionOptions, options);
  const { rules, scale = null, unreliable = 0 } = options;
  const names = rules.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw new AgoraError('setting', `election got two rules of the name ${JSON.stringify(twice)}`);
  const ballots = [...new Set([options.ballots ?? rules.map(({ ballot }) => ballot)].flat())];
  for (const { name, ballot } of rules)
    if (!ballots.includes(ballot))
      throw new AgoraError(
        'setting',
        `election cannot count the rule ${JSON.stringify(name)}: it takes ${ballot} ballots, but the election asks for ${ballots.join(', ') || 'none'}`,
      );
  if (scale !== null && scale.lowest >= scale.highest)
    throw new AgoraError(
      'setting',
      `election needs a scale that goes up, got ${scale.lowest} to ${scale.highest}`,
    );
  const { truncated = false, dictatorNeeds = 'valid profile' } = options;
  const { validity = 'whole profile', ties = 'random', ask = 'answers' } = options;
  const named = rules.map(dictatorKindOf).filter((kind) => kind !== null);
  const dictators = [...new Set([options.dictator ?? named].flat())].filter((kind) => kind !== 'none');
  const absent = named.find((kind) => !dictators.includes(kind));
  if (absent !== undefined)
    throw new AgoraError(
      'setting',
      `election cannot decide by the ${absent} dictatorial rule: its "dictator" is ${JSON.stringify(options.dictator)}`,
    );
  const maxTokens = maxTokensOf(['ballot'], options.maxTokens);
  return {
    rules,
    ballots,
    scale,
    truncated,
    dictators,
    dictatorNeeds,
    unreliable,
    validity,
    ties,
    ask,
    maxTokens,
  };
}

/** The settings as a run records them. */
function settingsOf(settings: ElectionSettings): JsonObject {
  const { rules, scale, ask, ...rest } = settings;
  return {
    rules: rules.map(({ name }) => name),
    ...rest,
    scale: scale === null ? null : { lowest: scale.lowest, highest: scale.highest },
    // Runs from before this setting existed have written answers.
    ...(ask === 'answers' ? {} : { ask }),
  };
}
