import { check, object, whole } from '../../check';

/**
 * What an even split is worth in the asymmetric economy of K agents, as a percentage of the optimum. Each then has
 * 100 / K of everything and a utility of 100 / K; at the optimum each has 80 of its own good and 20 / (K - 1) of
 * each other. With three agents: 100 / (3 x 80^0.8 x 10^0.2) = 63.15%.
 */
export function evenSplitShare(agents: number): number {
  check('evenSplitShare', object('arguments', { agents: whole(2) }), { agents });
  return (100 * 100) / (agents * 80 ** 0.8 * (20 / (agents - 1)) ** 0.2);
}
