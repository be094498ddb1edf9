import type { Collaboration } from '../../transcripts/collaboration';
import { readDebatePhase } from '../../transcripts/debate-phase';
import { notesOf } from '../../transcripts/note';

/** A summary that could be used. */
export interface RecordedSummary {
  /** The candidates that it states. */
  readonly answers: readonly string[];
  /** The members whose answers it was made of; null where that is not on record. */
  readonly of: readonly string[] | null;
}

/** Each group's summary by "stage/group", both from 1; a group that was not summed up is absent. @throws AgoraError 'note' */
export function readSummaries(collaboration: Collaboration): ReadonlyMap<string, RecordedSummary> {
  const summaries = new Map<string, RecordedSummary>();
  for (const note of notesOf(collaboration, 'summary')) {
    const place = readDebatePhase(note.phase);
    if (place === null) continue;
    const { answers = [], of = null } = note.data;
    summaries.set(`${place.stage}/${place.group}`, { answers, of });
  }
  return summaries;
}
