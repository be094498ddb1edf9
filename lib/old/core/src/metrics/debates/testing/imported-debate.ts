import type { Collaboration } from '../../../transcripts/collaboration';
import type { Event, FinishedEvent } from '../../../transcripts/event';
import { agentName, madeNote } from './made-debates';

/** A debate imported without proposals and replies: [round][agent] texts; everybody reads everybody. */
export function importedDebate(
  texts: readonly (readonly string[])[],
  { index = 0, summaries = [] as readonly string[] } = {},
): Collaboration {
  const agents = (texts[0] ?? []).map((_, place) => agentName(place));
  const events: Event[] = texts.flatMap((said, t) => [
    ...said.map((text, agent): Event => {
      const from = agentName(agent);
      const to = agents.filter((other) => other !== from);
      const visibleTo = summaries.length > 0 ? { visibleTo: [from, 'summarizer'] } : {};
      return {
        type: 'message',
        collaboration: index,
        round: t + 1,
        phase: 'debate',
        from,
        to,
        ...visibleTo,
        text,
      };
    }),
    ...summaries
      .slice(t, t + 1)
      .map((text) =>
        madeNote(
          'summary',
          { text },
          { collaboration: index, round: t + 1, phase: 'summary', by: 'summarizer' },
        ),
      ),
  ]);
  const finished: FinishedEvent = {
    type: 'finished',
    collaboration: index,
    rounds: texts.length,
    cause: 'all rounds were played',
    outcome: null,
    score: {},
  };
  const instance = { question: 'Which letter is right', answer: 'A' };
  return { index, instance, agents, events: [...events, finished], finished };
}

/** The last word of a text, when it is one capital; A is right. */
export const lastLetter = (text: string): { key: string; correct: boolean } | null => {
  const letter = /\b([A-Z])$/.exec(text)?.[1];
  return letter === undefined ? null : { key: letter, correct: letter === 'A' };
};

export const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
