import { AgoraError } from 'agora-voting';
import { check, text, whole } from 'agora-voting/internal';
import type { ChatModel } from '../models';
import { pricesOf } from '../models/prices';
import {
  readCollaborations,
  readPrompts,
  readRun,
  type Collaboration,
  type Event,
  type PromptMessage,
  type RunDescription,
} from '../transcripts';
import { replyBehind } from '../transcripts/reply-behind';
import { readCounts } from '../transcripts/run-counts';
import { stoppedText } from './progress';
import { RunTally } from './run-tally';
import { drawsAlike } from './sampling';
import { shardSize } from './shard';

export type Evidence = 'simulated' | 'recorded' | 'live';

/** Totals over all sessions of a run. */
export interface RunTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null if the model's prices are unknown. */
  readonly cost: number | null;
  /** Unusable answers. */
  readonly failures: number;
}

/**
 * Why a run has fewer collaborations than requested. failures: too many questions got no usable answer
 * (`maxFailures`). declined: `confirm` returned false.
 */
export interface Stopped {
  readonly reason: 'budget' | 'failures' | 'interrupted' | 'declined';
  readonly message: string;
}

/**
 * A run on disk. Everything measured about it is computed from its collaborations. They are read from the folder one
 * by one, in order, each time they are needed.
 * @example
 * const collaborations = (folder) => [...Run.open(folder)];
 */
export class Run implements Iterable<Collaboration> {
  /** Short for `get`. */
  readonly [index: number]: Collaboration;

  constructor(
    readonly folder: string,
    readonly description: RunDescription,
    readonly finished: number,
    readonly requested: number,
    readonly totals: RunTotals,
    readonly stopped: Stopped | null,
  ) {}

  /**
   * Opens an existing run, made here or elsewhere, in its current state.
   * @throws Error when the folder contains no run
   */
  static open(folder: string): Run {
    check('Run.open', text(4000), folder);
    const description = readRun(folder);
    const { name, collaborations, shard, model } = description;
    const requested = shardSize(collaborations, shard);
    const prices = model.evidence === 'live' ? pricesOf(model as unknown as ChatModel) : undefined;
    const tally = new RunTally(name, requested, prices ?? null, readCounts(folder), collaborations);
    const { finished } = tally;
    const message = stoppedText(tally.progress());
    const stopped = finished < requested ? ({ reason: 'interrupted', message } as const) : null;
    return new Run(folder, description, finished, requested, tally.totals(), stopped);
  }

  get name(): string {
    return this.description.name;
  }

  /** The kind of evidence that this run gives. */
  get evidence(): Evidence {
    return this.description.model.evidence;
  }

  /** The temperature of its answers; undefined if the endpoint chose it. */
  get temperature(): number | undefined {
    const { temperature } = this.description.sampling;
    return typeof temperature === 'number' ? temperature : undefined;
  }

  /** Whether nothing was drawn at random: temperature 0, or one seed for all calls to a repeatable model. */
  get drawsAlike(): boolean {
    const { sampling, facts } = this.description;
    return drawsAlike(sampling, facts?.['repeatable'] === true);
  }

  /**
   * The requested finished collaborations, in order. Those that finished before one of a lower number are kept in
   * memory. These are few, because a run begins collaborations in order and resumes unfinished ones first.
   */
  *collaborations(): Generator<Collaboration, void, undefined> {
    yield* this.inOrder(false);
  }

  /** Like `collaborations`, followed by the unfinished ones in their current state. */
  *withUnfinished(): Generator<Collaboration, void, undefined> {
    yield* this.inOrder(true);
  }

  private *inOrder(unfinished: boolean): Generator<Collaboration, void, undefined> {
    const early = new Map<number, Collaboration>();
    const open: Collaboration[] = [];
    const { collaborations, shard = { part: 1, of: 1 } } = this.description;
    let next = shard.part - 1;
    for (const collaboration of readCollaborations(this.folder, { unfinished })) {
      if (collaboration.index >= collaborations) continue;
      if (collaboration.finished === null) open.push(collaboration);
      else early.set(collaboration.index, collaboration);
      for (let ready = early.get(next); ready !== undefined; ready = early.get((next += shard.of))) {
        early.delete(next);
        yield ready;
      }
      if (next >= collaborations) return;
    }
    yield* [...early.values()].sort((a, b) => a.index - b.index);
    yield* open.sort((a, b) => a.index - b.index);
  }

  [Symbol.iterator](): Generator<Collaboration, void, undefined> {
    return this.collaborations();
  }

  /**
   * One collaboration by its number, from 0. Reads the run up to it; to read many, loop over the run.
   * @throws AgoraError 'collaboration' when it is not a finished one
   */
  get(index: number): Collaboration {
    check('run.get', whole(0), index);
    for (const collaboration of this) if (collaboration.index === index) return collaboration;
    throw new AgoraError(
      'collaboration',
      `"${this.name}" has no finished collaboration ${index}: ${this.finished} of ${this.requested} are finished, counted from 0`,
    );
  }

  /**
   * The messages of the prompt that led to an event (a message, a proposal, a vote, an answer). Null if no prompt is
   * recorded (a decision, a failed call, a run from before prompts were kept), or if the event is undefined, such as
   * the first vote of a run without votes.
   * @throws AgoraError 'collaboration' when the event's collaboration is not a finished one
   */
  prompt(event: Event | undefined): readonly PromptMessage[] | null {
    if (event === undefined || !('round' in event)) return null;
    const reply = event.type === 'reply' ? event : replyBehind(this.get(event.collaboration).events, event);
    if (reply === undefined) return null;
    return readPrompts(this.folder, event.collaboration).get(reply.request) ?? null;
  }

  /** The collaborations that pass a test. */
  filter(holds: (collaboration: Collaboration) => boolean): Collaboration[] {
    const found: Collaboration[] = [];
    for (const collaboration of this) if (holds(collaboration)) found.push(collaboration);
    return found;
  }
}

/** Looks up numbers that are not properties of the run: `run[3]`. */
const byNumber = new Proxy(Object.prototype, {
  get: (base, key, run: Run) =>
    typeof key === 'string' && /^\d+$/.test(key)
      ? run.get(Number(key))
      : (Reflect.get(base, key, run) as unknown),
});
Object.setPrototypeOf(Run.prototype, byNumber);
