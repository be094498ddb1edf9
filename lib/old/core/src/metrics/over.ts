import { sum } from 'simple-statistics';
import { check, listOf, number } from 'agora-voting/internal';
import { meanOver, type Estimate } from '../row';

/*
 * Ways to aggregate a column's numbers, other than the mean.
 */

/**
 * The sum. It has no standard error, since everything was counted.
 * @example
 * metrics.totalOver([1, 2]); // => { value: 3, standardError: null }
 */
export function totalOver(numbers: readonly number[]): Pick<Estimate, 'value' | 'standardError'> {
  check('totalOver', listOf('numbers', number()), numbers);
  return { value: sum([...numbers]), standardError: null };
}

/**
 * The root of the mean square. Its standard error is by the delta method: that of the mean square divided by twice
 * the root, since d sqrt(m) / dm = 1 / (2 sqrt(m)). It is rough for few numbers. If every number is 0, so is the
 * error.
 */
export function rootMeanSquareOver(numbers: readonly number[]): Pick<Estimate, 'value' | 'standardError'> {
  const squares = meanOver(numbers.map((one) => one * one));
  const root = Math.sqrt(squares.value ?? 0);
  const error = root === 0 ? 0 : (squares.standardError ?? 0) / (2 * root);
  return { value: root, standardError: squares.standardError === null ? null : error };
}
