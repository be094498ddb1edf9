import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { covered, coveredOf, stillHolds } from './covered';
import type { Event, ReplyEvent } from './event';
import { eventsFileName, readEvents, readTakenBack } from './read-run';

/** Tokens that went in and came out. */
interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

/** Totals of a run's events. */
export class RunCounts {
  events = 0;
  readonly finished = new Set<number>();
  calls = 0;
  failures = 0;
  readonly tokens: Tokens = { inputTokens: 0, outputTokens: 0 };
  /** The tokens that were paid for. Cached replies cost nothing. */
  readonly paid: Tokens = { inputTokens: 0, outputTokens: 0 };

  add(event: Event): void {
    this.events++;
    if (event.type === 'finished') this.finished.add(event.collaboration);
    if (event.type === 'failure') this.failures++;
    if (event.type === 'reply') this.addCall(event);
  }

  /** A reply that no longer counts, but was paid for. */
  addTakenBack(reply: ReplyEvent): void {
    this.addCall(reply);
  }

  private addCall({ cached, inputTokens, outputTokens }: ReplyEvent): void {
    this.calls++;
    for (const tokens of cached ? [this.tokens] : [this.tokens, this.paid]) {
      tokens.inputTokens += inputTokens;
      tokens.outputTokens += outputTokens;
    }
  }
}

const count = z.number().int().nonnegative();
const tokens = z.object({ inputTokens: count, outputTokens: count });
const state = covered.extend({
  events: count,
  finished: z.array(count),
  calls: count,
  failures: count,
  tokens,
  paid: tokens,
});

export const stateFile = (folder: string): string => join(folder, 'state.json');

/** The text of state.json: the counts of a run's first bytes of events, and how one sees that these are unchanged. */
export function stateText(folder: string, counts: RunCounts, bytes: number): string {
  const read = coveredOf(join(folder, eventsFileName), bytes);
  return `${JSON.stringify({ ...read, ...counts, finished: [...counts.finished] })}\n`;
}

/**
 * The totals of a run, from state.json and the events after it. Without such a file, or if the events were cut or
 * edited since, all events are counted.
 * @throws AgoraError 'corrupt-record'
 */
export function readCounts(folder: string): RunCounts {
  const counts = new RunCounts();
  const known = readState(folder);
  if (known !== undefined) {
    const { finished, events, calls, failures, tokens, paid } = known;
    for (const index of finished) counts.finished.add(index);
    Object.assign(counts, { events, calls, failures, tokens, paid });
  } else for (const reply of readTakenBack(folder)) counts.addTakenBack(reply);
  const from = { byte: known?.bytes ?? 0, number: counts.events + 1 };
  for (const event of readEvents(folder, from)) counts.add(event);
  return counts;
}

function readState(folder: string): z.infer<typeof state> | undefined {
  const events = join(folder, eventsFileName);
  if (!existsSync(stateFile(folder)) || !existsSync(events)) return undefined;
  try {
    const known = state.parse(JSON.parse(readFileSync(stateFile(folder), 'utf8')));
    return stillHolds(events, known) ? known : undefined;
  } catch {
    // The events say it all; a state that cannot be read is as good as none.
    return undefined;
  }
}
