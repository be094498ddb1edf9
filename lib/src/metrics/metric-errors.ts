/** A transcript lacks the score that a metric reads: it comes from another environment, or was never scored. */
export class MissingScoreError extends Error {
  readonly code = 'missing-score';
  override readonly name = 'MissingScoreError';
}

/** A metric was asked for with a setting that makes no sense. */
export class MetricSettingError extends Error {
  readonly code = 'metric-setting';
  override readonly name = 'MetricSettingError';
}
