import './explorer.css';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Detail } from '../src/explorer/data';
import { presentIn } from '../src/sight';
import { Participants, participantsOf } from './agents';
import { Chat, eventName, useDetail } from './collaboration';
import { explored, runs } from './details';
import { Facts } from './facts';
import { RoundSlider } from './flow';
import { wantFocus } from './focus';
import { Inspector } from './inspector';
import { Multiples } from './multiples';
import { NotesBar, repeatTag, tagFieldId } from './notes';
import { linesOf, marks, partsAt } from './reading';
import { Search } from './search';
import { isOpen, opening, Table, useChosen } from './table';
import { useView, type View } from './view';

const keys = [
  ['j / k', 'next, previous event'],
  ['] / [', 'next, previous collaboration'],
  ['d', 'next disagreement'],
  ['f', 'next failure'],
  ['n', 'tag the chosen message'],
  ['r', 'tag it as the last one'],
  ['/', 'search all messages'],
  ['t', 'filter the table'],
  ['c', 'copy a link to what is shown'],
  ['Esc', 'close what is open'],
  ['?', 'these keys'],
] as const;

/** Of more rounds one is typed, not chosen from a list. */
const mostListed = 200;

/** What is read of the opened collaboration, and how. */
function Bar({
  detail,
  beside,
  view,
  change,
  next,
}: {
  readonly detail: Detail;
  readonly beside: Detail | null;
  readonly view: View;
  readonly change: (parts: Partial<View>) => void;
  readonly next: (kind: keyof typeof marks) => void;
}) {
  const rounds = [...new Set(detail.events.flatMap((event) => ('round' in event ? [event.round] : [])))];
  const parts = beside === null ? null : partsAt(detail, beside);
  const shownRounds = view.rounds.length === 0 ? '' : view.rounds.join(' ');
  return (
    <nav class="bar" aria-label="How to read it">
      <label>
        As seen by
        <select
          id="seen-by"
          value={view.seenBy}
          onChange={(event) => change({ seenBy: event.currentTarget.value })}
        >
          <option value="">everybody</option>
          {presentIn(detail).map((agent) => (
            <option key={agent}>{agent}</option>
          ))}
        </select>
      </label>
      <label>
        Rounds
        {rounds.length > mostListed ? (
          <input
            type="number"
            placeholder="all"
            min={rounds[0]}
            max={rounds.at(-1)}
            value={shownRounds}
            onChange={({ currentTarget: { value } }) =>
              change({ rounds: value === '' ? [] : [Number(value)] })
            }
          />
        ) : (
          <select
            value={shownRounds}
            onChange={({ currentTarget: { value } }) =>
              change({ rounds: value === '' ? [] : value.split(' ').map(Number) })
            }
          >
            <option value="">all</option>
            {shownRounds.includes(' ') && <option>{shownRounds}</option>}
            {rounds.map((round) => (
              <option key={round}>{round}</option>
            ))}
          </select>
        )}
      </label>
      <RoundSlider rounds={rounds} view={view} change={change} />
      {runs.length > 1 && (
        <label>
          Beside
          <select
            id="beside"
            value={view.beside ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ beside: value === '' ? null : Number(value) })
            }
          >
            <option value="">nothing</option>
            {runs.map(({ name }, run) => run !== view.run && <option value={run}>{name}</option>)}
          </select>
        </label>
      )}
      {view.beside !== null && runs.length > 2 && (
        <label>
          and
          <select
            id="third"
            value=""
            onChange={({ currentTarget: { value } }) =>
              change({ among: [view.run, view.beside!, Number(value)].sort((a, b) => a - b), beside: null })
            }
          >
            <option value="">no third</option>
            {runs.map(
              ({ name }, run) =>
                run !== view.run && run !== view.beside && <option value={run}>{name}</option>,
            )}
          </select>
        </label>
      )}
      {runs.length > 1 && (
        <button type="button" onClick={() => change({ among: [...runs.keys()], beside: null, event: null })}>
          Same case in all runs
        </button>
      )}
      <label>
        <input
          type="checkbox"
          checked={view.raw}
          onChange={({ currentTarget: { checked } }) => change({ raw: checked })}
        />
        Raw texts
      </label>
      <button type="button" onClick={() => next('disagreement')}>
        Next disagreement
      </button>
      <button type="button" onClick={() => next('failure')}>
        Next failure
      </button>
      {view.agents.length > 0 && (
        <button type="button" onClick={() => change({ agents: [] })}>
          Show all agents
        </button>
      )}
      {beside !== null && (
        <span role="status">
          {parts === null && 'The decision is the same in all rounds.'}
          {parts === 'another case' && 'These are two different cases.'}
        </span>
      )}
      {parts !== null && parts !== 'another case' && (
        <button type="button" onClick={() => change({ event: parts.event })}>
          They part in round {parts.round}
        </button>
      )}
    </nav>
  );
}

