import type { Event, ReplyEvent } from './event';

/*
 * It runs in browsers too.
 */

/** The place, the agent and the kind of an event. Null if it has no agent or no place. */
function placeOf(event: Event): string | null {
  if (!('round' in event)) return null;
  const who = 'agent' in event ? event.agent : 'from' in event ? event.from : event.by;
  return who === undefined ? null : JSON.stringify([event.round, event.phase.split('/tools')[0], who]);
}

/**
 * Finds the reply behind an event. An agent may be asked several times at one place (`repeat`). For a failure it is the last
 * reply to that question. For the nth message (or proposal, ballot, ...) of a place it is the nth usable answer there, or the last
 * one if some answers were unusable (if none is usable: any answer). Events from another reading of the
 * record count if they have the same content.
 */
export function replyBehind(events: readonly Event[], event: Event): ReplyEvent | undefined {
  const place = placeOf(event);
  if (event.type === 'reply' || place === null) return event.type === 'reply' ? event : undefined;
  const here = events.filter((one) => placeOf(one) === place);
  const last = new Map<number, ReplyEvent>();
  for (const one of here) if (one.type === 'reply') last.set(one.repeat, one);
  if ('repeat' in event) return last.get(event.repeat);
  const failed = new Set(here.flatMap((one) => (one.type === 'failure' ? [one.repeat] : [])));
  const asked = [...last.values()].sort((a, b) => a.repeat - b.repeat);
  const used = asked.filter(({ repeat }) => !failed.has(repeat));
  const usable = used.length > 0 ? used : asked;
  const kindOf = (one: Event) => (one.type === 'note' ? `note ${one.kind}` : one.type);
  const alike = here.filter((one) => kindOf(one) === kindOf(event));
  const text = JSON.stringify(event);
  const at = alike.includes(event)
    ? alike.indexOf(event)
    : alike.findIndex((one) => JSON.stringify(one) === text);
  return usable[Math.max(0, usable.length - alike.length + Math.max(0, at))];
}
