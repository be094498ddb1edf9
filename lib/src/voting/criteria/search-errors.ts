/** A limit of a search makes no sense. The message quotes it. */
export class SearchLimitError extends Error {
  readonly code = 'search-limit';
  override readonly name = 'SearchLimitError';
}

/** The searcher cannot write ballots of this kind (points), or not under the rule's settings. */
export class UnsearchableRuleError extends Error {
  readonly code = 'unsearchable-rule';
  override readonly name = 'UnsearchableRuleError';
}

/** No criterion has this name. The message lists those that exist. */
export class UnknownCriterionError extends Error {
  readonly code = 'unknown-criterion';
  override readonly name = 'UnknownCriterionError';
}
