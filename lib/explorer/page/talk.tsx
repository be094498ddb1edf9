import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Fault, useAnswer } from './answer';
import type { About, PromptAndReply, Talk, TalkRow } from './api';
import type { Coding } from './coding';
import { EventArticle } from './event';
import { applyFilter, filterOf } from './filter';
import { FlowOf } from './home';
import { goTo, linkTo, type Route } from './route';
import { SidePanel } from './side-panel';
import { PositionsNow, StanceStrip } from './stance-strip';
import { Text } from './text';

/** The page first shows this many events. It adds the same number each time the reader reaches the end. */
const page = 120;

/** One collaboration: positions at the top, then all events, round by round. */
export function TalkView(p: {
  readonly about: About;
  readonly rows: readonly TalkRow[];
  readonly route: Route;
  readonly coding: Coding;
}) {
  const { place, query } = p.route;
  // A run that starts over may not have reached this collaboration yet.
  const isThere = place < p.rows.length;
  const { found: talk, fault } = useAnswer<Talk>('/api/talk', isThere ? { place: String(place) } : null);
  if (!isThere || fault !== undefined)
    return (
      <main id="main">
        <Fault text={isThere ? fault : `There is no collaboration ${place}.`} />
        <a href="#/">All collaborations</a>
      </main>
    );
  if (talk === undefined || talk.row.place !== place)
    return (
      <main id="main" class="loading" aria-busy="true">
        Loading collaboration {place}…
      </main>
    );
  return <TalkPage key={place} {...p} talk={talk} query={query} />;
}

