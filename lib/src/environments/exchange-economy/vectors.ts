/** Zero weights count for nothing, even against an infinite value. */
export function dot(weights: readonly number[], values: readonly number[]): number {
  return sum(weights.map((weight, place) => (weight === 0 ? 0 : weight * at(values, place))));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A number that is known to be there. */
export function at(numbers: readonly number[], place: number): number {
  return numbers[place] as number;
}
