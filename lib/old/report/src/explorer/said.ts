import { cueActs } from 'agora-core/internal';
import { messageLength, readingGrade } from 'agora-core/language';
import type { Collaboration } from 'agora-core/transcripts';
import type { Said } from './data';

/**
 * In longer collaborations grades and acts are left out: an act is told by the messages of the round before, all of
 * them.
 */
const most = 1000;

/**
 * What is shown next to each message, by its event's place: words, reading grade, and the dialogue acts of
 * `language.cueLabeller`. Information distance needs sentence embeddings, so it is shown only if it was measured:
 * `rows` of `columns.distance`.
 */
export function saidIn({ index, events }: Pick<Collaboration, 'index' | 'events'>): Record<number, Said> {
  const messages = [...events.entries()].flatMap(([event, one]) =>
    one.type === 'message'
      ? [{ event, target: { collaboration: index, round: one.round, agent: one.from, text: one.text } }]
      : [],
  );
  const wordsOnly = messages.length > most;
  return Object.fromEntries(
    messages.map(({ event, target }) => {
      const words = messageLength(target.text);
      if (wordsOnly) return [event, { words }];
      const previous = messages.flatMap((one) => (one.target.round === target.round - 1 ? [one.target] : []));
      return [event, { words, grade: readingGrade(target.text), acts: cueActs({ target, previous }) }];
    }),
  );
}
