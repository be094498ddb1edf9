import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Detail } from '../src/explorer/data';
import { replyBehind } from 'agora-core/browser';
import type { Event, ReplyEvent } from 'agora-core/transcripts';
import { inWords } from '../src/entries';
import { Chart } from './chart';
import { load, runs } from './details';
import { linesOf, type Line } from './reading';
import type { View } from './view';
import { LongList } from './long-list';

/** A collaboration once it is there; what went wrong, if it cannot be read. */
export function useDetail(run: number | null, index: number | null): Detail | Error | null {
  const [held, hold] = useState<{ key: string; detail: Detail | Error } | null>(null);
  const key = `${run} ${index}`;
  useEffect(() => {
    if (run === null || index === null) return;
    let wanted = true;
    const keep = (detail: Detail | Error) => wanted && hold({ key, detail });
    load(run, index).then(keep, (error: unknown) => keep(error as Error));
    return () => void (wanted = false);
  }, [key]);
  return held?.key === key ? held.detail : null;
}

interface Reading {
  readonly detail: Detail;
  readonly run: number;
  readonly view: View;
  readonly change: (parts: Partial<View>) => void;
}

/** On a narrow screen what is read comes first. */
const isNarrow = matchMedia('(max-width: 800px)').matches;

const roundName = (round: number) => (round === 0 ? 'Before the first round' : `Round ${round}`);

