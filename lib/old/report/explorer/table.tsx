import { Wide } from './wide';
import type { Summary } from '../src/explorer/data';
import { useMemo, useRef, useState } from 'preact/hooks';
import { ColumnWidth, tellWhole } from './column-width';
import { ofPlans, runs } from './details';
import { differently, filterOf, offered, valueOf as ownValueOf, valuesOf, type Filterable } from './filter';
import { grouped } from './groups';
import { LongList } from './long-list';
import { useNotes } from './notes';
import type { View } from './view';

const ownSettings = new Set(Object.keys(runs[0]?.differs ?? {}));
const always = ['index', 'rounds', 'decided', 'cause', 'messages', 'failures'];

const shown = (value: number | string | boolean | null): string => {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : value;
};

/** A row: a collaboration, and the run that it is of. */
export interface Row extends Filterable {
  readonly run: number;
}

/**
 * The cases, by number and content, that runs which are open together have ended: whether differently. Of what one run
 * alone has ended nothing is known.
 */
const differentlyDecided: ReadonlyMap<string, boolean> = (() => {
  const ends = new Map<string, string[]>();
  for (const one of runs.flatMap(({ collaborations }) => collaborations)) {
    if (one.outcomeDigest === null) continue;
    const key = `${one.index} ${one.caseDigest}`;
    ends.set(key, [...(ends.get(key) ?? []), one.outcomeDigest]);
  }
  const known = [...ends].filter(([, outcomes]) => outcomes.length > 1);
  return new Map(known.map(([key, outcomes]) => [key, new Set(outcomes).size > 1]));
})();

const isDecidedDifferently = ({ index, caseDigest }: Summary): boolean | null =>
  differentlyDecided.get(`${index} ${caseDigest}`) ?? null;

/** The collaborations of a run; of all that are open, with their names and the settings in which they differ. */
function rowsOf(run: number, isAll: boolean): readonly Row[] {
  return runs.flatMap(({ name, differs, collaborations }, place) =>
    isAll || place === run
      ? collaborations.map((one) => ({
          ...one,
          run: place,
          decidedDifferently: isDecidedDifferently(one),
          fields: isAll ? { run: name, ...differs, ...one.fields } : one.fields,
        }))
      : [],
  );
}

/** The collaborations of a run, filtered and sorted as the view says, and the columns that there are. */
export function useChosen({ run, all: isAll, filter, sort, columns: wanted }: View) {
  const notes = useNotes();
  const noted = (isAll ? [...runs.keys()] : [run]).reduce((sum, one) => sum + notes.all(one).length, 0);
  const own = useMemo(() => rowsOf(run, isAll), [run, isAll]);
  /** The last filter that was one: while another is typed, its rows stay. */
  const valid = useRef('');
  return useMemo(() => {
    // Tags are a column like others, where there are any.
    const all: readonly Row[] =
      noted === 0 ? own : own.map((one) => ({ ...one, tags: notes.tagsIn(one.run, one.index) }));
    const measured = [...new Set(all.flatMap(({ numbers }) => Object.keys(numbers)))];
    const facts = all.flatMap(({ fields: own }) => Object.keys(own));
    const fields = [...new Set(noted === 0 ? facts : [...facts, 'tags'])];
    // What is the same in all is no column, yet it can be named in a filter.
    const telling = fields.filter((name) => new Set(all.map((one) => ownValueOf(one, name))).size > 1);
    const possible = [...new Set([...always, 'agents', ...measured, ...fields])];
    // How runs were made, and which run it is, come first: a long name would push what differs out of sight.
    const settings = telling.filter(
      (name) => ofPlans.includes(name) || (isAll && name !== 'run' && ownSettings.has(name)),
    );
    const made = isAll && telling.includes('run') ? [...settings, 'run'] : settings;
    const chosenColumns = possible.filter((name) => name === 'index' || wanted.includes(name));
    const names = new Set([...possible, 'unfinished', ...(runs.length > 1 ? [differently] : [])]);
    const { passes, fault } = filterOf(filter, names, all);
    if (passes !== null) valid.current = filter;
    const lasting = passes ?? filterOf(valid.current, names, all).passes;
    const chosen = lasting === null ? all : all.filter(lasting);
    // Sets of different runs have many columns that these rows know nothing of.
    const known = [...measured, ...telling].filter((name) =>
      chosen.some((one) => ownValueOf(one, name) !== null),
    );
    const usual = [...new Set(['index', ...made, ...always, ...known])];
    const columns = chosenColumns.length > 1 ? chosenColumns : usual;
    const [by, turn] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
    const order = (a: Row, b: Row) => {
      const [left, right] = [ownValueOf(a, by), ownValueOf(b, by)];
      if (left === right) return a.index - b.index || a.run - b.run;
      if (left === null || right === null) return left === null ? 1 : -1;
      return (left < right ? -1 : 1) * turn;
    };
    return { all, chosen: [...chosen].sort(order), columns, possible, names, fault };
  }, [own, filter, sort, wanted.join('\n'), noted, notes]);
}

