import { options, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { Heights } from './heights';

/** Rows that are drawn beyond what is in sight. */
const spare = 6;

/**
 * Draws a change at once. Not by preact/compat: once it is loaded, every field's "change" comes with each letter, and a
 * field of tags would be kept, and drawn anew, while somebody types.
 */
function drawNow(change: () => void): void {
  options.debounceRendering = (draw) => draw();
  change();
  delete options.debounceRendering;
}

/** Whether the page is being printed: then all of it is drawn. */
function usePrinting(): boolean {
  const [isPrinting, set] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const media = matchMedia('print');
    const follow = () => set(media.matches);
    const begin = () => drawNow(() => set(true));
    const end = () => set(false);
    media.addEventListener('change', follow);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      media.removeEventListener('change', follow);
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** A long list, of which only what is in sight is drawn; each row is as high as it is. */
export function LongList(given: {
  readonly count: number;
  /** Of a row that was not seen yet, as a guess. */
  readonly height: number;
  readonly label: string;
  /** What the list and its rows are to assistive technology. */
  readonly roles?: readonly ['list', 'listitem'] | readonly ['rowgroup', 'row'];
  /** The row to bring into sight. */
  readonly at: number | null;
  readonly item: (row: number) => ComponentChildren;
}) {
  const { count, height, label, at, item, roles = ['list', 'listitem'] } = given;
  const box = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const kept = useRef<{ readonly item: typeof item; rows: Map<number, ComponentChildren> } | null>(null);
  const aim = useRef<number | null>(null);
  const seen = useRef<Heights | null>(null);
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const [width, setWidth] = useState(0);
  const heights = useMemo(() => new Heights(count, height), [count, height]);
  const { scrollTop = 0, clientHeight = 600 } = box.current ?? {};
  const printed = usePrinting();
  const first = printed ? 0 : Math.max(0, heights.at(scrollTop) - spare);
  const last = printed ? count - 1 : Math.min(count - 1, heights.at(scrollTop + clientHeight) + spare);

  // Scrolling draws only rows that come into sight: the same object as before is not compared again.
  const drawn = kept.current?.item === item ? kept.current.rows : null;
  const shown = new Map<number, ComponentChildren>();
  for (let row = first; row <= last; row++) shown.set(row, drawn?.get(row) ?? item(row));
  kept.current = { item, rows: shown };

  // Paper has nothing to unfold: reasons, the case, the decision, and what was run are printed with the list.
  useLayoutEffect(() => {
    const folded = document.querySelectorAll<HTMLDetailsElement>(
      '.chat .long details:not([open]), .head-of > details:not([open]), .head-of .printed:not([open]), .facts:not([open])',
    );
    const opened = printed ? [...folded] : [];
    for (const one of opened) one.open = true;
    return () => {
      for (const one of opened) one.open = false;
    };
  }, [printed]);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      setWidth(Math.round(entry?.contentRect.width ?? 0));
      draw(undefined);
    });
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (width === 0) return;
    if (at === null || at < 0) {
      // Another list than before begins at its beginning.
      if (seen.current !== heights) box.current!.scrollTop = 0;
      seen.current = heights;
      return;
    }
    seen.current = heights;
    const { scrollTop: top, clientHeight: shown } = box.current!;
    const isSeen = heights.top(at) >= top && heights.top(at + 1) <= top + shown;
    aim.current = isSeen ? null : at;
  }, [at, heights, width === 0]);
  // What was drawn is measured before it is painted; what is in sight stays where it is when rows above it grow.
  useLayoutEffect(() => {
    const view = box.current!;
    if (view.clientWidth === 0) return; // in a frame that is not shown yet: nothing has a height
    const inSight = heights.at(view.scrollTop);
    let [above, grown] = [0, false];
    for (const [place, { offsetHeight }] of ([...rows.current!.children] as HTMLElement[]).entries()) {
      if (offsetHeight === heights.of(first + place)) continue;
      const by = heights.set(first + place, offsetHeight);
      if (first + place < inSight) above += by;
      grown = true;
    }
    const before = view.scrollTop;
    if (grown) (view.firstElementChild as HTMLElement).style.height = `${heights.top(count)}px`;
    if (aim.current !== null)
      view.scrollTop = heights.top(aim.current) - (view.clientHeight - heights.of(aim.current)) / 2;
    else if (above !== 0) view.scrollTop += above;
    if (view.scrollTop === before) aim.current = null;
    if (grown || view.scrollTop !== before) draw(undefined);
  });
  const follow = ({
    currentTarget: { scrollTop: top, clientHeight: seen },
  }: {
    currentTarget: HTMLElement;
  }) => {
    const [from, to] = [heights.at(top) - 2, heights.at(top + seen) + 2];
    if ((from < first && first > 0) || (to > last && last < count - 1)) draw(undefined);
  };
  return (
    <div class="long" ref={box} role={roles[0]} aria-label={label} tabIndex={0} onScroll={follow}>
      <div role="presentation" style={{ height: `${heights.top(count)}px` }}>
        <div role="presentation" ref={rows} style={{ transform: `translateY(${heights.top(first)}px)` }}>
          {[...shown].map(([row, content]) => (
            <div key={row} class="item" role={roles[1]}>
              {content}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
