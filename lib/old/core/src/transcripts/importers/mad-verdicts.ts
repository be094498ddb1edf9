import type { JsonObject } from 'agora-voting/internal';
import { readJson } from '../../read-json';
import type { ConversationEvents } from './conversation-events';

/** Whoever ended the debate, and on which translation. */
export interface DebateVerdict {
  readonly by: 'moderator' | 'judge';
  /** The side that the moderator preferred; null when a judge wrote a translation of its own. */
  readonly side: 'Affirmative side' | 'Negative side' | null;
  readonly translation: string;
}

const candidates = ['Affirmative side', 'Negative side'].map((side) => ({ id: side, by: [side] }));

/** The moderator's answer to one round. Returns the verdict when it prefers a side, which ends the debate. */
export function addModerator(events: ConversationEvents, round: number, text: string): DebateVerdict | null {
  const answer = readAnswer(events, round, 'moderator', 'Moderator', text);
  const preference = answer?.['Whether there is a preference'];
  const supported = answer?.['Supported Side'];
  const side = candidates.find(({ id }) => typeof supported === 'string' && id === `${supported} side`)?.id;
  const translation = answer?.['Correct Translation'];
  const preferred = preference === 'Yes' && side !== undefined && typeof translation === 'string';
  if (answer !== null && !preferred && preference !== 'No')
    events.failure(
      round,
      'moderator',
      'Moderator',
      'invalid',
      `it needs a preference "Yes" with a side and a translation, or "No"; got ${JSON.stringify(preference ?? null)} and ${JSON.stringify(supported ?? null)}`,
      text,
    );
  events.add({
    type: 'decision',
    round,
    phase: 'moderator',
    by: 'Moderator',
    candidates,
    tally: {},
    winners: preferred ? [side] : [],
    selected: preferred ? side : null,
    standing: preferred ? { candidate: side, proposal: { translation } } : null,
    score: {},
  });
  return preferred ? { by: 'moderator', side: side as DebateVerdict['side'], translation } : null;
}

/** The judge's answers after the last round: the candidates as it sees them, in free text, then its translation. */
export function addJudge(
  events: ConversationEvents,
  round: number,
  answers: readonly string[],
): DebateVerdict | null {
  for (const text of answers.slice(0, -1))
    events.note(round, 'judge/candidates', 'candidates', { text }, 'Judge');
  const last = answers.at(-1);
  if (last === undefined) return null;
  const answer = readAnswer(events, round, 'judge', 'Judge', last);
  const translation = answer?.['Correct Translation'];
  if (answer !== null && typeof translation !== 'string')
    events.failure(
      round,
      'judge',
      'Judge',
      'invalid',
      `it needs a "Correct Translation", got ${JSON.stringify(translation ?? null)}`,
      last,
    );
  const decided = typeof translation === 'string';
  events.add({
    type: 'decision',
    round,
    phase: 'judge',
    by: 'Judge',
    candidates: [{ id: 'Judge', by: ['Judge'] }],
    tally: {},
    winners: decided ? ['Judge'] : [],
    selected: decided ? 'Judge' : null,
    standing: decided ? { candidate: 'Judge', proposal: { translation } } : null,
    score: {},
  });
  return decided ? { by: 'judge', side: null, translation } : null;
}

/** Its words as a note; or, when no dictionary is in them, as a failure. Models write Python's quotes as well as JSON's. */
function readAnswer(
  events: ConversationEvents,
  round: number,
  phase: string,
  agent: string,
  text: string,
): JsonObject | null {
  const reading = readJson(text);
  if (
    !reading.ok ||
    typeof reading.value !== 'object' ||
    reading.value === null ||
    Array.isArray(reading.value)
  ) {
    const reason = reading.ok ? 'the answer is no dictionary' : reading.reason;
    events.failure(round, phase, agent, 'unparsed', reason, text);
    return null;
  }
  const answer = reading.value as JsonObject;
  events.note(round, phase, 'verdict', { answer }, agent);
  return answer;
}
