import type { Collaboration, Event } from '../protocols/protocol';

/**
 * Returns the fault in a reply: why the reply was unusable, or 'loop' if the end of the reply repeats itself. Returns
 * null if the reply has no fault.
 */
export function troubleOf(event: Event): string | null {
  if (event.type === 'unusable') return event.kind;
  return 'text' in event && typeof event.text === 'string' && loops(event.text) ? 'loop' : null;
}

/**
 * Returns whether a long text ends in a loop: most of its last third repeats earlier words. Replies that were cut off
 * at the length limit often end this way.
 */
export function loops(text: string): boolean {
  if (text.length < 1500) return false;
  const end = text.slice(-Math.max(1000, Math.floor(text.length / 3)));
  // In a text without repeats, every position starts a different piece of 40 characters.
  const places = end.length - 39;
  const pieces = new Set<string>();
  for (let at = 0; at < places; at++) pieces.add(end.slice(at, at + 40));
  return pieces.size < 0.4 * places;
}

/** Returns the most frequent fault in a collaboration's replies, and the number of replies with a fault. */
export function troublesOf({ events }: Pick<Collaboration, 'events'>): {
  count: number;
  commonest: string | null;
} {
  const counts = new Map<string, number>();
  for (const event of events) {
    const trouble = troubleOf(event);
    if (trouble !== null) counts.set(trouble, (counts.get(trouble) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, one], [, other]) => other - one);
  return { count: [...counts.values()].reduce((sum, some) => sum + some, 0), commonest: first?.[0] ?? null };
}
