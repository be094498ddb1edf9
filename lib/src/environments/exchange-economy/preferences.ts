import type { EconomySettings } from './types';

/** The exponent of the good that an agent prefers. Source: RoundTable, section 4.1. */
const PREFERRED = 0.8;

/**
 * The paper's exponents, a row per agent and a column per good.
 *
 * - asymmetric (section 4.1): 0.8 for the agent's own good, 0.2 / (K - 1) for each other. With fewer goods than
 *   agents, the goods go round again.
 * - symmetric (Appendix D.2): 0.8 for the first good, for everybody. The others get 0.2 / (K - 1), or as printed
 *   0.2 / |I|; with K = |I| = 3 the printed ones sum to 0.8 + 2 x 0.2 / 3 = 0.933, not to 1.
 * - uniform (Appendix D.2): 1 / K each. The paper writes 1 / |I|, which is the same where goods are as many as agents.
 *
 * With a single good its exponent is 1, except in the printed symmetric set.
 */
export function preferenceExponents(
  set: 'asymmetric' | 'symmetric' | 'uniform',
  agents: number,
  goods: number,
  symmetricExponents: NonNullable<EconomySettings['symmetricExponents']> = 'normalized',
): number[][] {
  const others = (1 - PREFERRED) / (goods - 1);
  const row = (preferred: number, other: number): number[] =>
    Array.from({ length: goods }, (_, good) => (good === preferred ? PREFERRED : other));
  return Array.from({ length: agents }, (_, agent) => {
    if (set === 'symmetric' && symmetricExponents === 'printed') return row(0, (1 - PREFERRED) / agents);
    if (set === 'uniform' || goods === 1) return Array.from({ length: goods }, () => 1 / goods);
    return row(set === 'symmetric' ? 0 : agent % goods, others);
  });
}
