import { AgoraError } from '../../agora-error';
import { z } from 'zod';
import { eventsOf, type Collaboration } from '../../transcripts/collaboration';
import { readDebatePhase } from '../../transcripts/debate-phase';
import type { NoteEvent } from '../../transcripts/event';

const names = z.array(z.string());
const setUpShape = z.object({
  method: z.string(),
  rounds: z.number().int().positive(),
  intraRounds: z.number().int().positive(),
  groups: z.array(names.min(1)).min(1),
  memory: z.enum(['last round', 'own answers', 'whole debate']).optional(),
  order: z.enum(['simultaneous', 'in turn']).optional(),
  summarise: z.enum(['all answers', 'different answers']).optional(),
});
const filteredShape = z.object({ dropped: z.array(z.object({ from: z.string(), why: z.string() })) });
/** As pairs: an object cannot be asked for an agent named "__proto__". */
const edgesShape = z.object({
  reads: z
    .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .transform((reads): [string, unknown][] => Object.entries(reads))
    .pipe(z.array(z.tuple([z.string(), names]))),
});

/** How a debate was set up. Not on record: memory of the last round, all at the same time, all answers summed up. */
export interface DebateSetUp {
  readonly method: string;
  readonly rounds: number;
  readonly intraRounds: number;
  /** The groups' members by name. */
  readonly groups: readonly (readonly string[])[];
  readonly memory: 'last round' | 'own answers' | 'whole debate';
  readonly order: 'simultaneous' | 'in turn';
  readonly summarise: 'all answers' | 'different answers';
}

/** A viewpoint that was kept from an agent. */
export interface Dropped {
  /** An agent, or "Group 2" for a summary. */
  readonly from: string;
  /** "own view" or "already seen". */
  readonly why: string;
}

/** Null where there is no such note: a single agent, or an imported debate. @throws AgoraError 'debate-record' */
export function readDebateSetUp(collaboration: Collaboration): DebateSetUp | null {
  const note = notesOf(collaboration, 'debate')[0];
  if (note === undefined) return null;
  const { memory, order, summarise, ...data } = readNote(setUpShape, note);
  return {
    ...data,
    memory: memory ?? 'last round',
    order: order ?? 'simultaneous',
    summarise: summarise ?? 'all answers',
  };
}

/** @throws AgoraError 'debate-record' */
export function readDropped(note: NoteEvent): readonly Dropped[] {
  return readNote(filteredShape, note).dropped;
}

/** Whom each agent reads; null where everybody reads the whole group. @throws AgoraError 'debate-record' */
export function readEdges(collaboration: Collaboration): ReadonlyMap<string, readonly string[]> | null {
  const note = notesOf(collaboration, 'edges')[0];
  return note === undefined ? null : new Map(readNote(edgesShape, note).reads);
}

const summaryShape = z.object({
  answers: z.array(z.string()).optional(),
  of: z.array(z.string()).optional(),
});

/** A summary that could be used. */
export interface RecordedSummary {
  /** The candidates that it states. */
  readonly answers: readonly string[];
  /** The members whose answers it was made of; null where that is not on record. */
  readonly of: readonly string[] | null;
}

/** Each group's summary by "stage/group", both from 1; a group that was not summed up is absent. @throws AgoraError 'debate-record' */
export function readSummaries(collaboration: Collaboration): ReadonlyMap<string, RecordedSummary> {
  const summaries = new Map<string, RecordedSummary>();
  for (const note of notesOf(collaboration, 'summary')) {
    const place = readDebatePhase(note.phase);
    if (place === null) continue;
    const { answers = [], of = null } = readNote(summaryShape, note);
    summaries.set(`${place.stage}/${place.group}`, { answers, of });
  }
  return summaries;
}

export function notesOf(collaboration: Collaboration, kind: string): NoteEvent[] {
  return eventsOf(collaboration, 'note').filter((note) => note.kind === kind);
}

/** A note's data. @throws AgoraError 'debate-record' when it is not what such a note holds */
function readNote<Shape extends z.ZodType>(shape: Shape, note: NoteEvent): z.infer<Shape> {
  const reading = shape.safeParse(note.data);
  if (reading.success) return reading.data;
  const [issue] = reading.error.issues;
  throw new AgoraError(
    'debate-record',
    `the note of kind "${note.kind}" of collaboration ${note.collaboration}, round ${note.round}, is not one: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}
