import type { Race } from './elimination';

/** Marks all that stand on the lowest, or the highest, score. */
export function markExtreme({ standing, scores, doomed }: Race, which: 'lowest' | 'highest'): number {
  const sign = which === 'lowest' ? 1 : -1;
  let extreme = Infinity;
  for (let option = 0; option < standing.length; option++)
    if (standing[option] === 1) extreme = Math.min(extreme, sign * (scores[option] as number));
  let marked = 0;
  for (let option = 0; option < standing.length; option++)
    if (standing[option] === 1 && sign * (scores[option] as number) === extreme) marked += doomed[option] = 1;
  return marked;
}