/** Of how many rows the widths of columns are taken. */
const looked = 200;

/** A width for each column in letters, by what stands in it. */
function widthsOf(columns: readonly string[], rows: readonly Filterable[]): number[] {
  return columns.map((column) => {
    let most = column === 'index' ? 3 : column.length + 2;
    for (const one of rows.slice(0, looked)) most = Math.max(most, shown(ownValueOf(one, column)).length);
    return Math.min(22, Math.max(4, most));
  });
}

/** Rows as CSV; a text that a table calculator would take for a formula is kept from being one. */
export function csvOf(columns: readonly string[], rows: readonly Filterable[]): string {
  const cell = (value: number | string | boolean | null) => {
    const text = value === null ? '' : String(value);
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = rows.map((one) => columns.map((column) => cell(ownValueOf(one, column))).join(','));
  return [columns.map(cell).join(','), ...lines, ''].join('\n');
}

/** Whether a row is what is read. */
export const isOpen = (one: Row, view: View): boolean => one.index === view.index && one.run === view.run;

/** What opens a row; nothing is held beside itself. */
export const opening = (one: Row, view: View): Partial<View> => ({
  run: one.run,
  index: one.index,
  event: null,
  beside: view.beside === one.run ? null : view.beside,
});

/** All collaborations of a run, or of all that are open, to choose one. */
export function Table({
  view,
  change,
}: {
  readonly view: View;
  readonly change: (parts: Partial<View>) => void;
}) {
  const { all, chosen, columns, possible, names, fault } = useChosen(view);
  const [isOut, setOut] = useState(false);
  const [dragged, drag] = useState<{ readonly column: string; readonly width: number } | null>(null);
  const run = runs[view.run];
  const widths = useMemo(() => widthsOf(columns, chosen), [columns, chosen]);
  const isNumber = useMemo(
    () => columns.map((column) => all.some((one) => typeof ownValueOf(one, column) === 'number')),
    [columns, all],
  );
  if (run === undefined) return null;
  const more = (view.all ? runs : [run]).reduce((sum, one) => sum + one.more, 0);
  const turn = (column: string) => change({ sort: view.sort === column ? `-${column}` : column });
  const widthOf = (column: string) =>
    dragged?.column === column ? dragged.width : (view.widths.get(column) ?? null);
  const tracks = columns.map((column, place) => {
    const [own, byContent] = [widthOf(column), widths[place]!];
    return own === null ? `minmax(${byContent}ch, ${byContent}fr)` : `${own}px`;
  });
  const grid = { gridTemplateColumns: tracks.join(' ') };
  const keepWidth = (column: string, width: number | null) => {
    drag(null);
    const others = [...view.widths].filter(([name]) => name !== column);
    change({ widths: new Map(width === null ? others : [...others, [column, width]]) });
  };
  const quick = ['not decided', ...(runs.length > 1 ? [differently] : []), 'failures > 0'];
  const toggle = (column: string) => {
    const next = columns.includes(column) ? columns.filter((one) => one !== column) : [...columns, column];
    change({ columns: next.filter((one) => one !== 'index') });
  };
  const groupable = possible.filter((name) => {
    if (name === 'index') return false;
    const count = new Set(all.flatMap((one) => valuesOf(one, name))).size;
    return count > 1 && count <= 50;
  });
  const sortOf = (column: string) =>
    view.sort === column ? 'ascending' : view.sort === `-${column}` ? 'descending' : 'none';
  return (
    <section class="table" aria-label="Collaborations">
      <label class="filter">
        Show those with
        <input
          id="filter"
          list="filters"
          autocomplete="off"
          spellcheck={false}
          value={view.filter}
          placeholder="failures > 0 and not decided"
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'fault'}
          onInput={(event) => change({ filter: event.currentTarget.value })}
        />
      </label>
      <datalist id="filters">
        {offered(view.filter, names, all).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {fault !== null && (
        <p id="fault" class="fault" role="alert">
          <bdi>
            {view.filter.slice(0, fault.from)}
            <mark>{view.filter.slice(fault.from, fault.to) || '…'}</mark>
            {view.filter.slice(fault.to)}
          </bdi>
          <br />
          This filter cannot be read: {fault.message}
        </p>
      )}
      <div class="quick">
        {quick.map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={view.filter === filter}
            onClick={() => change({ filter: view.filter === filter ? '' : filter })}
          >
            {filter}
          </button>
        ))}
        {groupable.length > 0 && (
          <label>
            by{' '}
            <select
              id="group"
              aria-label="Group by"
              value={view.group}
              onChange={({ currentTarget: { value } }) => change({ group: value })}
            >
              <option value="">no group</option>
              {groupable.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        <button type="button" aria-expanded={isOut} onClick={() => setOut(!isOut)}>
          Export
        </button>
        <details class="choose">
          <summary>Columns</summary>
          <div>
            {possible.slice(1).map((column) => (
              <label key={column}>
                <input type="checkbox" checked={columns.includes(column)} onChange={() => toggle(column)} />
                <bdi>{column}</bdi>
              </label>
            ))}
          </div>
        </details>
      </div>
      {isOut && (
        <textarea
          readOnly
          rows={5}
          aria-label="What is shown, as CSV"
          value={csvOf(columns, chosen)}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <p class="quiet" role="status">
        {all.length === 0 ? 'No collaborations' : `${chosen.length} of ${all.length}`}
        {more > 0 && `; ${more} more are not in this page`}
      </p>
      {groupable.includes(view.group) && (
        <Groups rows={chosen} by={view.group} columns={columns} change={change} />
      )}
      <div
        class="columns"
        onPointerOver={tellWhole}
        onScroll={({ currentTarget: box }) => box.style.setProperty('--left', `${box.scrollLeft}px`)}
      >
        <div class="sheet" role="table" aria-label="Collaborations" aria-rowcount={chosen.length + 1}>
          <div role="rowgroup">
            <div class="row head" style={grid} role="row">
              {columns.map((column, place) => (
                <span
                  key={column}
                  role="columnheader"
                  aria-sort={sortOf(column)}
                  class={isNumber[place] ? 'number' : ''}
                >
                  <button type="button" onClick={() => turn(column)} title={`Sort by ${column}`}>
                    {column === 'index' ? '#' : column}
                    {view.sort === column ? ' ↑' : view.sort === `-${column}` ? ' ↓' : ''}
                  </button>
                  <ColumnWidth
                    column={column === 'index' ? '#' : column}
                    width={widthOf(column)}
                    guess={8 * widths[place]!}
                    drag={(width) => drag({ column: column, width: width })}
                    keep={(width) => keepWidth(column, width)}
                  />
                </span>
              ))}
            </div>
          </div>
          <LongList
            count={chosen.length}
            height={28}
            label="Collaborations"
            roles={['rowgroup', 'row']}
            at={view.index === null ? null : chosen.findIndex((one) => isOpen(one, view))}
            item={(place) => {
              const one = chosen[place]!;
              const open = () => change(opening(one, view));
              return (
                <div
                  class={isOpen(one, view) ? 'row chosen' : 'row'}
                  style={grid}
                  onClick={open}
                  role="presentation"
                >
                  {columns.map((column, at) => {
                    const text = shown(ownValueOf(one, column));
                    const kind = isNumber[at] ? 'number' : '';
                    if (column === 'index')
                      return (
                        <span key={column} class={kind} role="cell">
                          <button
                            type="button"
                            aria-current={isOpen(one, view)}
                            aria-label={`Collaboration ${one.index}${view.all ? ` of ${runs[one.run]?.name}` : ''}`}
                            onClick={(event) => {
                              event.stopPropagation();
                              open();
                            }}
                          >
                            {text}
                          </button>
                        </span>
                      );
                    return (
                      <span key={column} class={kind} role="cell">
                        {text}
                      </span>
                    );
                  })}
                </div>
              );
            }}
          />
        </div>
      </div>
    </section>
  );
}

const brief = (value: number) => String(Number(value.toPrecision(3)));

/** The groups of what is shown: how many, and the mean of each number with its 95% interval. */
function Groups({
  rows,
  by,
  columns,
  change,
}: {
  readonly rows: readonly Filterable[];
  readonly by: string;
  readonly columns: readonly string[];
  readonly change: (parts: Partial<View>) => void;
}) {
  const { numbers, groups } = useMemo(
    () =>
      grouped(
        rows,
        by,
        columns.filter((name) => name !== 'index' && name !== by),
      ),
    [rows, by, columns],
  );
  const quoted = (value: string) => (/\b(and|or)\b|\)/i.test(value) ? `"${value}"` : value);
  // What has no tag is known to have none; what has no other value passes no filter on it.
  const filterTo = (value: number | string | boolean | null) =>
    value === null && by === 'tags' ? 'not tags' : `${by} = ${quoted(shown(value))}`;
  return (
    <Wide kind="groups">
      <table aria-label={`Means by ${by}`}>
        <thead>
          <tr>
            <th scope="col">{by}</th>
            <th scope="col" class="number">
              n
            </th>
            {numbers.map((name) => (
              <th key={name} scope="col" class="number" title="Mean, and its 95% interval">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ value, count, means }) => (
            <tr key={shown(value)}>
              <th scope="row">
                <button type="button" onClick={() => change({ filter: filterTo(value), group: '' })}>
                  <bdi>{shown(value)}</bdi>
                </button>
              </th>
              <td class="number">{count}</td>
              {means.map((mean, place) => (
                <td key={numbers[place]} class="number">
                  {mean === null ? '–' : brief(mean.value)}
                  {mean?.low != null && mean.low !== mean.high && (
                    <span class="quiet">
                      {brief(mean.low)} to {brief(mean.high!)}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
