import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Presented } from 'agora-core/browser';
import type { Event } from 'agora-core/transcripts';
import type { Detail } from '../src/explorer/data';
import { wordsOf } from '../src/explorer/search';
import { hasUnknownEnd, inWords, resultOf, type Entry } from '../src/entries';
import { Badge, Name } from './agents';
import { Belief } from './belief';
import { Chart } from './chart';
import { alikeIn, differs } from './compare';
import { load, partOfPlan, runs } from './details';
import { Changed, changesOf } from './diff';
import { Flow } from './flow';
import { takeFocus } from './focus';
import { JsonTree } from './json-tree';
import { LongList } from './long-list';
import { NoteEditor, useNotes } from './notes';
import { Ballot, PresentedTable, Tally } from './proposal';
import { linesOf, type Line } from './reading';
import { Highlighted, RichText } from './rich-text';
import { spentOn } from './spent';
import type { View } from './view';
import { WhoHeard } from './who-heard';

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

const narrow = matchMedia('(max-width: 800px)');

/** Whether the screen is narrow, as it is now: a notebook's frame may get its width only after the page was read. */
function useNarrow(): boolean {
  const [isNarrow, set] = useState(narrow.matches);
  useEffect(() => {
    const follow = () => set(narrow.matches);
    narrow.addEventListener('change', follow);
    follow();
    return () => narrow.removeEventListener('change', follow);
  }, []);
  return isNarrow;
}

const roundName = (round: number) => (round === 0 ? 'Before the first round' : `Round ${round}`);

/** A candidate by its number says nothing without the word. */
const candidateName = (candidate: string) => (/^\d+$/.test(candidate) ? `candidate ${candidate}` : candidate);

const shownNumber = (value: number) => String(Number(value.toPrecision(4)));

/** What an agent did, beside its name: "to all", "proposes candidate 3", "votes". */
function verbOf(event: Event, head: string, agent: string | null, agents: readonly string[]): string {
  if (event.type === 'decision') return '';
  if (event.type === 'message' && event.visibleTo === undefined && agents.length > 2) {
    const others = agents.filter((name) => name !== event.from);
    if (event.to.length === others.length && others.every((name) => event.to.includes(name)))
      return ' to all';
  }
  if (event.type === 'proposal' && event.candidate !== null)
    return ` proposes ${candidateName(event.candidate)}`;
  return agent !== null && head.startsWith(agent) ? head.slice(agent.length).replace(/^[,:]? ?/, ' ') : '';
}

/** An event in short, as it is announced: "round 2, Agent B". */
export function eventName({ round, entry }: Extract<Line, { readonly event: number }>): string {
  return `${roundName(round).toLowerCase()}, ${entry.agent ?? entry.head}`;
}

function ChatLine({
  line,
  detail,
  view,
  change,
  run,
  proposers,
  like,
  beside,
}: Reading & {
  readonly line: Line;
  /** Who proposed each candidate first. */
  readonly proposers: ReadonlyMap<string, string>;
  /** The like of it in what is read beside. */
  readonly like: Event | undefined;
  readonly beside: boolean;
}) {
  const notes = useNotes();
  const article = useRef<HTMLElement>(null);
  const isChosen = line.event !== null && line.event === view.event && run === view.run;
  useLayoutEffect(() => {
    if (isChosen && line.event !== null) takeFocus(line.event, article.current);
  });
  const words = useMemo(() => (view.words.trim().length < 2 ? [] : wordsOf(view.words)), [view.words]);
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
  const { entry, event: place } = line;
  const event = detail.events[place]!;
  const { words: count, grade, acts = [] } = detail.said[place] ?? {};
  const told = [
    line.isRefusal ? 'a refusal' : '',
    count === undefined ? '' : `${count} words`,
    typeof grade === 'number' ? `grade ${grade.toFixed(1)}` : '',
    count === undefined ? '' : numbers(entry.agent),
    ...acts,
  ];
  const own = notes.of(run, detail.index, place);
  const other = beside ? differs(event, like) : null;
  const presented = detail.presented[detail.presents[place] ?? -1];
  const who = entry.agent ?? (event.type === 'note' ? (event.by ?? null) : null);
  const verb = verbOf(event, entry.head, who, detail.agents);
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={eventName(line)}
      class={[
        'entry',
        entry.kind,
        entry.failed || line.isRefusal ? 'failed' : '',
        isChosen ? 'chosen' : '',
        other === true ? 'differs' : '',
      ].join(' ')}
      onClick={(click) => {
        if ((click.target as Element).closest('summary, button, input, a') === null)
          change({ event: place, run });
      }}
    >
      <header>
        {who !== null && <Badge of={who} />}
        <button
          type="button"
          class="who"
          aria-pressed={isChosen}
          onClick={() => change({ event: place, run })}
        >
          {who !== null && verb !== '' ? (
            <>
              <Name of={who} />
              <bdi class="verb">{verb}</bdi>
            </>
          ) : (
            <bdi>{entry.head}</bdi>
          )}
        </button>
        {own.length > 0 && (
          <span class="tags">
            {own.some(({ star }) => star) && '★ '}
            {[...new Set(own.flatMap(({ tags }) => tags))].map((tag) => (
              <span key={tag} class="chip">
                <bdi>{tag}</bdi>
              </span>
            ))}
          </span>
        )}
        {other !== null && <span class="other">{other ? 'differs' : 'the same'}</span>}
        <span
          class="quiet"
          title="Words, Flesch-Kincaid grade, what was measured, and dialogue acts by phrases of English"
        >
          {told.filter((part) => part !== '').join(', ')}
        </span>
      </header>
      <Body
        event={event}
        instance={detail.instance}
        like={like}
        entry={entry}
        presented={presented}
        proposers={proposers}
        words={words}
        isRaw={view.raw}
      />
      {entry.aside !== '' && (
        <Aside kind={entry.kind} text={entry.aside.trim()} words={words} isRaw={view.raw} />
      )}
    </article>
  );
}

