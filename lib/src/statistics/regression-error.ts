/** A regression was asked for on data that cannot carry one. The message names the row or column and the bad value. */
export class InvalidRegressionError extends Error {
  readonly code = 'invalid-regression';
  override readonly name = 'InvalidRegressionError';
}
