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

/** The parts that Table 4 leaves out or changes. The paper does not define them; this is our reading. */
export const ablations: Readonly<Record<string, DebateOptions>> = {
  // A ring of all five in one group: in groups of two and three a ring leaves nothing out.
  'sparse topology': { topology: { kind: 'ring', neighbours: 1 }, groups: 1 },
  'no early stop': { earlyEnd: 'never' },
  'no jump': { participation: 'always' },
  'no filter': { filter: false },
};
