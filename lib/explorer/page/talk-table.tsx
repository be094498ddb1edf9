import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { TalkRow } from './api';
import { Histogram, TopValues } from './charts';
import { columnsOf, shortNumber, type Filter } from './filter';
import { goTo, linkTo } from './route';

const rowHeight = 32;
const mostColumns = 24;

/** A table with one row per collaboration. The page contains only the rows in view. */
export function TalkTable(p: {
  readonly rows: readonly TalkRow[];
  readonly titles: Readonly<Record<string, string>>;
  readonly filter: Filter;
  readonly onSort: (sort: string) => void;
  readonly onRestrict: (column: string, value: string) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer(p.rows.length, scroller);
  const columns = columnsOf(p.rows)
    .filter((column) => p.rows.some((row) => row[column] !== null && row[column] !== undefined))
    .slice(0, mostColumns);
  const query = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const items = virtual?.getVirtualItems() ?? [];
  const above = items[0]?.start ?? 0;
  const below = (virtual?.getTotalSize() ?? 0) - (items.at(-1)?.end ?? 0);
  return (
    // A scrolling region must be reachable by keyboard.
    <div class="talk-table" ref={scroller} role="region" aria-label="Table of collaborations" tabIndex={0}>
      <table aria-rowcount={p.rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map((column) => (
              <ColumnHead key={column} {...p} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden="true" style={{ height: `${above}px` }} />}
          {items.map(({ index }) => {
            const row = p.rows[index]!;
            const link = linkTo('talk', query, row.place);
            return (
              <tr key={row.place} aria-rowindex={index + 2} onClick={(event) => openTalk(event, link)}>
                <th scope="row">
                  <a href={link}>{row.place}</a>
                </th>
                {columns.map((column) => {
                  const value = row[column];
                  return typeof value === 'number' ? (
                    <td key={column} class="number">
                      {shortNumber(value)}
                    </td>
                  ) : (
                    <td key={column} title={value ?? undefined}>
                      {value ?? '–'}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          {below > 0 && <tr aria-hidden="true" style={{ height: `${below}px` }} />}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Opens a talk when the user clicks its row. Does nothing if the user selects text, or clicks the link: the
 * browser then follows it.
 */
function openTalk({ target }: MouseEvent, link: string): void {
  const isLink = target instanceof Element && target.closest('a') !== null;
  if (!isLink && getSelection()?.toString() === '') goTo(link);
}

function ColumnHead(p: Parameters<typeof TalkTable>[0] & { readonly column: string }) {
  const { column, filter } = p;
  const isNumber = p.rows.some((row) => typeof row[column] === 'number');
  const direction =
    filter.sort === column ? 'ascending' : filter.sort === `-${column}` ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        class="sort"
        onClick={() => p.onSort(direction === 'descending' ? column : `-${column}`)}
      >
        {p.titles[column] ?? column}
        <span aria-hidden="true">{{ ascending: ' ↑', descending: ' ↓', none: '' }[direction]}</span>
      </button>
      {isNumber ? (
        <Histogram rows={p.rows} column={column} onRange={(range) => p.onRestrict(column, range)} />
      ) : (
        <TopValues rows={p.rows} column={column} onValue={(value) => p.onRestrict(column, value)} />
      )}
    </th>
  );
}

function useVirtualizer(count: number, scroller: { readonly current: HTMLDivElement | null }) {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const [virtual, setVirtual] = useState<Virtualizer<HTMLDivElement, Element> | null>(null);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => drawAgain(undefined),
  };
  useEffect(() => {
    const made = new Virtualizer<HTMLDivElement, Element>(options);
    const stop = made._didMount();
    made._willUpdate();
    setVirtual(made);
    return stop;
  }, []);
  virtual?.setOptions(options);
  useEffect(() => virtual?._willUpdate());
  return virtual;
}
