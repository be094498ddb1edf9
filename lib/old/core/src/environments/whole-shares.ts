/** Divides parts in proportion to the weights, in whole parts by largest remainder. Equal shares if no weight is above 0. */
export function wholeShares(weights: readonly number[], parts: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const wanted = weights.map((weight) => (total === 0 ? 1 / weights.length : weight / total) * parts);
  const shares = wanted.map(Math.floor);
  const left = parts - shares.reduce((sum, count) => sum + count, 0);
  const byRest = wanted
    .map((value, place) => ({ place, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.place - b.place);
  for (const { place } of byRest.slice(0, Math.round(left))) shares[place] = (shares[place] as number) + 1;
  return shares;
}
