import { AgoraError } from '../agora-error';

/**
 * A passing trouble: asking again may help. Models throw it to `withRetries`, which turns it into one of the
 * errors 'model-unavailable' and 'request-failed' when it does not pass; nobody else sees it.
 */
export class TransientModelError extends AgoraError {
  constructor(
    message: string,
    /** unavailable: no answer came. malformed: something came that is no answer. */
    readonly trouble: 'unavailable' | 'malformed',
    /** How long the endpoint asks to wait, in milliseconds, when it says so. */
    readonly retryAfterMs?: number,
  ) {
    super('transient-model', message);
  }
}
