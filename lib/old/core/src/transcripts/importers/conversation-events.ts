import type { Json, JsonObject } from 'agora-voting/internal';
import { assemble } from '../read-run';
import type { Collaboration } from '../collaboration';
import { note, type Written } from '../note';
import { readEvent, type Event, type FinishedEvent, type Unplaced } from '../event';
import { importError } from './source-text';

/** Gathers one imported conversation's events, each checked as every recorded event is. */
export class ConversationEvents {
  private readonly events: Event[] = [];
  private finished: FinishedEvent | null = null;

  constructor(
    readonly file: string,
    readonly collaboration: number,
  ) {}

  /** @throws AgoraError 'conversation-import' when it is no sound event (a negative round, say) */
  add(event: Unplaced, line: number | null = null): void {
    const reading = readEvent({ ...event, collaboration: this.collaboration });
    if (!reading.ok) throw importError(this.file, line, `makes no ${event.type} event: ${reading.reason}`);
    this.events.push(reading.value);
    if (reading.value.type === 'finished') this.finished = reading.value;
  }

  note<Kind extends string>(
    round: number,
    phase: string,
    kind: Kind,
    data: Written<Kind>,
    by?: string,
    line: number | null = null,
  ): void {
    this.add(note(kind, { round, phase, ...(by === undefined ? {} : { by }) }, data), line);
  }

  /** A message; one without words is kept, and is on record as a failure too. */
  message(
    round: number,
    phase: string,
    message: { from: string; to: readonly string[]; visibleTo?: readonly string[]; text: string },
    line: number | null = null,
  ): void {
    this.add({ type: 'message', round, phase, ...message }, line);
    if (message.text.trim() === '')
      this.failure(round, phase, message.from, 'failed', 'the answer is empty', message.text, line);
  }

  failure(
    round: number,
    phase: string,
    agent: string,
    kind: 'unparsed' | 'invalid' | 'failed',
    reason: string,
    text: string,
    line: number | null = null,
  ): void {
    this.add({ type: 'failure', round, phase, agent, repeat: 0, kind, reason, text }, line);
  }

  finish(rounds: number, cause: string, outcome: Json, score: JsonObject): void {
    this.add({ type: 'finished', rounds, cause, outcome, score });
  }

  collect(): Collaboration {
    return assemble(this.collaboration, this.events, this.finished);
  }
}
