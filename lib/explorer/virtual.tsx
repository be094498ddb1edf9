import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

/** A long list, of which only what is in sight is drawn; each item is as high as it is. */
export function LongList(given: {
  readonly count: number;
  readonly height: number;
  readonly label: string;
  /** The item to bring into sight. */
  readonly at: number | null;
  readonly item: (place: number) => ComponentChildren;
}) {
  const { count, height, label, at, item } = given;
  const box = useRef<HTMLDivElement>(null);
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const options = {
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw(undefined),
    overscan: 6,
  };
  const [list] = useState(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(options));
  list.setOptions(options);
  useLayoutEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list._willUpdate());
  useLayoutEffect(() => {
    if (at !== null && at >= 0) list.scrollToIndex(at, { align: 'center' });
  }, [list, at, count]);
  return (
    <div class="long" ref={box} role="list" aria-label={label} tabIndex={-1}>
      <div style={{ height: `${list.getTotalSize()}px`, position: 'relative' }}>
        {list.getVirtualItems().map(({ index, start }: VirtualItem) => (
          <div
            key={index}
            class="item"
            role="listitem"
            data-index={index}
            ref={(node) => list.measureElement(node)}
            style={{ transform: `translateY(${start}px)` }}
          >
            {item(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
