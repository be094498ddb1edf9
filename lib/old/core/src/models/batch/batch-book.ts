import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { makeFolder } from '../../project';
import { readLines } from '../../read-lines';

/** The file in a run's folder that lists its batches. */
export const batchesFileName = 'batches.jsonl';

const texts = z.array(z.string());
const line = z.discriminatedUnion('type', [
  // Before anything is sent. `plan` is sent with the batch, so that the batch can be found by it.
  z.object({
    type: z.literal('planned'),
    plan: z.string(),
    at: z.string(),
    endpoint: z.string(),
    model: z.string(),
    calls: texts,
  }),
  z.object({ type: z.literal('submitted'), plan: z.string(), batch: z.string(), file: z.string() }),
  // The endpoint knows no batch of this plan: its calls may be planned again.
  z.object({ type: z.literal('dropped'), plan: z.string() }),
  z.object({ type: z.literal('ended'), batch: z.string(), status: z.string() }),
  // These calls brought no answer: they may be planned again. `anew`: their attempts are counted from the beginning.
  z.object({ type: z.literal('released'), batch: z.string(), calls: texts, anew: z.boolean() }),
]);
export type BatchLine = z.infer<typeof line>;

/** A batch as it was planned. */
export interface PlannedBatch {
  readonly plan: string;
  readonly at: Date;
  readonly endpoint: string;
  readonly calls: readonly string[];
  /** The endpoint's name for it; undefined until it is known. */
  id: string | undefined;
  hasEnded: boolean;
}

/** The batch that a call is in, and how many batches it has been in. */
interface Place {
  batch: PlannedBatch | undefined;
  attempts: number;
}

/**
 * The batches of a run: which calls were submitted in which. Lines are only appended, and each is on disk before the
 * step that it announces, so that a killed run submits nothing twice. A line that a killed writer left unfinished is
 * removed.
 */
export class BatchBook {
  readonly file: string;
  private readonly plans = new Map<string, PlannedBatch>();
  private readonly batches = new Map<string, PlannedBatch>();
  private readonly places = new Map<string, Place>();

  /** @throws AgoraError 'corrupt-record' naming the line that cannot be read */
  constructor(folder: string) {
    this.file = join(folder, batchesFileName);
    if (!existsSync(this.file)) return;
    let torn: number | undefined;
    for (const { text, number, byte, complete } of readLines(this.file)) {
      if (complete) this.apply(this.read(text, number));
      else torn = byte;
    }
    if (torn !== undefined) truncateSync(this.file, torn);
  }

  /** The batch that a call was put into, if it may still answer it. */
  batchOf(call: string): PlannedBatch | undefined {
    return this.places.get(call)?.batch;
  }

  /** How many batches a call has been in. */
  attempts(call: string): number {
    return this.places.get(call)?.attempts ?? 0;
  }

  /** Batches that an endpoint may or may not have received. */
  undecided(endpoint: string): PlannedBatch[] {
    return [...this.plans.values()].filter((batch) => batch.id === undefined && batch.endpoint === endpoint);
  }

  /** Batches that were submitted, and whose answers have not been fetched. */
  open(): PlannedBatch[] {
    return [...this.batches.values()].filter(({ hasEnded }) => !hasEnded);
  }

  /** @throws AgoraError 'record-write'; nothing may be sent then */
  plan(given: { plan: string; endpoint: string; model: string; calls: string[] }): PlannedBatch {
    this.append({ type: 'planned', at: new Date().toISOString(), ...given });
    return this.plans.get(given.plan)!;
  }

  submitted({ plan }: PlannedBatch, batch: string, file: string): void {
    this.append({ type: 'submitted', plan, batch, file });
  }

  dropped({ plan }: PlannedBatch): void {
    this.append({ type: 'dropped', plan });
  }

  ended({ id = '', hasEnded }: PlannedBatch, status: string): void {
    if (!hasEnded) this.append({ type: 'ended', batch: id, status });
  }

  /** @param anew - whether their attempts are counted from the beginning */
  released({ id = '' }: PlannedBatch, calls: readonly string[], anew: boolean): void {
    if (calls.length > 0) this.append({ type: 'released', batch: id, calls: [...calls], anew });
  }

  private read(text: string, number: number): BatchLine {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // Reported below.
    }
    const reading = line.safeParse(value);
    if (reading.success) return reading.data;
    throw new AgoraError(
      'corrupt-record',
      `${this.file}, line ${number} cannot be read. It says which calls were submitted, so nothing is submitted now. ` +
        'Restore the file, or delete it to have all unanswered calls submitted again.',
    );
  }

  private append(entry: BatchLine): void {
    try {
      makeFolder(dirname(this.file));
      appendWhole(this.file, Buffer.from(`${JSON.stringify(entry)}\n`));
    } catch (error) {
      const { message } = error as Error;
      throw new AgoraError('record-write', `${this.file} cannot be written: ${message}`, { cause: error });
    }
    this.apply(entry);
  }

  private apply(entry: BatchLine): void {
    switch (entry.type) {
      case 'planned': {
        const { plan, endpoint, calls } = entry;
        const batch: PlannedBatch = {
          plan,
          at: new Date(entry.at),
          endpoint,
          calls,
          id: undefined,
          hasEnded: false,
        };
        this.plans.set(plan, batch);
        for (const call of calls) this.places.set(call, { batch, attempts: this.attempts(call) + 1 });
        return;
      }
      case 'submitted': {
        const batch = this.plans.get(entry.plan);
        if (batch === undefined) return;
        batch.id = entry.batch;
        this.batches.set(entry.batch, batch);
        return;
      }
      case 'dropped': {
        const batch = this.plans.get(entry.plan);
        this.plans.delete(entry.plan);
        if (batch !== undefined) this.free(batch, batch.calls, { attempts: -1 });
        return;
      }
      case 'ended': {
        const batch = this.batches.get(entry.batch);
        if (batch !== undefined) batch.hasEnded = true;
        return;
      }
      case 'released': {
        const batch = this.batches.get(entry.batch);
        if (batch !== undefined) this.free(batch, entry.calls, { attempts: entry.anew ? -Infinity : 0 });
      }
    }
  }

  private free(batch: PlannedBatch, calls: readonly string[], { attempts }: { attempts: number }): void {
    for (const call of calls) {
      const place = this.places.get(call);
      // A call that has been planned again since then belongs to its later batch.
      if (place?.batch !== batch) continue;
      place.batch = undefined;
      place.attempts = Math.max(0, place.attempts + attempts);
    }
  }
}

/** Writes a line through to the disk, or leaves the file as it was. */
function appendWhole(file: string, bytes: Buffer): void {
  const descriptor = openSync(file, 'a');
  const { size } = fstatSync(descriptor);
  try {
    for (let from = 0; from < bytes.length;) from += writeSync(descriptor, bytes, from);
    fsyncSync(descriptor);
  } catch (error) {
    ftruncateSync(descriptor, size);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** The submitted batches of a run folder whose answers have not been fetched. */
export function openBatches(folder: string): number {
  return existsSync(join(folder, batchesFileName)) ? new BatchBook(folder).open().length : 0;
}