/** Rounds by agents: how many words were said, who was silent, and whose answer could not be used. */
function Grid({ detail, run, view, change }: Reading) {
  const byRound = useMemo(() => {
    const found = new Map<number, { readonly event: Event; readonly place: number }[]>();
    for (const [place, event] of detail.events.entries()) {
      if (!('round' in event)) continue;
      const own = found.get(event.round);
      if (own === undefined) found.set(event.round, [{ event, place }]);
      else own.push({ event, place });
    }
    return found;
  }, [detail]);
  const rounds = [...byRound.keys()].sort((a, b) => a - b);
  const cell = (agent: string, round: number) => {
    const own = byRound.get(round) ?? [];
    const failed = own.find(({ event }) => event.type === 'failure' && event.agent === agent);
    const said = own.filter(({ event }) => event.type === 'message' && event.from === agent);
    const words = said.reduce((sum, one) => sum + (detail.said[one.place]?.words ?? 0), 0);
    const done = own.find(({ event }) => 'by' in event && event.by === agent);
    const votes = own.some(({ event }) => event.type === 'vote' && event.by === agent);
    const kind =
      failed?.event.type === 'failure'
        ? failed.event.kind
        : said.length > 0
          ? ''
          : votes
            ? 'votes'
            : 'silent';
    const place = (failed ?? said[0] ?? done)?.place;
    return { kind, text: kind === '' ? String(words) : kind === 'silent' ? '·' : kind, place };
  };
  return (
    <table class="grid" aria-label="Words by round and agent">
      <thead>
        <tr>
          <th scope="col">words</th>
          {rounds.map((round) => (
            <th scope="col" key={round}>
              {round}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {detail.agents.map((agent) => (
          <tr key={agent}>
            <th scope="row">{agent}</th>
            {rounds.map((round) => {
              const { kind, text, place } = cell(agent, round);
              const chosen = place !== undefined && place === view.event && run === view.run;
              return (
                <td key={round} class={kind}>
                  <button
                    type="button"
                    class={chosen ? 'chosen' : ''}
                    disabled={place === undefined}
                    aria-label={`${agent}, round ${round}: ${kind === '' ? `${text} words` : kind}`}
                    onClick={() => change({ event: place ?? null })}
                  >
                    {text}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const shownNumber = (value: number) => String(Number(value.toPrecision(4)));

function ChatLine({ line, detail, view, change, run }: Reading & { readonly line: Line }) {
  const numbers = (agent: string | null) =>
    detail.numbers
      .filter((one) => one.round === line.round && one.agent === agent)
      .map(({ column, value }) => `${column} ${shownNumber(value)}`)
      .join(', ');
  if (line.event === null)
    return (
      <h3>
        {roundName(line.round)} <span class="quiet">{numbers(null)}</span>
      </h3>
    );
  const { entry, event } = line;
  const chosen = event === view.event && run === view.run;
  const { words, grade, acts = [] } = detail.said[event] ?? {};
  const beside = [
    line.isRefusal ? 'a refusal' : '',
    words === undefined ? '' : `${words} words`,
    typeof grade === 'number' ? `grade ${grade.toFixed(1)}` : '',
    words === undefined ? '' : numbers(entry.agent),
    ...acts,
  ];
  return (
    <article
      class={[
        'entry',
        entry.kind,
        entry.failed || line.isRefusal ? 'failed' : '',
        chosen ? 'chosen' : '',
      ].join(' ')}
      onClick={() => change({ event, run })}
    >
      <header>
        <button type="button" class="who" aria-pressed={chosen} onClick={() => change({ event, run })}>
          {entry.head}
        </button>
        <span
          class="quiet"
          title="Words, Flesch-Kincaid grade, what was measured, and dialogue acts by phrases of English"
        >
          {beside.filter((part) => part !== '').join(', ')}
        </span>
      </header>
      {entry.text !== '' && <p class="said">{entry.text.trim()}</p>}
      {entry.aside !== '' && <p class="said aside">{entry.aside.trim()}</p>}
    </article>
  );
}

/** What replies cost in US dollars: nothing from the cache. Null where nobody knows what tokens cost, or nobody paid. */
function costOf(run: number, replies: readonly ReplyEvent[]): number | null {
  const prices = runs[run]?.prices;
  if (!prices) return null;
  const paid = replies.filter(({ cached }) => !cached);
  const total = (of: (reply: ReplyEvent) => number) => paid.reduce((sum, reply) => sum + of(reply), 0);
  const input = prices.inputPerMillion * total(({ inputTokens }) => inputTokens);
  return (input + prices.outputPerMillion * total(({ outputTokens }) => outputTokens)) / 1e6;
}

/** All replies' tokens, and what they cost. */
function spentOn(run: number, replies: readonly ReplyEvent[]): string[] {
  const total = (of: (reply: ReplyEvent) => number) => replies.reduce((sum, reply) => sum + of(reply), 0);
  const tokens = [total(({ inputTokens }) => inputTokens), total(({ outputTokens }) => outputTokens)];
  const cost = costOf(run, replies);
  return [
    `${tokens[0]!.toLocaleString('en')} tokens in, ${tokens[1]!.toLocaleString('en')} out`,
    ...(cost === null ? [] : [`$${cost.toPrecision(3)}`]),
  ];
}

/** What was said and done, round by round, with the grid above it. */
export function Chat({
  along,
  beside,
  ...reading
}: Reading & {
  readonly beside: Detail | null;
  /** What is looked into beside it: the like of it is brought into sight. */
  readonly along?: Event | undefined;
}) {
  const { detail, view, run } = reading;
  const lines = useMemo(
    () => linesOf(detail, view),
    [detail, view.rounds.join(), view.agents.join(), view.seenBy],
  );
  const { finished } = detail;
  const replies = useMemo(() => detail.events.filter((event) => event.type === 'reply'), [detail]);
  const refusals = replies.filter(({ refusal }) => refusal === true).length;
  const end = [
    finished === null
      ? 'unfinished'
      : `${finished.rounds} round${finished.rounds === 1 ? '' : 's'}, ended by ${finished.cause}`,
    ...(replies.length === 0 ? [] : spentOn(run, replies)),
    ...(refusals === 0 ? [] : [`refusals: ${refusals}`]),
  ].join('; ');
  return (
    <section class="chat" aria-label={`Collaboration ${detail.index} of ${runs[run]?.name ?? ''}`}>
      <h2>
        {runs.length > 1 && `${runs[run]?.name}: `}collaboration {detail.index}
        <span class="quiet"> {end}</span>
      </h2>
      {finished !== null && (
        <p class="said">
          {[
            finished.outcome === null ? 'No decision' : `Decision: ${inWords(finished.outcome)}`,
            ...(Object.keys(finished.score).length === 0 ? [] : [inWords(finished.score)]),
          ].join('; ')}
        </p>
      )}
      <details>
        <summary>The case</summary>
        <p class="said">{inWords(detail.instance)}</p>
      </details>
      <details open={!isNarrow}>
        <summary>Round by round</summary>
        <div class="overview">
          <Chart {...reading} beside={beside} />
          <Grid {...reading} />
        </div>
      </details>
      <LongList
        count={lines.length}
        height={90}
        label="Messages and events"
        at={lines.findLastIndex(({ event, round }) =>
          run === view.run
            ? event !== null && event === view.event
            : along !== undefined &&
              'round' in along &&
              round === along.round &&
              detail.events[event ?? -1]?.type === along.type,
        )}
        item={(place) => <ChatLine {...reading} line={lines[place]!} />}
      />
    </section>
  );
}

/** The numbers in a JSON value, by where they stand: "shared, rice". */
function amounts(value: unknown, path: readonly string[] = []): [string, number][] {
  if (typeof value === 'number') return [[path.join(', '), value]];
  if (typeof value !== 'object' || value === null || path.length > 8) return [];
  return Object.entries(value).flatMap(([key, part]) => amounts(part, [...path, key]));
}

/** What an agent believes beside what is so, where the case holds the truth; a dash for what is not there. */
function Belief({ belief, instance }: { readonly belief: unknown; readonly instance: unknown }) {
  const known = typeof instance === 'object' && instance !== null && 'truth' in instance;
  if (!known) return null;
  const [believed, so] = [new Map(amounts(belief)), new Map(amounts(instance.truth))];
  const named = [...new Set([...so.keys(), ...believed.keys()])].filter(
    (what) => so.get(what) || believed.get(what),
  );
  return (
    <table class="belief" aria-label="Belief and truth">
      <thead>
        <tr>
          <th scope="col">what</th>
          <th scope="col">believed</th>
          <th scope="col">true</th>
        </tr>
      </thead>
      <tbody>
        {named.map((what) => (
          <tr key={what} class={(believed.get(what) ?? 0) === (so.get(what) ?? 0) ? '' : 'failed'}>
            <th scope="row">{what}</th>
            <td>{inWords(believed.get(what))}</td>
            <td>{inWords(so.get(what))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The chosen event: the prompt behind it, the reply as it came, and what it cost. */
export function Inspector({ detail, run, view, change }: Reading) {
  const event = view.event === null ? undefined : detail.events[view.event];
  if (event === undefined) return null;
  const reply = replyBehind(detail.events, event);
  const prompt =
    reply && Object.hasOwn(detail.prompts, reply.request) ? detail.prompts[reply.request] : undefined;
  const told = reply && [
    ...spentOn(run, [reply]),
    `counted by ${reply.counted === 'reported' ? 'the model' : 'us'}`,
    `${reply.latencyMs.toFixed(0)} ms`,
    `finish: ${reply.finish}`,
    ...(reply.cached ? ['from the cache'] : []),
    ...(reply.attempt > 0 ? ['after a repair question'] : []),
  ];
  return (
    <aside class="inspector" aria-label="Behind the event">
      <header>
        <h2>Behind it</h2>
        <button type="button" onClick={() => change({ event: null })} aria-label="Close">
          ×
        </button>
      </header>
      {told === undefined ? (
        <p class="quiet">No reply stands behind this event.</p>
      ) : (
        <p class="quiet">{told.join(', ')}</p>
      )}
      {event.type === 'note' && event.kind === 'belief' && (
        <Belief belief={(event.data as { belief?: unknown } | null)?.belief} instance={detail.instance} />
      )}
      {prompt !== undefined && (
        <details open>
          <summary>Prompt</summary>
          {prompt.map(({ role, content, toolCalls }, place) => (
            <div key={place}>
              <h3>{role}</h3>
              <pre>{content}</pre>
              {toolCalls !== undefined && <pre>{JSON.stringify(toolCalls, null, 2)}</pre>}
            </div>
          ))}
        </details>
      )}
      {reply !== undefined && prompt === undefined && <p class="quiet">No prompt is on record.</p>}
      {reply !== undefined && (
        <details open>
          <summary>Reply as it came</summary>
          <pre>{reply.text}</pre>
          {reply.toolCalls !== undefined && <pre>{JSON.stringify(reply.toolCalls, null, 2)}</pre>}
        </details>
      )}
      <details open={reply === undefined}>
        <summary>The event</summary>
        <pre>{JSON.stringify(event, null, 2)}</pre>
      </details>
    </aside>
  );
}
