import { useEffect, useState } from 'preact/hooks';
import type { Annotation } from 'agora-core/browser';
import type { Event } from 'agora-core/transcripts';
import { actorOf, entryOf } from '../src/entries';
import { load } from './details';
import type { View } from './view';
import { Wide } from './wide';

/** A tagged message or collaboration, with the tags of all readers. */
interface Tagged {
  readonly collaboration: number;
  /** Null where the whole collaboration is tagged. */
  readonly event: number | null;
  readonly tags: readonly string[];
}

/** Who is counted for what nobody alone did: a decision, or a whole collaboration. */
const nobody = 'no agent';

/** What is tagged, in the order of reading; what several readers tagged alike is there once. A star is a tag. */
export function taggedIn(all: readonly Annotation[]): Tagged[] {
  const found = new Map<string, Set<string>>();
  for (const { collaboration, event, tags, star } of all) {
    const own = [...tags, ...(star ? ['starred'] : [])];
    if (own.length === 0) continue;
    const key = JSON.stringify([collaboration, event]);
    found.set(key, new Set([...(found.get(key) ?? []), ...own]));
  }
  return [...found]
    .map(([key, tags]) => {
      const [collaboration, event] = JSON.parse(key) as [number, number | null];
      return { collaboration: collaboration, event: event, tags: [...tags].sort() };
    })
    .sort((a, b) => a.collaboration - b.collaboration || (a.event ?? -1) - (b.event ?? -1));
}

/** How often each agent's messages, proposals and votes have each tag, as `columns.tags(run, { by: 'agent' })` counts. */
export function countsOf(
  tagged: readonly Tagged[],
  eventOf: (one: Tagged) => Event | null,
): { readonly agents: readonly string[]; readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>> } {
  const counts = new Map<string, Map<string, number>>();
  const agents = new Set<string>();
  for (const one of tagged) {
    const event = eventOf(one);
    const agent = (event === null ? null : actorOf(event)) ?? nobody;
    agents.add(agent);
    for (const tag of one.tags) {
      const own = counts.get(tag) ?? new Map<string, number>();
      own.set(agent, (own.get(agent) ?? 0) + 1);
      counts.set(tag, own);
    }
  }
  const named = [...agents].filter((agent) => agent !== nobody).sort();
  return { agents: agents.has(nobody) ? [...named, nobody] : named, counts: counts };
}

/** How much of a message a link to it tells. */
const longest = 60;

/** What a link to it says: "collaboration 3, round 1, Ann to Ben: I would rather …". */
function told({ collaboration, event }: Tagged, found: Event | null): string {
  const entry = found === null ? null : entryOf(found);
  const where = `collaboration ${collaboration}`;
  if (event === null) return where;
  if (entry === null) return `${where}, event ${event}`;
  const text = entry.text.replace(/\s+/g, ' ').trim();
  const cut = text.length > longest ? `${text.slice(0, longest).replace(/\s\S*$/, '')} …` : text;
  return `${where}, round ${entry.round}, ${entry.head}${cut === '' ? '' : `: ${cut}`}`;
}

/** The tagged events, once their collaborations are read. */
function useEvents(run: number, tagged: readonly Tagged[]): (one: Tagged) => Event | null {
  const [known, keep] = useState<ReadonlyMap<string, readonly Event[]>>(new Map());
  const wanted = [...new Set(tagged.map(({ collaboration }) => collaboration))].join();
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      for (const index of wanted
        .split(',')
        .filter((one) => one !== '')
        .map(Number)) {
        const key = `${run} ${index}`;
        if (known.has(key)) continue;
        const { events } = await load(run, index);
        if (!isWanted) return;
        keep((before) => new Map([...before, [key, events]]));
      }
    };
    // A collaboration that cannot be read says why where it is opened.
    read().catch(() => undefined);
    return () => void (isWanted = false);
  }, [run, wanted]);
  return ({ collaboration, event }) =>
    event === null ? null : (known.get(`${run} ${collaboration}`)?.[event] ?? null);
}

/** What is tagged in a run: how often by agent, and a link to each. */
export function TagTable({
  run,
  all,
  change,
}: {
  readonly run: number;
  readonly all: readonly Annotation[];
  readonly change: (parts: Partial<View>) => void;
}) {
  const tagged = taggedIn(all);
  const eventOf = useEvents(run, tagged);
  if (tagged.length === 0) return null;
  const { agents, counts } = countsOf(tagged, eventOf);
  const tags = [...counts].sort(([a], [b]) => a.localeCompare(b, 'en'));
  return (
    <div class="tagged">
      <Wide>
        <table aria-label="Tags by agent">
          <thead>
            <tr>
              <th scope="col">tag</th>
              {agents.map((agent) => (
                <th key={agent} scope="col" class="number">
                  <bdi>{agent}</bdi>
                </th>
              ))}
              <th scope="col" class="number">
                all
              </th>
            </tr>
          </thead>
          <tbody>
            {tags.map(([tag, own]) => (
              <tr key={tag}>
                <th scope="row">
                  <bdi>{tag}</bdi>
                </th>
                {agents.map((agent) => (
                  <td key={agent} class="number">
                    {own.get(agent) ?? 0}
                  </td>
                ))}
                <td class="number">{[...own.values()].reduce((sum, one) => sum + one, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <ul aria-label="What is tagged">
        {tagged.map((one) => (
          <li key={`${one.collaboration} ${one.event}`}>
            <button
              type="button"
              class="place"
              onClick={() =>
                change({ run: run, index: one.collaboration, event: one.event, among: [], beside: null })
              }
            >
              <bdi>{told(one, eventOf(one))}</bdi>
              <span class="quiet">
                <bdi>{one.tags.join(', ')}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