function App() {
  const [view, change] = useView();
  const [help, setHelp] = useState(false);
  const [said, say] = useState('');
  const [announced, announce] = useState('');
  const [isFolded, fold] = useState(true);
  useEffect(() => fold(true), [view.run, view.index]);
  const words = useRef<HTMLInputElement>(null);
  // Panes stand in the order of the runs, whichever of them is looked into.
  const panes = [view.run, ...(view.beside === null ? [] : [view.beside])].sort((a, b) => a - b);
  const [left, right] = [
    useDetail(panes[0]!, view.index),
    useDetail(panes[1] ?? null, panes.length > 1 ? view.index : null),
  ];
  const [detail, other] = panes[0] === view.run ? [left, right] : [right, left];
  const { chosen } = useChosen(view);
  const isSmall = view.among.length > 0 && view.index !== null;
  const faults = [detail, other].filter((one) => one instanceof Error);
  const read = detail instanceof Error ? null : detail;
  const beside = other instanceof Error ? null : other;

  const participants = useMemo(
    () =>
      participantsOf(
        read === null
          ? []
          : [...new Set([...presentIn(read), ...(beside === null ? [] : presentIn(beside))])],
      ),
    [read, beside],
  );

  /** Chooses an event by the keyboard: its article takes the focus, and is announced. */
  const go = (event: number | null) => {
    if (event === null || read === null) return;
    const line = linesOf(read, view).find((one) => one.event === event);
    if (line?.event != null) announce(eventName(line));
    if (event !== view.event) wantFocus(event);
    change({ event });
  };
  const next = (kind: keyof typeof marks, choose: (event: number) => void = (event) => change({ event })) => {
    if (read === null) return;
    const places = marks[kind](read);
    const place = places.find((one) => one > (view.event ?? -1)) ?? places[0];
    if (place === undefined) say(`No ${kind} in this collaboration.`);
    else choose(place);
  };
  const step = (by: 1 | -1) => {
    if (read === null) return;
    const places = linesOf(read, view).flatMap(({ event }) => (event === null ? [] : [event]));
    const at = view.event === null ? -1 : places.indexOf(view.event);
    go(places[Math.max(0, at + by)] ?? places.at(-1) ?? null);
  };
  const turn = (by: 1 | -1) => {
    const own = chosen.filter(({ run }) => run === view.run);
    const at = own.findIndex((one) => isOpen(one, view));
    const wanted = own[at < 0 ? 0 : at + by];
    if (wanted !== undefined) change(opening(wanted, view));
  };
  const close = () => {
    if (help) setHelp(false);
    else if (view.event !== null) change({ event: null });
    else if (view.words !== '') change({ words: '' });
    else if (view.among.length > 0) change({ among: [] });
    else change({ index: null, beside: null });
  };
  const hasAddress = location.protocol !== 'about:'; // a notebook's frame has none
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => say(`The link is copied.${explored.inside ? '' : ' It works while this server runs.'}`),
      () => say(location.href),
    );
  const actions: Record<string, () => void> = {
    j: () => step(1),
    k: () => step(-1),
    ']': () => turn(1),
    '[': () => turn(-1),
    d: () => next('disagreement', go),
    f: () => next('failure', go),
    n: () => {
      const field = document.getElementById(tagFieldId);
      if (field === null) say('Choose a message first, then tag it.');
      else field.focus();
    },
    r: () => {
      if (view.index === null) say('Open a collaboration first, and choose a message.');
      else void repeatTag(view.run, view.index, view.event).then(say);
    },
    '/': () => words.current?.focus(),
    c: () => (hasAddress ? void copy() : say('There is no link to a cell of a notebook.')),
    '?': () => setHelp(!help),
    t: () => {
      fold(false);
      requestAnimationFrame(() => document.getElementById('filter')?.focus());
    },
  };
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLInputElement ||
        event.target instanceof HTMLSelectElement ||
        event.target instanceof HTMLTextAreaElement;
      if (event.key === 'Escape') {
        if (typing) (event.target as HTMLElement).blur();
        else close();
        return;
      }
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
      if (typing || event.ctrlKey || event.metaKey || event.altKey || action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });

  return (
    <>
      <header class="top">
        <h1>{explored.title}</h1>
        {runs.length > 1 && (
          <select
            id="run"
            aria-label="Run"
            value={view.all ? 'all' : view.run}
            onChange={({ currentTarget: { value } }) =>
              change(
                value === 'all'
                  ? { all: true }
                  : { run: Number(value), all: false, event: null, beside: null },
              )
            }
          >
            <option value="all">all {runs.length} runs</option>
            {runs.map(({ name }, run) => (
              <option value={run}>{name}</option>
            ))}
          </select>
        )}
        <span class="evidence">
          {[...new Set((view.all ? runs : [runs[view.run]]).map((run) => run?.evidence))].join(', ')}
        </span>
        <input
          ref={words}
          id="words"
          type="search"
          aria-label="Search all messages"
          placeholder="Search all messages"
          value={view.words}
          onInput={(event) => change({ words: event.currentTarget.value })}
        />
        <button
          type="button"
          hidden={!hasAddress}
          title={
            explored.inside ? undefined : 'Links work while this server runs; those to a file of --out stay'
          }
          onClick={() => void copy()}
        >
          Copy link
        </button>
        {view.index !== null && (
          <button type="button" class="fold" aria-expanded={!isFolded} onClick={() => fold(!isFolded)}>
            Table
          </button>
        )}
        <button type="button" aria-expanded={help} onClick={() => setHelp(!help)}>
          Keys
        </button>
        <span role="status" class="quiet">
          {said}
        </span>
        <span role="status" class="unseen">
          {announced}
        </span>
      </header>
      {help && (
        <section aria-label="Keys">
          <dl class="keys">
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <main
        class={[
          view.index === null ? 'all' : view.beside === null && !isSmall ? 'one' : 'two',
          isFolded && view.words === '' ? 'folded' : '',
        ].join(' ')}
      >
        <div class="side">
          <div class="about">
            <Facts run={view.run} />
            <NotesBar run={view.run} change={change} />
          </div>
          <Search view={view} change={change} />
          <Table view={view} change={change} />
        </div>
        {isSmall && (
          <div class="read">
            <Multiples view={view} index={view.index} change={change} />
          </div>
        )}
        {view.index !== null && !isSmall && (
          <div class="read">
            {detail === null && (
              <p role="status" class="waiting">
                Reading …
              </p>
            )}
            {faults.map(({ message }) => (
              <p key={message} role="alert" class="failed">
                {message}
              </p>
            ))}
            {read !== null && (
              <Participants.Provider value={participants}>
                <Bar detail={read} beside={beside} view={view} change={change} next={next} />
                {panes.length > 1 && (
                  <div class="switch" role="group" aria-label="Which one is read">
                    {panes.map((run) => (
                      <button
                        key={run}
                        type="button"
                        aria-pressed={run === view.run}
                        onClick={() =>
                          run === view.run ? undefined : change({ run, beside: view.run, event: null })
                        }
                      >
                        {runs[run]?.name}
                      </button>
                    ))}
                  </div>
                )}
                <div class="panes">
                  {panes.map((run) => {
                    const isOwn = run === view.run;
                    const own = isOwn ? read : beside;
                    return (
                      own !== null && (
                        <Chat
                          key={run}
                          detail={own}
                          run={run}
                          beside={isOwn ? beside : read}
                          along={isOwn || view.event === null ? undefined : read.events[view.event]}
                          view={view}
                          change={
                            isOwn
                              ? change
                              : (parts) =>
                                  change('event' in parts ? { ...parts, run, beside: view.run } : parts)
                          }
                        />
                      )
                    );
                  })}
                  {view.event !== null && (
                    <Inspector detail={read} run={view.run} view={view} change={change} />
                  )}
                </div>
              </Participants.Provider>
            )}
          </div>
        )}
      </main>
    </>
  );
}

render(<App />, document.getElementById('app')!);
