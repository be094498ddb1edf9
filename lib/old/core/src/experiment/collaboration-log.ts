import { AgoraError } from 'agora-voting';
import { canonicalJson } from 'agora-voting/internal';
import type { CallIdentity } from '../models';
import type { Event, FailureEvent, ReplyEvent, ToolEvent } from '../transcripts';
import type { Answered, Journal } from './seam';

/** Identifies a call within its collaboration. */
export type CallPlace = Pick<CallIdentity, 'round' | 'phase' | 'agent' | 'repeat' | 'attempt'>;

type Bare<E> = E extends { collaboration: number } ? Omit<E, 'collaboration'> : never;

/**
 * The events of one collaboration, including those recorded by an earlier session. While there are recorded events,
 * each event of the protocol is compared with the record; after that, events are written. Answers are looked up in
 * the record.
 */
export class CollaborationLog {
  /** All events so far, in the order in which this session reached them. */
  readonly events: Event[] = [];
  /** Recorded replies, results of tools and failed calls, by call. */
  private readonly answered = new Map<string, ReplyEvent | ToolEvent | FailureEvent>();
  /** Other recorded events, in order; `replayed` counts those that the protocol has reached again. */
  private readonly past: Event[] = [];
  private replayed = 0;

  constructor(
    private readonly index: number,
    recorded: readonly Event[],
    private readonly journal: Pick<Journal, 'append' | 'put'>,
    /** Sees each event that is recorded now. */
    private readonly watch: (event: Event) => void,
  ) {
    for (const event of recorded) {
      if (event.type === 'reply') this.answered.set(callKey(event), event);
      else if (event.type === 'tool') this.answered.set(`${callKey(event)} tool ${event.call}`, event);
      else if (event.type === 'failure')
        this.answered.set(`${callKey({ ...event, attempt: 0 })} failure`, event);
      // Incidents of an endpoint are not part of the course, so they need not happen again.
      else if (event.type !== 'incident') this.past.push(event);
    }
  }

  /** The recorded results of a call; none in a collaboration that was never interrupted. */
  recalled(
    call: CallPlace,
    kind: '' | ' failure' | ` tool ${number}`,
  ): ReplyEvent | ToolEvent | FailureEvent | undefined {
    return this.answered.size === 0 ? undefined : this.answered.get(callKey(call) + kind);
  }

  /** Adds an event that is already recorded. */
  keep<E extends Event>(event: E): E {
    this.events.push(event);
    return event;
  }

  /** Records the result of a call. @returns the one on record, which another process may have recorded before */
  async put<E extends Answered>(event: E, attempt: number): Promise<E> {
    const recorded = await this.journal.put(event, attempt);
    this.watch(recorded);
    return this.keep(recorded);
  }

  /** Records what happened on the way to an answer. */
  note(event: Event): void {
    this.journal.append(event);
    this.watch(event);
    this.keep(event);
  }

  /** Adds the next event of the course. While there are recorded events, it must equal the next one. */
  course(bare: Bare<Event>): void {
    const event = { ...bare, collaboration: this.index } as Event;
    const past = this.past[this.replayed];
    this.keep(event);
    if (past === undefined) {
      this.journal.append(event);
      this.watch(event);
      return;
    }
    if (canonicalJson(past) !== canonicalJson(event)) {
      throw this.stale(`the ${event.type} event${'round' in event ? ` of round ${event.round}` : ''}`);
    }
    this.replayed++;
  }

  stale(what: string): AgoraError {
    return new AgoraError(
      'stale-run',
      `Collaboration ${this.index} cannot be resumed: ${what} differs from the record. The code or the data ` +
        'changed since it was begun. Start a new run (another name or folder), or go back to the version that began it.',
    );
  }
}

function callKey(call: CallPlace): string {
  return JSON.stringify([call.round, call.phase, call.agent, call.repeat, call.attempt]);
}
