/** Courses that no policy can be fitted on or judged by: none at all, without rounds, or with rounds out of order. */
export class InvalidCourseError extends Error {
  readonly code = 'invalid-course';
  override readonly name = 'InvalidCourseError';
}

/** A policy or a cross-validation was asked for with a setting that makes no sense. */
export class StoppingSettingError extends Error {
  readonly code = 'stopping-setting';
  override readonly name = 'StoppingSettingError';
}
