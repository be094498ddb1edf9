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

export type DictatorKind = ConsultedDictator;

export interface ElectionOptions {
  /** Every rule decides by itself; the first one's decision is the collaboration's outcome. */
  readonly rules: readonly VotingRule[];
  /** The ballots that every rater is asked for. Default: those that the rules take. */
  readonly ballots?: BallotKind | readonly BallotKind[];
  /** The scale of ratings. Default: that of the first rule on ratings. */
  readonly scale?: RatingScale;
  /** Whether rankings may leave out their last options. Default false: a ballot must be complete (GEDI, Appendix C). */
  readonly truncated?: boolean;
  /**
   * Agents outside the electorate who decide alone, having seen its ballots, or invented ones. Default those that the
   * rules name (`voting.informedDictatorial`, `voting.misinformedDictatorial`).
   */
  readonly dictator?: 'none' | DictatorKind | readonly DictatorKind[];
  /**
   * When a dictator is asked. `valid profile` (default): when all raters' ballots are valid, as the caption of GEDI's
   * Table 5 says. `any ballot`: as soon as there is one. The table's own counts (informed 5,422 where only 4,788
   * profiles of rankings are valid) can only come from the second.
   */
  readonly dictatorNeeds?: 'valid profile' | 'any ballot';
  /** Raters who are not asked, and for whom random ballots are drawn: so many from the first on, or by name. Default 0. */
  readonly unreliable?: number | readonly string[];
  /**
   * What can be counted. `whole profile` (default): only a profile in which every rater's ballot is valid, as in GEDI,
   * Appendix C. `valid ballots`: those there are, as for the cells with an asterisk in its Tables 2 and 5.
   */
  readonly validity?: 'whole profile' | 'valid ballots';
  /** What happens when several options win. Default "random", which the paper does not say. */
  readonly ties?: TiePolicy;
  /**
   * How ballots are had. `answers` (default): every rater writes its ballot, as in the paper. `probabilities`: every rater
   * is asked which option it votes for, and its ballot is read from the probabilities that the model gives them (see
   * `ballotFromProbabilities`). For models that tell probabilities.
   */
  readonly ask?: 'answers' | 'probabilities';
  /** The most tokens of a ballot. Default 64, or more where the options are so many that a ballot takes more. */
  readonly maxTokens?: Partial<MaxTokens<'ballot'>>;
}

/** Settings with nothing left out. */
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
 * An election: every rater is asked once and alone for a ballot on the environment's options, and every rule decides
 * on the same profile. Source: GEDI (Zhao, Wang and Peng), sections 4 and 5.1, Appendix C.
 *
 * On record: the ballots as `vote` events (phase "ballot/ranking", "ballot/rating", ...), one `decision` a rule, the
 * dictator's ballot (phase "dictator/informed" or "dictator/mis-informed"), and as notes how the election was set up
 * and which ballots were invented. Any further rule can be counted from that later (`columns.elections`).
 *
 * A rater without a valid ballot makes the profile invalid (see `validity`). The rules on an invalid profile decide
 * nothing, and say so; when the first rule is among them, the collaboration ends undecided with cause
 * "invalid profile". It counts as such, and is never dropped.
 *
 * Answers are drawn at temperature 0.7, as the paper has it (section 5.1; OpenAI's models at 1.0, which is a setting:
 * `sampling: { temperature: 1 }`).
 * @throws AgoraError 'setting' when there are no rules, or a rule's ballot is not asked for; once it runs, when the
 * environment has no fixed options, there are no raters or fewer than are to be unreliable, or a rule cannot count the
 * ballots asked for
 * @example
 * import { protocols, voting } from 'agora-lab';
 * protocols.election({ rules: [voting.borda, voting.range] }).settings.ballots; // => ['ranking', 'rating']
 */
export function election(options: ElectionOptions): Protocol {
  const settings = resolveElection(options);
  return {
    name: 'election',
    settings: settingsOf(settings),
    sampling: { temperature: 0.7 },
    run: (session) => new HeldElection(session, settings).run(),
  };
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
        `election cannot count the rule ${JSON.stringify(name)}: it takes ${ballot} ballots, and asked for are ${ballots.join(', ') || 'none'}`,
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
    // Runs of before this setting are runs of written answers.
    ...(ask === 'answers' ? {} : { ask }),
  };
}
