import type { Event, FailureEvent, ReplyEvent, ToolEvent } from '../transcripts';

/*
 * What a run needs from the place where it is kept: which collaboration to play next, and where its events
 * are kept. How fast a model may be asked is the third part (`Limiter`, beside the models). A folder is the first
 * implementation of both (`folder-run.ts`): one process, nothing to install. A queue and a journal that workers share
 * are the second (`workers/queue.ts` and `workers/run-journal.ts`).
 */

/** A collaboration that is this process's to play until it finishes it or gives it back. */
export interface Claim {
  readonly index: number;
  /** How long the claim lasts without being renewed, in milliseconds; null: as long as the process runs. */
  readonly leaseMs: number | null;
  /** Extends the lease. @returns false if the lease has ended, so that another process may play it */
  renew(): Promise<boolean>;
  /** The collaboration is finished, and everything about it is in the journal. */
  finish(): Promise<void>;
  /** Leaves it to others. @param problem - why it could not be finished; undefined if the process only stops */
  giveBack(problem?: Error): Promise<void>;
}

/** Hands out the collaborations of a run, each to one process at a time. */
export interface WorkSource {
  /**
   * The next collaboration, or null if none is left for this process. May wait until one is given back.
   * @param signal - ends the wait
   */
  claim(signal: AbortSignal): Promise<Claim | null>;
  /** Whether a problem of one collaboration ends all that this process plays, rather than only that collaboration. */
  endsAll(problem: Error): boolean;
}

/** An event that cannot be derived again: an answer, the result of a tool, a question without an answer. */
export type Answered = ReplyEvent | ToolEvent | FailureEvent;

/**
 * Keeps the events of a run's collaborations. A collaboration that was begun before is played again from its recorded
 * answers, by whichever process.
 */
export interface Journal {
  /** The recorded events of a collaboration, in their order; none if nobody has begun it. */
  read(collaboration: number): Promise<readonly Event[]>;
  /**
   * Puts an answer once under its collaboration and call. It is durable when this resolves. A call ends in one way: its
   * reply and its failure have the same place, and the first of them is kept.
   * @param attempt - the attempt of the call that ended so; 0 for all else
   * @returns the answer on record: this one, or the one that another process has put under the same call before
   * @throws AgoraError 'record-write' when it cannot be kept; the run can be resumed
   */
  put<E extends Answered>(event: E, attempt: number): Promise<E>;
  /**
   * Puts an event that follows from answers. It is durable no later than `finish`; if it is lost before, it is derived
   * again.
   */
  append(event: Event): void;
  /** Lines of prompts.jsonl. They are durable no later than the next answer of the collaboration. */
  appendPrompt(collaboration: number, lines: string): void;
  /**
   * Makes everything durable that was put about a collaboration.
   * @param events - the whole collaboration, in the order of its protocol
   */
  finish(collaboration: number, events: readonly Event[]): Promise<void>;
}

/** A journal that keeps nothing, for rehearsals. */
export const noJournal: Journal = {
  read: () => Promise.resolve([]),
  put: (event) => Promise.resolve(event),
  append: () => undefined,
  appendPrompt: () => undefined,
  finish: () => Promise.resolve(),
};