/** What an event holds, in the form that it reads best in. */
function Body({
  event,
  instance,
  like,
  entry,
  presented,
  proposers,
  words,
  isRaw,
}: {
  readonly event: Event;
  readonly instance: unknown;
  readonly like: Event | undefined;
  readonly entry: Entry;
  readonly presented: Presented | undefined;
  readonly proposers: ReadonlyMap<string, string>;
  readonly words: readonly string[];
  readonly isRaw: boolean;
}) {
  const said = entry.text.trim();
  const changes = useMemo(
    () =>
      event.type === 'message' && like?.type === 'message'
        ? likeness(like.text.trim(), event.text.trim())
        : null,
    [event, like],
  );
  if (changes !== null)
    return (
      <p class="said">
        <Changed changes={changes} />
      </p>
    );
  if (event.type === 'vote' && event.ballot !== null)
    return <Ballot ballot={event.ballot} proposers={proposers} />;
  if (event.type === 'decision') {
    const { tally, winners } = event;
    return (
      <>
        <Tally tally={tally} winners={winners} proposers={proposers} />
        <p class="said">
          <Highlighted text={resultOf(event, candidateName).join('; ')} words={words} />
        </p>
        {presented !== undefined && <PresentedTable shown={presented} label="The decision so far" />}
      </>
    );
  }
  if (event.type === 'note' && event.kind === 'belief')
    return (
      <>
        <p class="said">{said}</p>
        <details class="reason">
          <summary>belief against truth</summary>
          <Belief belief={(event.data as { belief?: unknown } | null)?.belief} instance={instance} />
        </details>
      </>
    );
  if (event.type === 'note' && event.kind === 'advice' && presented !== undefined)
    return <PresentedTable shown={presented} label="What the solver advises" />;
  if (presented !== undefined) return <PresentedTable shown={presented} label="The proposal" />;
  if (event.type === 'note' && event.by === undefined && said.length > longNote)
    return (
      <details class="reason" open={words.some((word) => said.toLowerCase().includes(word))}>
        <summary>what was noted</summary>
        <RichText text={said} words={words} isRaw={isRaw} quiet />
      </details>
    );
  return said === '' ? null : <RichText text={said} words={words} isRaw={isRaw} />;
}

/** From which share on two messages are told apart word by word: beneath it nearly all would be marked. */
const alike = 0.4;

/** What differs between two messages that are much alike; null for others. */
function likeness(before: string, after: string) {
  if (before === after) return null;
  const changes = changesOf(before, after, 'words');
  if (changes === null) return null;
  const kept = changes.reduce(
    (sum, { value, added, removed }) => sum + (added || removed ? 0 : value.length),
    0,
  );
  return kept / Math.max(before.length, after.length, 1) < alike ? null : changes;
}

/** A longer note of nobody's (the settings of an election or a debate) is folded. */
const longNote = 60;

/** How much of a reason is shown at once. */
const shortReason = 120;

