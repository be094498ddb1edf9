import { Random } from '../random';
import type { Reply } from './model';

/** The maximum number of tries per call. Waits have their own limits. */
export const mostTries = 60;
/** The longest wait, in milliseconds, unless the endpoint asks for a longer wait. */
const longestWait = 30_000;
/** The number of times that one call may fail while other calls succeed. */
const mostFailures = 8;

/** The history of one call. The methods receive `answered`, the number of calls that the endpoint has answered. */
export class Attempts {
  tries = 0;
  broken = 0;
  late = 0;
  unreachable = 0;
  /** Milliseconds that this call has waited since another call was last answered. */
  waited = 0;
  /** The endpoint's most recent error text. */
  last = '';
  private waits = 0;
  private answeredAtWait: number;
  private failures = 0;
  private answeredAtFailure = 0;

  constructor(
    private readonly seed: number,
    readonly answeredAtStart: number,
  ) {
    this.answeredAtWait = answeredAtStart;
  }

  /** Counts a failure. Returns whether this call keeps failing while other calls succeed. */
  failsAlone(answered: number): boolean {
    if (++this.failures === 1) this.answeredAtFailure = answered;
    return this.failures >= mostFailures && answered > this.answeredAtFailure;
  }

  /**
   * Returns how long to wait before the next try. Waiting times double, so that the server can recover. They also vary,
   * so that calls are not all repeated at the same moment.
   */
  nextWait(asked: number | undefined, answered: number): number {
    // An endpoint that answers other calls is alive, so the waiting time starts over.
    if (answered > this.answeredAtWait) this.waited = 0;
    this.answeredAtWait = answered;
    const bound = Math.min(longestWait, 500 * 2 ** Math.min(++this.waits, 10));
    return (
      Math.max(asked ?? 0, bound / 2) + Random.from(this.seed, 'wait', this.waits).uniform() * (bound / 2)
    );
  }
}

/** Returns the reply to record if the endpoint gave no answer. The cost is unknown and counts as 0 tokens. */
export const refusalOf = (text: string): Reply => ({
  text: text.slice(0, 2000).toWellFormed(),
  finish: 'refused',
  usage: { input: 0, output: 0 },
});

/** Returns whether a reply records that the endpoint gave no answer. */
export const isRejection = ({ finish, usage }: Reply): boolean =>
  finish === 'refused' && usage.input === 0 && usage.output === 0;

/** Returns the first 300 characters of a text. Callers must remove secrets from the text first. */
export function quote(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length <= 300 ? line : `${line.slice(0, 300).toWellFormed()}…`;
}

/** Waits. The promise is rejected if the signal aborts. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
