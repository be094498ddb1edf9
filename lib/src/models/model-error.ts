/** The endpoint as a whole cannot be used now. Nothing is lost: a run stops and can be resumed. */
export class ModelUnavailableError extends Error {
  readonly code = 'model-unavailable';
  override readonly name = 'ModelUnavailableError';
}

/** This one request has no answer (too long, filtered, or nonsense in return). A run counts it and goes on. */
export class RequestFailedError extends Error {
  readonly code = 'request-failed';
  override readonly name = 'RequestFailedError';
}

/** The next call could cost more than the budget leaves. A run stops cleanly and can be resumed with more. */
export class BudgetExhaustedError extends Error {
  readonly code = 'budget-exhausted';
  override readonly name = 'BudgetExhaustedError';
}

/** A setting is missing or makes no sense: no key, no such model, a malformed address. */
export class ModelSettingError extends Error {
  readonly code = 'model-setting';
  override readonly name = 'ModelSettingError';
}

/**
 * A passing trouble: asking again may help. Models throw it to `withRetries`, which turns it into one of the
 * errors above when it does not pass; nobody else sees it.
 */
export class TransientModelError extends Error {
  readonly code = 'transient-model';
  override readonly name = 'TransientModelError';
  constructor(
    message: string,
    /** unavailable: no answer came. malformed: something came that is no answer. */
    readonly trouble: 'unavailable' | 'malformed',
    /** How long the endpoint asks to wait, in milliseconds, when it says so. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}
