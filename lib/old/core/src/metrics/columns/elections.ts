import { AgoraError, type VotingRule } from 'agora-voting';
import {
  check,
  flag,
  listOf,
  object,
  oneOf,
  over,
  settings as settingsOf,
  votingRule,
  whole,
} from 'agora-voting/internal';
import type { Column, Measured, MetricOf } from '../../row';
import type { Collaboration } from '../../transcripts';
import { electionOf, type Election } from '../elections/election';
import { recount, type RecountSettings } from '../elections/recount';
import { percent as percentBounds } from './bounds';
import { remembered } from './remembered';

export interface ElectionColumnSettings extends Partial<RecountSettings> {
  /**
   * A question without a valid profile counts as not right (`wrong`, the default), or not at all (`left out`). The
   * paper leaves such questions out: it prints an accuracy of 45.9 where only 34% of the profiles are valid.
   */
  readonly invalid?: 'wrong' | 'left out';
  /** Numbers of raters to count, each in separate rows by the field `quorum`. Default: all raters. */
  readonly quorums?: readonly number[];
  /**
   * How many of the counted raters, chosen at random, get random ballots instead of their own; each number in
   * separate rows by the field `unreliable`. Default: none.
   */
  readonly unreliable?: readonly number[];
  /** The values of k for hitRate. Default: 1 to the number of options. */
  readonly ks?: readonly number[];
  /** The rule that gain is compared with. */
  readonly than?: VotingRule;
  /** Whether each `subject` has separate rows. Default false. */
  readonly bySubject?: boolean;
}

/** `gain` exists if `than` is given. */
export type ElectionColumns = Readonly<Record<'accuracy' | 'hitRate' | 'valid', Column>> & {
  readonly gain?: Column;
};

const electionArguments = object('arguments', {
  rules: listOf('voting rules', votingRule, 1),
  settings: settingsOf({
    ties: oneOf('expected', 'none', 'fixed-order', 'random').optional(),
    seed: whole(-Number.MAX_SAFE_INTEGER).optional(),
    draws: whole(1, 1_000_000).optional(),
    validity: oneOf('whole profile', 'quorum', 'valid ballots').optional(),
    invalid: oneOf('wrong', 'left out').optional(),
    quorums: listOf('numbers of raters', whole(1), 1).optional(),
    quorumOf: oneOf('first', 'random').optional(),
    unreliable: listOf('numbers of raters', whole(), 1).optional(),
    unreliableDictator: oneOf('share', 'first', 'never').optional(),
    ks: listOf('k', whole(1), 1).optional(),
    than: votingRule.optional(),
    bySubject: flag.optional(),
  }),
});

const defaults: RecountSettings = {
  ties: 'expected',
  seed: 7,
  draws: 1,
  validity: 'whole profile',
  quorumOf: 'first',
  unreliableDictator: 'share',
};

/**
 * Counts elections again from their recorded ballots, with any rules and dictators (GEDI, Tables 2 and 5, Figures 3
 * to 7), in percent of the questions, without calls. By `rule`: accuracy; hitRate by `k`, how often the right option
 * is among the first k of the rule's order (a tie counts as its probability); gain, the accuracy minus that of
 * another rule, question by question. By `ballot` (a kind, or a dictator): valid, the profiles in which every ballot
 * is usable.
 * @param rules - a dictator (`voting.informedDictatorial`) counts by its own recorded ballot
 * @throws AgoraError 'setting'; when measured also 'election-record' if there is no election, and 'missing-score' if
 * the record does not contain the right option
 * @example
 * Object.keys(columns.elections([voting.borda])); // => ['accuracy', 'hitRate', 'valid']
 */
export function elections(
  rules: readonly VotingRule[],
  settings: ElectionColumnSettings = {},
): ElectionColumns {
  check('columns.elections', electionArguments, { rules, settings });
  const { invalid = 'wrong', quorums = [null], unreliable = [0], ks, than, bySubject, ...given } = settings;
  const resolved = over<RecountSettings>(defaults, given);
  const counted = than === undefined ? rules : [...rules, than];
  const ksOf = ({ options }: Election): readonly number[] => ks ?? options.map((_, place) => place + 1);
  const recounted = remembered((collaboration: Collaboration) => {
    const election = electionOf(collaboration);
    return quorums.flatMap((quorum) =>
      unreliable.map((replaced) => {
        checkBounds(election, quorum, replaced);
        return {
          fields: {
            ...(bySubject === true ? { subject: election.subject ?? 'no subject' } : {}),
            ...(quorum === null ? {} : { quorum }),
            ...(settings.unreliable === undefined ? {} : { unreliable: replaced }),
          },
          shares: recount(
            election,
            counted,
            { ...resolved, quorum, unreliable: replaced },
            ksOf(election),
          ).map((values) => values ?? (invalid === 'wrong' ? [] : null)),
        };
      }),
    );
  });
  /** A number in percent: a rule's share; 0 if an invalid profile counts as wrong; null if it does not count. */
  const percent = (values: readonly number[] | null | undefined, place: number): number | null =>
    values === null || values === undefined ? null : 100 * (values[place] ?? 0);
  const byRule =
    (of: (values: readonly number[] | null, all: readonly (readonly number[] | null)[]) => number | null) =>
    (collaboration: Collaboration): Measured[] =>
      recounted(collaboration).flatMap(({ fields, shares }) =>
        rules.map(({ name }, place) => ({
          rule: name,
          ...fields,
          value: of(shares[place] ?? null, shares),
        })),
      );
  const hitRate: MetricOf = (collaboration) =>
    recounted(collaboration).flatMap(({ fields, shares }) =>
      rules.flatMap(({ name }, place) =>
        ksOf(electionOf(collaboration)).map((k, at) => ({
          rule: name,
          ...fields,
          k,
          value: percent(shares[place], at + 1),
        })),
      ),
    );
  return {
    accuracy: { of: byRule((values) => percent(values, 0)), bounds: percentBounds },
    hitRate: { of: hitRate, bounds: percentBounds },
    ...(than === undefined
      ? {}
      : {
          gain: {
            of: byRule((values, all) => {
              const other = all.at(-1) ?? null;
              return values === null || other === null ? null : 100 * ((values[0] ?? 0) - (other[0] ?? 0));
            }),
            bounds: [-100, 100],
          },
        }),
    valid: {
      of: (collaboration) => {
        const { polls, dictators } = electionOf(collaboration);
        return [
          ...polls.map(({ kind, ballots }) => ({ ballot: kind, value: ballots.includes(null) ? 0 : 100 })),
          ...dictators.map(({ kind, ballot }) => ({
            ballot: `${kind} dictatorial`,
            value: ballot === null ? 0 : 100,
          })),
        ];
      },
      bounds: percentBounds,
    },
  };
}

function checkBounds({ raters, collaboration }: Election, quorum: number | null, unreliable: number): void {
  const most = quorum ?? raters.length;
  if (most > raters.length)
    throw new AgoraError(
      'setting',
      `columns.elections needs quorums from 1 to the ${raters.length} raters of collaboration ${collaboration}, got ${most}`,
    );
  if (unreliable > most)
    throw new AgoraError(
      'setting',
      `columns.elections needs numbers from 0 to the ${most} raters counted as unreliable, got ${unreliable}`,
    );
}
