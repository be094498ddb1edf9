import type { Collaboration } from '../../transcripts/collaboration';
import { readDebatePhase } from '../../transcripts/debate-phase';
import { notesOf } from './read-notes';

/** The candidates that each group's summary states, by "stage/group", both from 1. */
export function readSummaryAnswers(collaboration: Collaboration): Map<string, readonly string[]> {
  const answers = new Map<string, readonly string[]>();
  for (const { phase, data } of notesOf(collaboration, 'summary')) {
    const place = readDebatePhase(phase);
    const stated = (data as { readonly answers?: unknown } | null)?.answers;
    if (place !== null && Array.isArray(stated))
      answers.set(
        `${place.stage}/${place.group}`,
        stated.filter((one): one is string => typeof one === 'string'),
      );
  }
  return answers;
}
