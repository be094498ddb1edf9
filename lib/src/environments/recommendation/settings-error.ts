/** A recommendation environment that makes no sense was asked for: no examples, a row that gives the answer away. */
export class RecommendationSettingError extends Error {
  readonly code = 'recommendation-setting';
  override readonly name = 'RecommendationSettingError';
}
