import { readCollaborations, type Collaboration, type RunDescription } from '../transcripts';

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

/** Why a run holds fewer collaborations than were asked for. */
export interface Stopped {
  readonly reason: 'budget' | 'interrupted';
  readonly message: string;
}

/**
 * A run on disk. Everything measured about it is a function of its collaborations, which are read from the
 * folder one by one each time they are asked for, in the order in which they were finished.
 */
export class Run implements Iterable<Collaboration> {
  constructor(
    readonly folder: string,
    readonly description: RunDescription,
    readonly finished: number,
    readonly requested: number,
    readonly totals: RunTotals,
    readonly stopped: Stopped | null,
  ) {}

  get name(): string {
    return this.description.name;
  }

  /** What kind of numbers this run gives. */
  get evidence(): Evidence {
    return this.description.model.evidence;
  }

  /** The finished collaborations that were asked for. */
  *collaborations(): Generator<Collaboration, void, undefined> {
    for (const collaboration of readCollaborations(this.folder, { unfinished: false })) {
      if (collaboration.index < this.requested) yield collaboration;
    }
  }

  [Symbol.iterator](): Generator<Collaboration, void, undefined> {
    return this.collaborations();
  }
}
