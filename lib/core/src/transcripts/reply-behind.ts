import type { Event, ReplyEvent } from './event';

/*
 * It runs in browsers too.
 */

/** Where an event stands and whose it is, with what kind it is; null where it is nobody's, or at no place. */
function placeOf(event: Event): string | null {
  if (!('round' in event)) return null;
  const who = 'agent' in event ? event.agent : 'from' in event ? event.from : event.by;
  return who === undefined ? null : JSON.stringify([event.round, event.phase.split('/tools')[0], who]);
}

/**
 * The reply behind an event. Somebody may be asked several times at one place (`repeat`): a failure's is the last of its
 * own asking; the nth message (or proposal, ballot, ...) of a place is made of the nth usable answer there, and of the last
 * ones where answers came to nothing (of any, where none is usable: a note on one). Of events from another reading of the
 * record those count that hold the same.
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
