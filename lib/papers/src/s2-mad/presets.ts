import {
  chainOfThought,
  type DebateOptions,
  groupDebate,
  mad,
  ms2mad,
  type Protocol,
  s2mad,
  selfConsistency,
  sparseMad,
} from 'agora-core/protocols';
import type { PublishedRow } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { check, having, object } from 'agora-voting/internal';

type Method = 'CoT' | 'CoT-SC' | 'MAD' | 'S-MAD' | 'GD' | 'S2-MAD' | 'MS2-MAD';

/**
 * The methods of S2-MAD's Table 1, by their names there, and MS2-MAD of Table 7. A chain of thought takes none of the
 * options, self-consistency only the rule.
 * @example
 * import { papers } from 'agora-lab';
 * papers.s2mad.methods['S-MAD']({ rounds: 4 }).settings.topology; // => { kind: 'ring', neighbours: 1 }
 */
export const methods: Readonly<Record<Method, (options?: DebateOptions) => Protocol>> = {
  CoT: () => chainOfThought(),
  'CoT-SC': (options) => selfConsistency(options?.rule === undefined ? {} : { rule: options.rule }),
  MAD: mad,
  'S-MAD': sparseMad,
  GD: groupDebate,
  'S2-MAD': s2mad,
  'MS2-MAD': ms2mad,
};

/** What Table 4 leaves out or changes, which the paper does not define: our reading. */
export const ablations: Readonly<Record<string, DebateOptions>> = {
  // A ring of all five in one group: in groups of two and three a ring leaves nothing out.
  'sparse topology': { topology: { kind: 'ring', neighbours: 1 }, groups: 1 },
  'no early stop': { earlyEnd: 'never' },
  'no jump': { participation: 'always' },
  'no filter': { filter: false },
};

const rowGiven = object('arguments', { row: having('a row of papers.s2mad', { setting: 'object' }) });

/**
 * The debate of a row of S2-MAD's tables: "GD(8,3)" is GroupDebate of eight agents in three rounds. Without a printed
 * size it has five agents and four rounds. Groups and omitted parts (Table 4) are those of the row.
 * @param more - settings that the row does not state, such as how texts are compared (Table 2)
 * @throws AgoraError 'published-data' for a row of another paper
 * @example
 * import { papers } from 'agora-lab';
 * papers.s2mad.debateOf(papers.s2mad.table3.published.rows[2]).protocol.settings.groups; // => [2, 6]
 */
export function debateOf(
  row: PublishedRow,
  more: DebateOptions = {},
): { readonly protocol: Protocol; readonly agents: number } {
  check('debateOf', rowGiven, { row });
  const { method, groups, ablation } = row.setting ?? {};
  const [, name = '', first, rounds = '4'] = /^([^(]+)(?:\((\d+)(?:,(\d+))?\))?$/.exec(String(method)) ?? [];
  if (!Object.hasOwn(methods, name))
    throw new AgoraError('published-data', `debateOf knows no method ${JSON.stringify(method)}`);
  if (name === 'CoT-SC') return { protocol: selfConsistency({ paths: Number(first) }), agents: 5 };
  const split = groups === undefined ? {} : { groups: String(groups).split('+').map(Number) };
  const options = { rounds: Number(rounds), ...split, ...ablations[String(ablation)], ...more };
  return { protocol: methods[name as Method](options), agents: Number(first ?? 5) };
}
