import { Random } from '../random';
import type { Reply } from './model';

/** The most tries of one call. All waits have limits of their own. */
export const mostTries = 60;
/** The longest wait that an endpoint did not ask for, in milliseconds. */
const longestWait = 30_000;
/** The most failures of one call while others are answered. */
const mostFailures = 8;

/** What has happened to one call. `answered` is how many calls the endpoint has answered. */
export class Attempts {
  tries = 0;
  broken = 0;
  late = 0;
  unreachable = 0;
  /** Milliseconds of waiting since another call was answered. */
  waited = 0;
  /** The endpoint's last words. */
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

  /** Counts a failure. Whether this call fails again and again, and others are answered. */
  failsAlone(answered: number): boolean {
    if (++this.failures === 1) this.answeredAtFailure = answered;
    return this.failures >= mostFailures && answered > this.answeredAtFailure;
  }

  /** Waits double, so that an overloaded server recovers. They differ, so that callers do not return all at once. */
  nextWait(asked: number | undefined, answered: number): number {
    // An endpoint that answers other calls is alive, so patience begins anew.
    if (answered > this.answeredAtWait) this.waited = 0;
    this.answeredAtWait = answered;
    const bound = Math.min(longestWait, 500 * 2 ** Math.min(++this.waits, 10));
    return (
      Math.max(asked ?? 0, bound / 2) + Random.from(this.seed, 'wait', this.waits).uniform() * (bound / 2)
    );
  }
}

/** The reply to a question that the endpoint rejects. It costs nothing that we know of. */
export const refusalOf = (text: string): Reply => ({
  text: text.slice(0, 2000).toWellFormed(),
  finish: 'refused',
  usage: { input: 0, output: 0 },
});

/** Whether the endpoint rejected the question, so that no model has read it. */
export const isRejection = ({ finish, usage }: Reply): boolean =>
  finish === 'refused' && usage.input === 0 && usage.output === 0;

/** The first 300 characters of words from which secrets were removed. */
export function quote(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length <= 300 ? line : `${line.slice(0, 300).toWellFormed()}…`;
}

/** Waits, unless the signal aborts. */
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
