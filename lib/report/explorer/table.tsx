import { useMemo } from 'preact/hooks';
import type { Summary } from '../src/explorer/data';
import { runs } from './details';
import { filterOf, valueOf } from './filter';
import type { View } from './view';
import { LongList } from './long-list';

const always = ['index', 'rounds', 'decided', 'cause', 'messages', 'failures'];

const shown = (value: number | string | boolean | null): string => {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : value;
};

/** The collaborations of a run, filtered and sorted as the view says, and the columns that there are. */
export function useChosen({ run, filter, sort }: View) {
  return useMemo(() => {
    const all = runs[run]?.collaborations ?? [];
    const measured = [...new Set(all.flatMap(({ numbers }) => Object.keys(numbers)))];
    const fields = [...new Set(all.flatMap(({ fields: own }) => Object.keys(own)))];
    // What is the same in all is no column, yet it can be named in a filter.
    const telling = fields.filter((name) => new Set(all.map((one) => valueOf(one, name))).size > 1);
    const columns = [...new Set([...always, ...measured, ...telling])];
    const names = new Set([...columns, ...fields, 'agents', 'unfinished']);
    const passes = filterOf(filter, names, all);
    const chosen = passes === null ? all : all.filter(passes);
    const [by, turn] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
    const order = (a: Summary, b: Summary) => {
      const [left, right] = [valueOf(a, by), valueOf(b, by)];
      if (left === right) return a.index - b.index;
      if (left === null || right === null) return left === null ? 1 : -1;
      return (left < right ? -1 : 1) * turn;
    };
    return { chosen: [...chosen].sort(order), columns, names, known: passes !== null };
  }, [run, filter, sort]);
}

/** All collaborations of a run, to choose one. */
export function Table({
  view,
  change,
}: {
  readonly view: View;
  readonly change: (parts: Partial<View>) => void;
}) {
  const { chosen, columns, names, known } = useChosen(view);
  const run = runs[view.run];
  if (run === undefined) return null;
  const turn = (column: string) => change({ sort: view.sort === column ? `-${column}` : column });
  const grid = { gridTemplateColumns: `2.6em repeat(${columns.length - 1}, minmax(0, 1fr))` };
  const quick = ['not decided', 'failures > 0'];
  return (
    <section class="table" aria-label="Collaborations">
      <label class="filter">
        Show those with
        <input
          id="filter"
          value={view.filter}
          placeholder="failures > 0 and not decided"
          aria-invalid={!known}
          onInput={(event) => change({ filter: event.currentTarget.value })}
        />
      </label>
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
      </div>
      <p class="quiet" role="status">
        {run.collaborations.length === 0
          ? 'No collaborations'
          : known
            ? `${chosen.length} of ${run.collaborations.length}`
            : `That is no filter here. Names: ${[...names].join(', ')}`}
        {run.more > 0 && `; ${run.more} more are not in this page`}
      </p>
      <div class="columns" style={{ minWidth: `${5 * columns.length}em` }}>
        <div class="row head" style={grid}>
          {columns.map((column) => (
            <button key={column} type="button" onClick={() => turn(column)} title={`Sort by ${column}`}>
              {column === 'index' ? '#' : column}
              {view.sort === column ? ' ↑' : view.sort === `-${column}` ? ' ↓' : ''}
            </button>
          ))}
        </div>
        <LongList
          count={chosen.length}
          height={28}
          label="Collaborations"
          at={view.index === null ? null : chosen.findIndex(({ index }) => index === view.index)}
          item={(place) => {
            const one = chosen[place]!;
            const open = () => change({ index: one.index, event: null });
            return (
              <button
                type="button"
                class={one.index === view.index ? 'row chosen' : 'row'}
                style={grid}
                onClick={open}
                aria-current={one.index === view.index}
                aria-label={`Collaboration ${one.index}`}
              >
                {columns.map((column) => (
                  <span key={column} class={typeof valueOf(one, column) === 'number' ? 'number' : ''}>
                    {shown(valueOf(one, column))}
                  </span>
                ))}
              </button>
            );
          }}
        />
      </div>
    </section>
  );
}