function TalkPage(
  p: Parameters<typeof TalkView>[0] & { readonly talk: Talk; readonly query: URLSearchParams },
) {
  const { talk, query, coding } = p;
  const { events, moves, row } = talk;
  const asked = query.get('event');
  const [current, setCurrent] = useState(
    asked === null ? -1 : Math.min(Number(asked) || 0, events.length - 1),
  );
  const [from, setFrom] = useState(Math.max(0, current - 20));
  const [until, setUntil] = useState(Math.max(0, current - 20) + page);
  const [hasHelp, setHelp] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const mark = query.get('mark') ?? '';

  const order = useMemo(() => applyFilter(p.rows, filterOf(query)).map((one) => one.place), [p.rows, query]);
  const at = order.indexOf(row.place);
  const neighbour = (step: number): string | undefined => {
    const next = order[at + step];
    return next === undefined ? undefined : linkTo('talk', withoutEvent(query), next);
  };

  /** Shows an event and moves the focus to it. */
  const show = (event: number): void => {
    if (event < 0 || event >= events.length) return;
    if (event < from) setFrom(Math.max(0, event - 20));
    if (event >= until) setUntil(event + page);
    setCurrent(event);
    requestAnimationFrame(() => requestAnimationFrame(() => focusOn(event)));
  };
  useEffect(() => {
    if (current >= 0) requestAnimationFrame(() => mark === '' && focusOn(current));
  }, []);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) setUntil((count) => count + page);
      },
      { rootMargin: '800px' },
    );
    if (end.current !== null) observer.observe(end.current);
    return () => observer.disconnect();
  }, [until < events.length]);

  const nextMove = (step: number): void => {
    const after = moves.filter((move) => (step > 0 ? move.event > current : move.event < current));
    const next = step > 0 ? after[0] : after.at(-1);
    if (next !== undefined) show(next.event);
  };
  useLayoutEffect(() => {
    const press = (pressed: KeyboardEvent): void => {
      const { target } = pressed;
      const isTyping = target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (isTyping || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
      const actions: Record<string, () => void> = {
        j: () => show(Math.min(events.length - 1, current + 1)),
        k: () => show(Math.max(0, current - 1)),
        m: () => nextMove(1),
        M: () => nextMove(-1),
        '[': () => follow(neighbour(-1)),
        ']': () => follow(neighbour(1)),
        '?': () => setHelp((is) => !is),
        Escape: () => setHelp(false),
      };
      const digit = /^\d$/.test(pressed.key) ? Number(pressed.key) : null;
      if (digit !== null && coding.isOn && current >= 0) {
        const code = digit === 0 ? null : coding.book[digit - 1];
        if (code !== undefined) coding.give(row.place, current, code);
      } else if (Object.hasOwn(actions, pressed.key)) actions[pressed.key]!();
      else return;
      pressed.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });

  const round = current >= 0 ? events[current]!.round : null;
  const isBlind = coding.isOn && coding.isBlind;
  return (
    <main id="main" class="talk">
      <header class="talk-head">
        <nav class="steps" aria-label="Collaborations">
          <Step link={neighbour(-1)} label="Previous collaboration" text="‹" />
          <Step link={neighbour(1)} label="Next collaboration" text="›" />
        </nav>
        <h1>
          Collaboration {row.place}{' '}
          <small>
            case {String(row['case'])}
            {!isBlind && row['condition'] !== undefined && `, ${row['condition']}`}
          </small>
        </h1>
        {!isBlind && round !== null && <PositionsNow talk={talk} round={round} />}
        {moves.length > 0 && !isBlind && (
          <span class="move-steps">
            <button
              type="button"
              class="quiet"
              onClick={() => nextMove(-1)}
              aria-label="Previous change of mind"
            >
              ‹
            </button>
            {moves.length} {moves.length === 1 ? 'change' : 'changes'} of mind
            <button type="button" class="quiet" onClick={() => nextMove(1)} aria-label="Next change of mind">
              ›
            </button>
          </span>
        )}
        <button type="button" class="quiet keys" aria-expanded={hasHelp} onClick={() => setHelp(!hasHelp)}>
          Keys
        </button>
      </header>
      {hasHelp && <Keys coding={coding} />}
      <Fault text={coding.fault} />
      {!isBlind && <p class="end">{talk.end}</p>}
      {!isBlind && <StanceStrip talk={talk} round={round} onEvent={show} />}
      {!isBlind && talk.positions.agents.length > 8 && <FlowOf shown={[row]} />}
      <div class="talk-body">
        <div class="reading">
          <details class="task" open={events.length < 400}>
            <summary>Task</summary>
            {isCode(talk.task) && <SetNote about={p.about} />}
            <Text text={talk.task} />
          </details>
          {from > 0 && (
            <button type="button" class="quiet" onClick={() => setFrom(Math.max(0, from - page))}>
              Show {from} earlier events
            </button>
          )}
          <Events
            {...p}
            talk={talk}
            from={from}
            until={until}
            current={current}
            mark={mark}
            onFocus={setCurrent}
          />
          {until < events.length && (
            <div ref={end} class="more">
              {(events.length - until).toLocaleString('en')} more events
            </div>
          )}
          {talk.hasPrompts && <Prompts place={row.place} />}
        </div>
        {!isBlind && <SidePanel talk={talk} current={current} round={round} onEvent={show} />}
      </div>
    </main>
  );
}

/** Returns true if a task is missing or consists only of a code, such as "A1,B1,C4". */
const isCode = (task: string): boolean => !/\s/.test(task.trim());

/** A description of the set, shown if a task is missing or consists only of a code. */
const SetNote = ({ about }: { readonly about: About }) => (
  <p class="note">
    {about.name}
    {about.title && `: ${about.title}`}
    {about.source && ` (${about.source})`}
  </p>
);

const follow = (link: string | undefined): void => {
  if (link !== undefined) goTo(link);
};

function withoutEvent(query: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(query);
  kept.delete('event');
  kept.delete('mark');
  return kept;
}

function focusOn(event: number): void {
  const article = document.getElementById(`event-${event}`);
  article?.focus({ preventScroll: true });
  article?.scrollIntoView({ block: 'center' });
}

const Step = ({
  link,
  label,
  text,
}: {
  readonly link: string | undefined;
  readonly label: string;
  readonly text: string;
}) =>
  link === undefined ? (
    <span aria-hidden="true">{text}</span>
  ) : (
    <a href={link} aria-label={label} title={label}>
      {text}
    </a>
  );

/** The events in view, by round. Votes and other small steps are grouped into sections that can be collapsed. */
function Events(p: {
  readonly talk: Talk;
  readonly from: number;
  readonly until: number;
  readonly current: number;
  readonly mark: string;
  readonly coding: Coding;
  readonly onFocus: (event: number) => void;
}) {
  const groups: { round: number; kind: string; numbers: number[] }[] = [];
  for (let number = p.from; number < Math.min(p.until, p.talk.events.length); number++) {
    const { round, type } = p.talk.events[number]!;
    const kind = ['vote', 'heard', 'silent', 'belief'].includes(type) ? type : 'speech';
    const last = groups.at(-1);
    if (last?.round === round && last.kind === kind) last.numbers.push(number);
    else groups.push({ round, kind, numbers: [number] });
  }
  const names: Record<string, string> = {
    vote: 'votes',
    heard: 'agents reading',
    silent: 'silent agents',
    belief: 'beliefs',
  };
  return (
    <>
      {groups.map(({ round, kind, numbers }, place) => {
        const isNew = groups[place - 1]?.round !== round;
        const articles = numbers.map((number) => (
          <EventArticle
            key={number}
            talk={p.talk}
            event={p.talk.events[number]!}
            number={number}
            isCurrent={number === p.current}
            mark={number === p.current ? p.mark : ''}
            code={p.coding.codeOf(p.talk.row.place, number)}
            onFocus={() => p.onFocus(number)}
          />
        ));
        return (
          <section key={numbers[0]}>
            {isNew && <h2 class="round">{round === 0 ? 'Before the first round' : `Round ${round}`}</h2>}
            {kind === 'speech' ? (
              articles
            ) : (
              <details class="phase" open={kind === 'vote' || numbers.includes(p.current)}>
                <summary>
                  {names[kind]}: {numbers.length}
                </summary>
                {articles}
              </details>
            )}
          </section>
        );
      })}
    </>
  );
}

/** Shows every prompt with its raw reply. The prompts and replies are loaded when the reader opens the section. */
function Prompts({ place }: { readonly place: number }) {
  const [isOpen, setOpen] = useState(false);
  const { found, fault } = useAnswer<PromptAndReply[]>(
    '/api/prompts',
    isOpen ? { place: String(place) } : null,
  );
  return (
    <details class="prompts" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Prompts and raw replies</summary>
      <Fault text={fault} />
      {found?.map((one, number) => (
        <details key={number}>
          <summary>
            Round {one.round}, {one.phase}, {one.agent}
            {one.attempt > 0 && ', repair question'}
            {one.finish !== 'stop' && <span class="trouble-mark">{one.finish}</span>}
          </summary>
          {one.messages.map(({ role, content }, at) => (
            <div key={at} class={`prompt ${role}`}>
              <b>{role}</b>
              <Text text={content} />
            </div>
          ))}
          {one.reasoning !== undefined && (
            <details>
              <summary>Thinking</summary>
              <Text text={one.reasoning} />
            </details>
          )}
          <div class="prompt reply">
            <b>reply</b>
            <Text text={one.text} />
          </div>
        </details>
      ))}
    </details>
  );
}

function Keys({ coding }: { readonly coding: Coding }) {
  const keys = [
    ['j, k', 'next / previous event'],
    ['m, M', 'next / previous change of mind'],
    ['], [', 'next / previous collaboration'],
    ['/', 'find'],
    ...(coding.isOn ? [['1 to 9, 0', 'set / remove the event code']] : []),
    ['?', 'show / hide this list'],
  ];
  return (
    <dl class="key-list">
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
