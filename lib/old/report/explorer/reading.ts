import type { Detail } from '../src/explorer/data';
import { actorOf, entryOf, type Entry } from '../src/entries';
import { sightOf } from '../src/sight';
import { replyBehind } from 'agora-core/browser';
import type { View } from './view';

/** A line of the chat: a round's head, or an event in words. */
export type Line =
  | { readonly round: number; readonly event: null }
  | {
      readonly round: number;
      readonly event: number;
      readonly entry: Entry;
      /** Whether it was made of a reply that declines to take part. */
      readonly isRefusal: boolean;
    };

/** What is to be read of a collaboration, as the view wants it. */
export function linesOf(detail: Detail, { rounds, agents, seenBy }: View): Line[] {
  const lines: Line[] = [];
  const isSeen = seenBy === '' ? () => true : sightOf(detail, seenBy);
  const refused = refusedIn(detail);
  for (const [event, one] of detail.events.entries()) {
    const entry = entryOf(one);
    if (entry === null || (rounds.length > 0 && !rounds.includes(entry.round))) continue;
    if (agents.length > 0 && entry.agent !== null && !agents.includes(entry.agent)) continue;
    if (!isSeen(one)) continue;
    if (lines.at(-1)?.round !== entry.round) lines.push({ round: entry.round, event: null });
    const aside = seenBy === '' || seenBy === entry.agent ? entry.aside : '';
    lines.push({
      round: entry.round,
      event,
      entry: { ...entry, aside },
      isRefusal: refused.includes(event),
    });
  }
  return lines;
}

/** The messages, proposals and votes that were made of a reply which declines to take part. */
function refusedIn({ events }: Detail): number[] {
  const turnOf = (round: number, who: string | null) => `${round} ${who}`;
  const turns = new Set(
    events.flatMap((event) =>
      event.type === 'reply' && event.refusal === true ? [turnOf(event.round, event.agent)] : [],
    ),
  );
  if (turns.size === 0) return [];
  return events.flatMap((event, place) =>
    (event.type === 'message' || event.type === 'proposal' || event.type === 'vote') &&
    turns.has(turnOf(event.round, actorOf(event))) &&
    replyBehind(events, event)?.refusal === true
      ? [place]
      : [],
  );
}

/** The events that somebody may want to go to next. */
export const marks = {
  /** The first of several ballots of a vote that are not all the same, or a vote that selects nothing. */
  disagreement({ events }: Detail): number[] {
    const votes = new Map<string, number[]>();
    for (const [place, event] of events.entries())
      if (event.type === 'vote') {
        const key = `${event.round} ${event.phase}`;
        votes.set(key, [...(votes.get(key) ?? []), place]);
      }
    const ballotAt = (place: number) => JSON.stringify((events[place] as { ballot: unknown }).ballot);
    const split = [...votes.values()].filter((places) => new Set(places.map(ballotAt)).size > 1);
    const open = events.flatMap((event, place) =>
      event.type === 'decision' && event.selected === null ? [place] : [],
    );
    return [...split.map(([first]) => first!), ...open].sort((a, b) => a - b);
  },
  /**
   * An answer that could not be used, a tool that failed, or a refusal that was taken as a message; and the last decision of
   * a collaboration that ended without one, which says why.
   */
  failure(detail: Detail): number[] {
    const failed = detail.events.flatMap((event, place) =>
      event.type === 'failure' || (event.type === 'tool' && event.error !== undefined) ? [place] : [],
    );
    const isUndecided = detail.finished !== null && detail.finished.outcome === null;
    const last = isUndecided ? detail.events.findLastIndex(({ type }) => type === 'decision') : -1;
    const places = new Set([...failed, ...refusedIn(detail), ...(last < 0 ? [] : [last])]);
    return [...places].sort((a, b) => a - b);
  },
};

/**
 * Where two collaborations on one case part: the first decision of either after which another one stands; null where the
 * same stands in all rounds, or 'another case'.
 */
export function partsAt(
  one: Detail,
  other: Detail,
): { readonly round: number; readonly event: number } | null | 'another case' {
  if (JSON.stringify(one.instance) !== JSON.stringify(other.instance)) return 'another case';
  const standing = ({ events }: Detail) => {
    const byRound = new Map<number, { readonly event: number; readonly stands: string }>();
    for (const [event, decision] of events.entries())
      if (decision.type === 'decision')
        byRound.set(decision.round, { event, stands: JSON.stringify(decision.standing?.proposal ?? null) });
    return byRound;
  };
  const [left, right] = [standing(one), standing(other)];
  const rounds = [...new Set([...left.keys(), ...right.keys()])].sort((a, b) => a - b);
  const round = rounds.find((each) => left.get(each)?.stands !== right.get(each)?.stands);
  if (round === undefined) return null;
  const last = Math.max(-1, ...[...left.values()].map(({ event }) => event));
  return { round, event: left.get(round)?.event ?? last };
}
