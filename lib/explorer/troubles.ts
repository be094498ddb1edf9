import type { Collaboration, Event } from '../protocols/protocol';

/** What is wrong with a reply: how it was unusable, or that it repeats itself until it breaks off. */
export function troubleOf(event: Event): string | null {
  if (event.type === 'unusable') return event.kind;
  return 'text' in event && typeof event.text === 'string' && loops(event.text) ? 'loop' : null;
}

/**
 * Whether a long text ends in a loop: most of its last third repeats earlier words. Models that are cut off at
 * their length limit often end so.
 */
export function loops(text: string): boolean {
  if (text.length < 1500) return false;
  const end = text.slice(-Math.max(1000, Math.floor(text.length / 3)));
  // A text without repeats has as many different pieces of 40 characters as places where one can begin.
  const places = end.length - 39;
  const pieces = new Set<string>();
  for (let at = 0; at < places; at++) pieces.add(end.slice(at, at + 40));
  return pieces.size < 0.4 * places;
}

/** The most frequent trouble of a collaboration, and how many replies had any. */
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
