import { solvePositiveDefinite } from './solve-positive-definite';
import { at, dot, sum } from './vectors';

/**
 * The lowest point of `sum exp(w) - weight * sum_i log(e_i . w - bound_i)`, by Newton's method with a line search.
 * @param rows - `e_i`, each summing to 1
 * @param start - a point inside: every `e_i . w` above its bound; -Infinity for goods that no row wants
 */
export function barrierCentre(
  rows: readonly (readonly number[])[],
  bounds: readonly number[],
  start: readonly number[],
  weight: number,
): number[] {
  const goods = start.flatMap((value, good) => (value === -Infinity ? [] : [good]));
  const slacks = (values: readonly number[]): number[] =>
    rows.map((row, agent) => dot(row, values) - at(bounds, agent));
  const height = (values: readonly number[]): number =>
    slacks(values).reduce(
      (total, slack) => (slack > 0 ? total - weight * Math.log(slack) : Infinity),
      valueOfSupply(values),
    );
  let values = [...start];
  for (let step = 0; step < 60; step++) {
    const slack = slacks(values);
    const gradient = goods.map(
      (good) =>
        Math.exp(at(values, good)) -
        sum(rows.map((row, agent) => (weight * at(row, good)) / at(slack, agent))),
    );
    const hessian = goods.map((one) =>
      goods.map(
        (two) =>
          (one === two ? Math.exp(at(values, one)) : 0) +
          sum(rows.map((row, agent) => (weight * at(row, one) * at(row, two)) / at(slack, agent) ** 2)),
      ),
    );
    const direction = solvePositiveDefinite(hessian, gradient);
    const decrement = dot(gradient, direction);
    if (!(decrement > 1e-12 * weight)) break;
    const move = (length: number): number[] => {
      const moved = [...values];
      goods.forEach((good, place) => (moved[good] = at(values, good) - length * at(direction, place)));
      return moved;
    };
    const before = height(values);
    let length = 1;
    while (length > 1e-10 && !(height(move(length)) <= before - 1e-4 * length * decrement)) length /= 2;
    if (length <= 1e-10) break;
    values = move(length);
  }
  return values;
}

/** What the whole supply is worth, given the logarithm of the value of each good. */
export function valueOfSupply(values: readonly number[]): number {
  return sum(values.map(Math.exp));
}
