import { AgoraError } from 'agora-voting';
import { number, settings, whole } from 'agora-voting/internal';
import type { Settled } from './session';

/** How many unusable answers stop a run. */
export interface MaxFailures {
  /** The largest share of all questions, from 0 to 1. With 1 the run is never stopped. */
  readonly share: number;
  /** The number of questions before the limit applies. */
  readonly after: number;
}

export const usualMaxFailures: MaxFailures = Object.freeze({ share: 0.2, after: 20 });

export const maxFailuresSettings = settings({ share: number(0, 1), after: whole(1).optional() });

/** A share alone, or with the number of questions before it applies. */
export type MaxFailuresGiven = number | { readonly share: number; readonly after?: number };

export function readMaxFailures(given: MaxFailuresGiven | undefined): MaxFailures {
  if (given === undefined) return usualMaxFailures;
  const { share, after = usualMaxFailures.after } = typeof given === 'number' ? { share: given } : given;
  return { share, after };
}

/** How many questions have ended, and how many of them brought no usable answer. */
export interface QuestionCounts {
  readonly asked: number;
  readonly failed: number;
}

/**
 * Counts how questions end, and throws when too many of them fail. Where several processes play a run, the limit is on
 * the questions of all of them: the first twenty of a single one may go wrong by chance.
 */
export class FailureLimit {
  private asked = 0;
  private failed = 0;
  private others: QuestionCounts = { asked: 0, failed: 0 };
  private lastReason = '';

  constructor(private readonly most: MaxFailures | null) {}

  /**
   * Counts how a question ended. A refusal is unusable, even if it has the requested format.
   * @throws AgoraError 'too-many-failures' when the share of unusable answers exceeds the limit
   */
  count({ agent, phase, kind, isRefusal }: Settled): void {
    this.asked++;
    if (kind !== 'answered' || isRefusal) this.failed++;
    if (kind === 'answered' && isRefusal) this.note(`${agent}, ${phase}: the model declined to take part`);
    const { most } = this;
    const { asked, failed } = this.inAll();
    if (most === null || asked < most.after || failed <= most.share * asked) return;
    throw new AgoraError('too-many-failures', this.text(most));
  }

  /** The questions of this process. */
  own(): QuestionCounts {
    return { asked: this.asked, failed: this.failed };
  }

  /** Takes note of the questions of all other processes that play the run. */
  learn(others: QuestionCounts): void {
    this.others = others;
  }

  /** Stores why an answer was unusable, so that the error can quote it. */
  note(reason: string): void {
    this.lastReason = reason;
  }

  private inAll(): QuestionCounts {
    const { asked, failed, others } = this;
    return { asked: asked + others.asked, failed: failed + others.failed };
  }

  private text({ share }: MaxFailures): string {
    const { asked, failed } = this.inAll();
    const percent = Math.round((100 * failed) / asked);
    return (
      `${failed} of ${asked} questions (${percent}%) brought no usable answer, and the limit is ` +
      `${Math.round(100 * share)}% (maxFailures). The last one: ${this.lastReason}`
    );
  }
}
