import { AgoraError } from '../../agora-error';
import type { z } from 'zod';
import { check, either, listOf, object, oneOf, over, settings, whole } from '../../check';
import { votingRule } from '../../voting/rule-setting';
import type { TiePolicy, VotingRule } from '../../voting';
import { dictatorKindOf } from '../../voting/dictator-kind';
import { electionsGiven, type DictatorKind, type Election } from './election';

/**
 * What decides: a rule on the raters' ballots, or a dictator whose own ballot is on record, by name or by its rule
 * (`voting.informedDictatorial`, `voting.misinformedDictatorial`).
 */
export type Decider = VotingRule | `${DictatorKind} dictatorial`;

export function deciderName(decider: Decider): string {
  return typeof decider === 'string' ? decider : decider.name;
}

/** How recorded ballots are counted again, where GEDI leaves it open. */
export interface RecountSettings {
  /**
   * Several options win, the right one among them: `expected` (default) counts it as the chance that a fair draw takes
   * it, which is what `random` comes to over many draws; the others are `voting.settleTie`'s.
   */
  readonly ties: 'expected' | TiePolicy;
  /** For everything that is drawn. Default 7. */
  readonly seed: number;
  /** How often everything is drawn; a question counts as the mean over its draws. Default 1. */
  readonly draws: number;
  /**
   * Which questions are valid for a rule. `whole profile` (default): those on which every rater's ballot is valid, also
   * where fewer raters are counted, so that all quorums are compared on the same questions (the paper leaves a model
   * out of its figure on quorums for having too few whole profiles). `quorum`: those counted have one. `valid ballots`:
   * at least one of those counted has one, and these are counted.
   */
  readonly validity: 'whole profile' | 'quorum' | 'valid ballots';
  /**
   * A question without a valid profile counts as not right (`wrong`, the default), or not at all (`left out`). The
   * paper leaves them out: it prints an accuracy of 45.9 where only 34% of the profiles are valid.
   */
  readonly invalid: 'wrong' | 'left out';
  /** How many raters are counted. Default all. */
  readonly quorum: number | null;
  /** Which: the first ones of the roster (default), or as many at random. */
  readonly quorumOf: 'first' | 'random';
  /** How many of the raters counted, chosen at random, have their ballots replaced by random ones. Default 0. */
  readonly unreliable: number;
  /**
   * When the dictator's own ballot is a random one while k of n raters are unreliable, which the paper does not say:
   * with chance k/n (`share`, the default), as soon as k is 1 (`first`), or never.
   */
  readonly unreliableDictator: 'share' | 'first' | 'never';
}

const recountShape = {
  ties: oneOf('expected', 'none', 'fixed-order', 'random'),
  seed: whole(-Number.MAX_SAFE_INTEGER),
  draws: whole(1, 1_000_000),
  validity: oneOf('whole profile', 'quorum', 'valid ballots'),
  invalid: oneOf('wrong', 'left out'),
  quorum: whole(1).nullable(),
  quorumOf: oneOf('first', 'random'),
  unreliable: whole(),
  unreliableDictator: oneOf('share', 'first', 'never'),
};
const decider = either(
  'a voting rule, "informed dictatorial" or "mis-informed dictatorial"',
  votingRule,
  oneOf('informed dictatorial', 'mis-informed dictatorial'),
);

/**
 * @param more - settings that only this function has
 * @throws AgoraError 'setting' naming the argument or setting
 */
export function checkRecount(
  who: string,
  given: {
    readonly elections: readonly Election[];
    readonly rules: readonly Decider[];
    readonly settings: Partial<RecountSettings>;
  },
  more: Readonly<Record<string, z.ZodType>> = {},
): void {
  const wanted = object('arguments', {
    elections: electionsGiven,
    rules: listOf('voting rules', decider, 1),
    settings: settings({ ...recountShape, ...more }).partial(),
  });
  check(who, wanted, given);
}

/** @throws AgoraError 'setting' when a setting goes beyond the elections */
export function resolveRecount(
  given: Partial<RecountSettings>,
  elections: readonly Election[],
  deciders: readonly Decider[],
): RecountSettings {
  const resolved = over<RecountSettings>(
    {
      ...{ ties: 'expected', seed: 7, draws: 1, validity: 'whole profile', invalid: 'wrong' },
      ...{ quorum: null, quorumOf: 'first', unreliable: 0, unreliableDictator: 'share' },
    },
    given,
  );
  const { quorum, unreliable } = resolved;
  const fewest = Math.min(Number.MAX_SAFE_INTEGER, ...elections.map(({ raters }) => raters.length));
  const bounds = object('settings', {
    quorum: whole(1, fewest).nullable(),
    unreliable: whole(0, quorum ?? fewest),
  });
  check('a recount', bounds, { quorum, unreliable });
  const dictator = deciders.find((decider) => dictatorKindOf(decider) !== null);
  if (dictator !== undefined && quorum !== null && elections.some(({ raters }) => quorum < raters.length))
    throw new AgoraError(
      'setting',
      `the ${deciderName(dictator)} rule cannot be counted at a quorum of ${quorum}: all raters' ballots were shown to it`,
    );
  return resolved;
}
