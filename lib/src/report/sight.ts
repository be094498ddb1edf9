import type { Collaboration, Event } from '../transcripts';
import { actorOf } from './entries';

/*
 * What an agent got to know, as the record tells it. It runs in browsers too. What a question to an agent held, letter by
 * letter, is in its prompts.
 */

type Data = Readonly<Record<string, unknown>>;
const dataOf = ({ data }: { readonly data: unknown }): Data =>
  typeof data === 'object' && data !== null ? (data as Data) : {};
const listIn = (data: Data, key: string): readonly unknown[] => {
  const list = Object.hasOwn(data, key) ? data[key] : undefined;
  return Array.isArray(list) ? list : [];
};

/**
 * Tells which events an agent knows of: all that it did itself; of what others did, neither failures, tools and notes nor
 * messages to others alone. In a debate an agent reads its own group's members, of them those that it is linked to, and
 * the summaries of all groups; a view that was withheld from it ("already seen") it has not read. Of summaries elsewhere it
 * knows its own, and the instructor's.
 */
export function sightOf(
  { agents, events }: Pick<Collaboration, 'agents' | 'events'>,
  agent: string,
): (event: Event) => boolean {
  const notes = (kind: string) =>
    events.flatMap((event) => (event.type === 'note' && event.kind === kind ? [event] : []));
  const isDebate = notes('debate').length > 0;
  const [edges] = notes('edges').map((note) => dataOf({ data: dataOf(note)['reads'] }));
  const withheld = new Set(
    notes('filtered')
      .filter(({ by }) => by === agent)
      .flatMap((note) =>
        listIn(dataOf(note), 'dropped').map(
          (view) => `${note.round - 1} ${String(dataOf({ data: view })['from'])}`,
        ),
      ),
  );
  return (event) => {
    if (actorOf(event) === agent) return true;
    if (event.type === 'failure' || event.type === 'tool') return false;
    if (event.type === 'note')
      return (
        event.by === agent || (event.kind === 'summary' && (isDebate || !agents.includes(event.by ?? '')))
      );
    if (event.type !== 'message') return true;
    if (event.visibleTo !== undefined) return event.visibleTo.includes(agent);
    if (!isDebate) return true;
    const linked = edges === undefined || listIn(edges, agent).includes(event.from);
    return event.to.includes(agent) && linked && !withheld.has(`${event.round} ${event.from}`);
  };
}
