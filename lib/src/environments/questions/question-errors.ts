/** A file of questions that is missing, damaged or makes no sense; the message names the file and the row. */
export class QuestionDataError extends Error {
  readonly code = 'question-data';
  override readonly name = 'QuestionDataError';
}

/** Questions were asked for that cannot be had: more than there are, no rater, an unknown option. */
export class QuestionSettingError extends Error {
  readonly code = 'question-setting';
  override readonly name = 'QuestionSettingError';
}
