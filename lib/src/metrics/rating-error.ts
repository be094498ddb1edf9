import { estimate, type Estimate } from './estimate';

/** Mean absolute error, in stars, with its standard error. Undefined errors (null) do not count. */
export function meanAbsoluteError(errors: readonly (number | null)[]): Estimate {
  return estimate(errors.map((error) => (error === null ? null : Math.abs(error))));
}

/**
 * Root of the mean squared error, in stars. Its standard error is by the delta method: that of the mean squared
 * error over 2 RMSE, for d sqrt(m) / dm = 1 / (2 sqrt(m)). It is rough for few collaborations. Where every error is
 * 0, so is the standard error.
 */
export function rootMeanSquaredError(errors: readonly (number | null)[]): Estimate {
  const squares = estimate(errors.map((error) => (error === null ? null : error * error)));
  if (squares.mean === null) return squares;
  const root = Math.sqrt(squares.mean);
  const { standardError, n } = squares;
  const rootStandardError = root === 0 ? 0 : (standardError ?? 0) / (2 * root);
  return { mean: root, standardError: standardError === null ? null : rootStandardError, n };
}
