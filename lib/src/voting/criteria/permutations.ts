/** All orders of 0 to `length` - 1, in lexicographic order. */
export function permutations(length: number): number[][] {
  if (length === 0) return [[]];
  const all: number[][] = [];
  const extend = (order: number[]): void => {
    if (order.length === length) all.push(order);
    else for (let next = 0; next < length; next++) if (!order.includes(next)) extend([...order, next]);
  };
  extend([]);
  return all;
}
