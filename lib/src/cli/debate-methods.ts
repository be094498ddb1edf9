import { AgoraError } from '../agora-error';
import {
  chainOfThought,
  groupDebate,
  mad,
  ms2mad,
  s2mad,
  selfConsistency,
  sparseMad,
  type Protocol,
} from '../protocols';
import { ruleByName } from '../voting';

/** The methods of S2-MAD's Table 1, by name, and MS2-MAD of Table 7. */
export const debateMethods: readonly string[] = ['CoT', 'CoT-SC', 'MAD', 'S-MAD', 'GD', 'S2-MAD', 'MS2-MAD'];

/**
 * The protocols that `--method` names.
 * @throws AgoraError 'command' for another name, and for a rule or a number of rounds where they do nothing
 */
export function debateProtocols(method: string, rounds: number | undefined, rule: string | undefined) {
  if (method !== 'all' && !debateMethods.includes(method))
    throw new AgoraError('command', `--method is all or one of ${debateMethods.join(', ')}, got "${method}"`);
  if (method === 'CoT' && rule !== undefined)
    throw new AgoraError('command', '--rule does nothing in CoT, which has one answer');
  if (method.startsWith('CoT') && rounds !== undefined)
    throw new AgoraError('command', `--rounds does nothing in ${method}, whose agent answers once`);
  const settings = { rounds: rounds ?? 4, ...(rule === undefined ? {} : { rule: ruleByName(rule) }) };
  const { rounds: _, ...single } = settings;
  const make: Readonly<Record<string, () => Protocol>> = {
    CoT: () => chainOfThought(),
    'CoT-SC': () => selfConsistency(single),
    MAD: () => mad(settings),
    'S-MAD': () => sparseMad(settings),
    GD: () => groupDebate(settings),
    'S2-MAD': () => s2mad(settings),
    'MS2-MAD': () => ms2mad(settings),
  };
  const wanted = method === 'all' ? debateMethods : [method];
  return wanted.map((name) => ({ name, protocol: (make[name] as () => Protocol)() }));
}