/** An agent's private reason, or further details: folded where it is long. */
function Aside({
  kind,
  text,
  words,
  isRaw,
}: {
  readonly kind: Entry['kind'];
  readonly text: string;
  readonly words: readonly string[];
  readonly isRaw: boolean;
}) {
  const isReason = kind === 'proposal' || kind === 'vote';
  const isFound = words.some((word) => text.toLowerCase().includes(word));
  if (text.length <= shortReason) return <RichText text={text} words={words} isRaw={isRaw} quiet />;
  return (
    <details class="reason" open={isFound}>
      <summary>{isReason ? 'private reason' : kind === 'decision' ? 'score' : 'more'}</summary>
      <RichText text={text} words={words} isRaw={isRaw} quiet />
    </details>
  );
}

/** Who proposed each candidate first. */
function proposersIn({ events }: Detail): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const event of events)
    if (event.type === 'proposal' && event.candidate !== null && !found.has(event.candidate))
      found.set(event.candidate, event.by);
  return found;
}

/** What is told where nothing is decided in the end: a record may hold no decision at all. */
function noDecision({ events, finished }: Detail): string {
  if (hasUnknownEnd(events, finished)) return 'Not scored: the record holds no decision';
  const decisions = events.filter((event) => event.type === 'decision');
  const last = decisions.findLast(({ standing }) => standing !== null);
  return last?.standing == null
    ? 'No decision'
    : `No decision; last on the table: ${last.standing.candidate}, after round ${last.round}`;
}

/** The place of the last decision. */
const lastDecision = ({ events }: Detail): number => events.findLastIndex(({ type }) => type === 'decision');

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
  const isNarrow = useNarrow();
  const isNoted = useNotes().of(run, detail.index, null).length > 0;
  const proposers = useMemo(() => proposersIn(detail), [detail]);
  const likes = useMemo(() => (beside === null ? null : alikeIn(detail, beside)), [detail, beside]);
  const outcome = detail.presented[detail.presents[lastDecision(detail)] ?? -1];
  const { finished } = detail;
  const replies = useMemo(() => detail.events.filter((event) => event.type === 'reply'), [detail]);
  const plan = partOfPlan(run, detail.index);
  const refusals = replies.filter(({ refusal }) => refusal === true).length;
  const end = [
    finished === null
      ? 'unfinished'
      : `${finished.rounds} round${finished.rounds === 1 ? '' : 's'}, ended: ${finished.cause}`,
    ...(replies.length === 0 ? [] : spentOn(run, replies)),
    ...(refusals === 0 ? [] : [`refusals: ${refusals}`]),
  ].join('; ');
  return (
    <section
      class={run === view.run ? 'chat' : 'chat beside'}
      aria-label={`Collaboration ${detail.index} of ${runs[run]?.name ?? ''}`}
    >
      <div class="head-of">
        <h2>
          {runs.length > 1 && `${runs[run]?.name}: `}collaboration {detail.index}
          {plan !== '' && `: ${plan}`}
          <span class="quiet"> {end}</span>
        </h2>
        {finished !== null && (
          <p class="said outcome" title={finished.outcome === null ? undefined : inWords(finished.outcome)}>
            {[
              finished.outcome === null ? noDecision(detail) : `Decision: ${inWords(finished.outcome)}`,
              ...(Object.keys(finished.score).length === 0 ? [] : [inWords(finished.score)]),
            ].join('; ')}
          </p>
        )}
        <div class="folds">
          {finished !== null && finished.outcome !== null && outcome !== undefined && (
            <details class="printed">
              <summary>The decision as a table</summary>
              <PresentedTable shown={outcome} label="The decision" />
            </details>
          )}
          <details class="printed">
            <summary>The case</summary>
            <JsonTree value={detail.instance} />
          </details>
          <details open={isNoted}>
            <summary>Note</summary>
            <NoteEditor run={run} collaboration={detail.index} event={null} />
          </details>
        </div>
        <details open={!isNarrow} key={isNarrow ? 'narrow' : 'wide'}>
          <summary>Round by round</summary>
          <div class="overview">
            <Chart {...reading} beside={beside} />
            <Flow {...reading} />
            <WhoHeard detail={detail} view={view} />
          </div>
        </details>
      </div>
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
        item={(place) => (
          <ChatLine
            {...reading}
            line={lines[place]!}
            proposers={proposers}
            beside={likes !== null}
            like={likes?.get(lines[place]!.event ?? -1)}
          />
        )}
      />
    </section>
  );
}
