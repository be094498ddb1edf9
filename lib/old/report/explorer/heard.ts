import type { MessageEvent } from 'agora-core/transcripts';
import type { Detail } from '../src/explorer/data';
import { actorOf } from '../src/entries';
import { presentIn, sightOf } from '../src/sight';

/** How much of what one said another heard. */
export interface Hearing {
  readonly from: string;
  readonly to: string;
  /** Messages that the other could have heard: it heard them, or did something in a later round. */
  readonly said: number;
  readonly heard: number;
}

/** Longer collaborations are left out: looking through the eyes of everybody would take seconds. */
const mostEvents = 20_000;

/**
 * Who heard whom, as the record tells it (`sightOf`); null where everybody heard everything. What was said at the end, when
 * nobody was asked any more, counts for nobody.
 * @param rounds - those that count; all where it is empty
 */
export function hearingsIn(detail: Detail, rounds: readonly number[]): readonly Hearing[] | null {
  const { events } = detail;
  if (events.length > mostEvents) return null;
  const messages = events.filter((event): event is MessageEvent => event.type === 'message');
  const speakers = new Set(messages.map(({ from }) => from));
  const last = new Map<string, number>();
  for (const event of events) {
    const actor = event.type === 'incident' ? null : actorOf(event);
    if (actor !== null && 'round' in event)
      last.set(actor, Math.max(event.round, last.get(actor) ?? -Infinity));
  }
  const hearers = presentIn(detail).filter((name) => detail.agents.includes(name) || speakers.has(name));
  const all = hearers.flatMap((to) => {
    const knows = sightOf(detail, to);
    const counted = messages.flatMap((message) => {
      if (message.from === to) return [];
      const isHeard = knows(message);
      const isLate = message.round >= (last.get(to) ?? -Infinity);
      return isHeard || !isLate ? [{ message: message, isHeard: isHeard }] : [];
    });
    return [...speakers].flatMap((from) => {
      if (from === to) return [];
      const own = counted.filter(({ message }) => message.from === from);
      return own.length === 0 ? [] : [{ from: from, to: to, own: own }];
    });
  });
  if (all.every(({ own }) => own.every(({ isHeard }) => isHeard))) return null;
  const isShown = (round: number) => rounds.length === 0 || rounds.includes(round);
  return all.map(({ from, to, own }) => {
    const shown = own.filter(({ message }) => isShown(message.round));
    return { from: from, to: to, said: shown.length, heard: shown.filter(({ isHeard }) => isHeard).length };
  });
}
