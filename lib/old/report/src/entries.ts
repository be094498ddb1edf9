import { actorOf } from 'agora-core/browser';
import type { Event } from 'agora-core/transcripts';

export { actorOf };

/*
 * Events in words, for everything that shows them. It runs in browsers too, so it knows nothing of Node.
 */

/** An event in words. */
export interface Entry {
  readonly kind: Event['type'];
  readonly round: number;
  readonly phase: string;
  /** Who did it; null where the group did. */
  readonly agent: string | null;
  readonly head: string;
  readonly text: string;
  /** An agent's private reason, or further details. */
  readonly aside: string;
  readonly failed: boolean;
}

/** How `inWords` writes what is neither a text nor a list or record. */
export interface Wording {
  readonly number: (value: number) => string;
  /** Other values, and what is nested deeper than `depth`. */
  readonly other: (value: unknown) => string;
  readonly depth: number;
}

const jsonWording: Wording = {
  number: (value) => String(Number(value.toPrecision(6))),
  other: (value) => JSON.stringify(value),
  depth: 9,
};

/** A nested value as "apples: 3, prices: (1, 2)"; by default one of JSON. */
export function inWords(value: unknown, wording = jsonWording, depth = 0): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return wording.number(value);
  const isRecord = Object.prototype.toString.call(value) === '[object Object]';
  if ((!isRecord && !Array.isArray(value)) || depth === wording.depth) return wording.other(value);
  const parts = Object.entries(value).map(([key, part]) => {
    const text = inWords(part, wording, depth + 1);
    return isRecord ? `${key}: ${text}` : text;
  });
  return depth === 0 ? parts.join(', ') : `(${parts.join(', ')})`;
}

/** What somebody did of whom a note is. */
const notes: Readonly<Record<string, string>> = {
  belief: 'believes',
  advice: 'is advised by the solver',
  filtered: 'is not shown all views',
  silent: 'is not asked',
  summary: 'sums up',
};

/** Whether nothing tells how a collaboration ended: it has no outcome, no vote was counted, and nothing was scored. */
export function hasUnknownEnd(
  events: readonly Event[],
  finished: Pick<Extract<Event, { readonly type: 'finished' }>, 'outcome' | 'score'> | null,
): boolean {
  if (finished === null || finished.outcome !== null) return false;
  return Object.keys(finished.score).length === 0 && !events.some(({ type }) => type === 'decision');
}

/** What a vote came to: a tie, what was selected, and what is the decision then. @param named - a candidate as it is called */
export function resultOf(
  { winners, selected, standing }: Extract<Event, { readonly type: 'decision' }>,
  named: (candidate: string) => string = (candidate) => candidate,
): string[] {
  const tie = winners.length > 1 ? [`a tie of ${winners.join(', ')}`] : [];
  if (selected !== null && selected === standing?.candidate)
    return [...tie, `${named(selected)} was selected: it is the decision now`];
  const selection = selected === null ? 'nothing was selected' : `${named(selected)} was selected`;
  const decision =
    standing === null ? 'there is no decision yet' : `the decision is still ${named(standing.candidate)}`;
  return [...tie, selection, decision];
}

/** Describes an event in words; null for replies, whose messages, proposals and ballots are separate events. */
export function entryOf(event: Event): Entry | null {
  if (event.type === 'started' || event.type === 'reply' || event.type === 'finished') return null;
  const { type: kind, round, phase } = event;
  const place = { kind, round, phase, agent: actorOf(event) };
  const entry = (head: string, text: string, aside = '', failed = false): Entry => ({
    ...place,
    head,
    text,
    aside,
    failed,
  });
  switch (event.type) {
    case 'message': {
      const to = event.visibleTo ?? event.to;
      const whom = to.length === 0 ? '' : ` to ${to.join(', ')}`;
      return entry(`${event.from}${whom}${event.visibleTo === undefined ? '' : ' (privately)'}`, event.text);
    }
    case 'proposal': {
      const what = event.candidate === null ? 'proposes nothing' : `proposes ${event.candidate}`;
      return entry(
        `${event.by} ${what}`,
        event.proposal === null ? '' : inWords(event.proposal),
        event.reason,
      );
    }
    case 'vote': {
      const { by, ballot, reason } = event;
      return ballot === null
        ? entry(`${by} abstains`, '', reason)
        : entry(`${by} votes`, inWords(ballot), reason);
    }
    case 'decision': {
      const points = Object.entries(event.tally).map(([id, count]) => `${id}: ${inWords(count)}`);
      const told = [points.join(', '), ...resultOf(event)].filter((part) => part !== '');
      return entry(`Decision by ${event.by}`, told.join('; '), inWords(event.score));
    }
    case 'failure':
      return entry(`${event.agent}: no usable answer (${event.kind})`, event.reason, event.text, true);
    case 'incident':
      return entry(`Endpoint, asked for ${event.agent}: ${event.kind}`, event.text);
    case 'tool': {
      const given = event.error ?? inWords(event.result);
      return entry(`${event.agent} calls ${event.name}`, event.arguments, given, event.error !== undefined);
    }
    case 'note': {
      const known = Object.hasOwn(notes, event.kind) ? notes[event.kind] : undefined;
      const head = event.by === undefined || known === undefined ? null : `${event.by} ${known}`;
      const by = event.by === undefined ? '' : ` (${event.by})`;
      const { errors, ...data } = Object(event.data) as { readonly errors?: unknown };
      return event.kind === 'belief'
        ? entry(head ?? event.kind, `off by ${inWords(errors)}`, inWords(data))
        : entry(head ?? `Note: ${event.kind}${by}`, inWords(event.data));
    }
  }
}
