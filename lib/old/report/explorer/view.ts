import { useEffect, useState } from 'preact/hooks';
import { explored, runs } from './details';

/** The whole state of the page, which its address holds, so that a link leads to what is seen. */
export interface View {
  readonly run: number;
  /** Whether the table is one of all runs that are open, or of `run` alone. */
  readonly all: boolean;
  /** The collaboration that is read, by number; null shows the table alone. */
  readonly index: number | null;
  /** The event that is looked into, by its place. */
  readonly event: number | null;
  /** Another run beside this one, on the same case. */
  readonly beside: number | null;
  /** The runs whose collaboration of this number is drawn small; none where it is empty. */
  readonly among: readonly number[];
  readonly rounds: readonly number[];
  readonly agents: readonly string[];
  readonly seenBy: string;
  /** The number that is drawn by round; the usual one where it is empty. */
  readonly drawn: string;
  readonly words: string;
  /** Which collaborations the table shows: "failures > 0 and decided". */
  readonly filter: string;
  readonly sort: string;
  /** The column by which the table is grouped; none where it is empty. */
  readonly group: string;
  /** The columns of the table; the usual ones where it is empty. */
  readonly columns: readonly string[];
  /** How wide columns of the table were made, in pixels; the others are as wide as their content. */
  readonly widths: ReadonlyMap<string, number>;
  /** Whether texts are shown as they came, without markdown and formulas. */
  readonly raw: boolean;
}

const numberIn = (text: string | null): number | null =>
  text !== null && /^\d+$/.test(text) ? Number(text) : null;

/** A line of the link: "120 cause". */
function widthIn(line: string): [string, number][] {
  const [, width, column] = /^(\d{2,4}) (.+)$/.exec(line) ?? [];
  return width === undefined || column === undefined ? [] : [[column, Number(width)]];
}

export function readView(hash: string): View {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const list = (name: string, by: string) => (given.get(name) ?? '').split(by).filter((part) => part !== '');
  return {
    run: numberIn(given.get('run')) ?? 0,
    all: runs.length > 1 && given.get('all') !== '0',
    index: numberIn(given.get('c')),
    event: numberIn(given.get('e')),
    beside: numberIn(given.get('beside')),
    among: list('among', ' ').flatMap((run) => numberIn(run) ?? []),
    rounds: list('rounds', ' ').map(Number),
    agents: list('agents', '\n'),
    seenBy: given.get('as') ?? '',
    drawn: given.get('drawn') ?? '',
    words: given.get('words') ?? '',
    filter: given.get('filter') ?? '',
    sort: given.get('sort') ?? 'index',
    group: given.get('group') ?? '',
    columns: list('columns', '\n'),
    widths: new Map(list('widths', '\n').flatMap(widthIn)),
    raw: given.get('raw') === '1',
  };
}

export function writeView(view: View): string {
  const parts = {
    run: view.run || '',
    all: runs.length > 1 && !view.all ? '0' : '',
    c: view.index,
    e: view.event,
    beside: view.beside,
    among: view.among.join(' '),
    rounds: view.rounds.join(' '),
    agents: view.agents.join('\n'),
    as: view.seenBy,
    drawn: view.drawn,
    words: view.words,
    filter: view.filter,
    sort: view.sort === 'index' ? '' : view.sort,
    group: view.group,
    columns: view.columns.join('\n'),
    widths: [...view.widths].map(([column, width]) => `${width} ${column}`).join('\n'),
    raw: view.raw ? '1' : '',
  };
  const set = Object.entries(parts).filter(([, value]) => value !== '' && value !== null);
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
}

/** Where one is; the browser's "back" leads from one such place to the last. */
const places = ['run', 'index', 'event'] as const;

/** The view, and what changes parts of it. */
export function useView(): [View, (change: Partial<View>) => void] {
  const [view, setView] = useState(() => readView(location.hash || explored.view));
  useEffect(() => {
    const follow = () => setView(readView(location.hash || explored.view));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const change = (parts: Partial<View>) =>
    setView((before) => {
      const next = { ...before, ...parts };
      const isElsewhere = places.some((part) => next[part] !== before[part]);
      try {
        history[isElsewhere ? 'pushState' : 'replaceState'](null, '', `#${writeView(next)}`);
      } catch {
        // A page inside a notebook has no address of its own.
      }
      return next;
    });
  return [view, change];
}
