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

export type Evidence = 'simulated' | 'recorded' | 'live';

/** Totals over a run, all its sessions together. */
export interface RunTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null where the model's prices are not known. */
  readonly cost: number | null;
  /** Answers that could not be used. */
  readonly failures: number;
}

/**
 * Why a run holds fewer collaborations than were asked for. failures: too many questions brought no usable answer
 * (`maxFailures`). declined: whoever was asked did not want it begun.
 */
export interface Stopped {
  readonly reason: 'budget' | 'failures' | 'interrupted' | 'declined';
  readonly message: string;
}

/**
 * A run on disk. Everything measured about it is a function of its collaborations, which are read from the
 * folder one by one each time they are asked for, in their order.
 * @example
 * const collaborations = (folder) => [...Run.open(folder)];
 */
export class Run implements Iterable<Collaboration> {
  /** The same as `get`. */
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
   * A run that was made before, here or elsewhere, as it stands.
   * @throws Error when the folder holds none
   */
  static open(folder: string): Run {
    check('Run.open', text(4000), folder);
    const description = readRun(folder);
    const { name, collaborations: requested, model } = description;
    const prices = model.evidence === 'live' ? pricesOf(model as unknown as ChatModel) : undefined;
    const tally = new RunTally(name, requested, prices ?? null, readCounts(folder));
    const { finished } = tally;
    const message = stoppedText(tally.progress());
    const stopped = finished < requested ? ({ reason: 'interrupted', message } as const) : null;
    return new Run(folder, description, finished, requested, tally.totals(), stopped);
  }

  get name(): string {
    return this.description.name;
  }

  /** What kind of numbers this run gives. */
  get evidence(): Evidence {
    return this.description.model.evidence;
  }

  /** At which temperature its answers were drawn; undefined where that was left to the endpoint. */
  get temperature(): number | undefined {
    const { temperature } = this.description.sampling;
    return typeof temperature === 'number' ? temperature : undefined;
  }

  /** Whether nothing was drawn at random: temperature 0, or one seed for all calls of a model that repeats itself. */
  get drawsAlike(): boolean {
    const { sampling, facts } = this.description;
    return drawsAlike(sampling, facts?.['repeatable'] === true);
  }

  /**
   * The finished collaborations that were asked for, in their order. Memory holds those that were finished before one
   * of a lower number: few, as a run begins them in their order and goes on with what it left first.
   */
  *collaborations(): Generator<Collaboration, void, undefined> {
    yield* this.inOrder(false);
  }

  /** As `collaborations`, and after them those that are not finished, as far as they are. */
  *withUnfinished(): Generator<Collaboration, void, undefined> {
    yield* this.inOrder(true);
  }

  private *inOrder(unfinished: boolean): Generator<Collaboration, void, undefined> {
    const early = new Map<number, Collaboration>();
    const open: Collaboration[] = [];
    let next = 0;
    for (const collaboration of readCollaborations(this.folder, { unfinished })) {
      if (collaboration.index >= this.requested) continue;
      if (collaboration.finished === null) open.push(collaboration);
      else early.set(collaboration.index, collaboration);
      for (let ready = early.get(next); ready !== undefined; ready = early.get(++next)) {
        early.delete(next);
        yield ready;
      }
      if (next >= this.requested) return;
    }
    yield* [...early.values()].sort((a, b) => a.index - b.index);
    yield* open.sort((a, b) => a.index - b.index);
  }

  [Symbol.iterator](): Generator<Collaboration, void, undefined> {
    return this.collaborations();
  }

  /**
   * One collaboration by its number, counted from 0. Reads the run up to it: for many, loop over the run.
   * @throws AgoraError 'collaboration' when it is not among the finished ones
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
   * What an agent was shown before it wrote, proposed, voted or answered so: the messages of its prompt. Null where no
   * prompt is on record (a decision, a call that failed, a run made before prompts were kept), and where there is no event,
   * as in a run in which nobody has voted.
   * @throws AgoraError 'collaboration' when the event's is not among the finished ones
   */
  prompt(event: Event | undefined): readonly PromptMessage[] | null {
    if (event === undefined || !('round' in event)) return null;
    const reply = event.type === 'reply' ? event : replyBehind(this.get(event.collaboration).events, event);
    if (reply === undefined) return null;
    return readPrompts(this.folder, event.collaboration).get(reply.request) ?? null;
  }

  /** The collaborations of which something is true. */
  filter(holds: (collaboration: Collaboration) => boolean): Collaboration[] {
    const found: Collaboration[] = [];
    for (const collaboration of this) if (holds(collaboration)) found.push(collaboration);
    return found;
  }
}

/** What a run itself lacks is looked up here: `run[3]`. */
const byNumber = new Proxy(Object.prototype, {
  get: (base, key, run: Run) =>
    typeof key === 'string' && /^\d+$/.test(key)
      ? run.get(Number(key))
      : (Reflect.get(base, key, run) as unknown),
});
Object.setPrototypeOf(Run.prototype, byNumber);
