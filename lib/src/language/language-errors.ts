/** A setting of the language room makes no sense. */
export class LanguageSettingError extends Error {
  readonly code = 'language-setting';
  override readonly name = 'LanguageSettingError';
}

/** Labels do not fit what they are compared with: an unknown act, a message labelled that nobody expected. */
export class LabelMismatchError extends Error {
  readonly code = 'label-mismatch';
  override readonly name = 'LabelMismatchError';
}
