import { useRef } from 'preact/hooks';

/** The narrowest and the widest that a column is made, and a step of the keyboard, in pixels. */
const [least, most, step] = [40, 1000, 10];
const bounded = (width: number) => Math.round(Math.min(most, Math.max(least, width)));

/**
 * The edge between two columns, by which the left one is made wider or narrower: by dragging it, or by the arrow keys where
 * it has the focus. Twice clicked, or by Delete, the column is as wide as its content again.
 */
export function ColumnWidth({
  column,
  width,
  guess,
  drag,
  keep,
}: {
  readonly column: string;
  /** In pixels; null where it goes by the content. */
  readonly width: number | null;
  /** About how wide the content makes it. */
  readonly guess: number;
  /** Shows a width while the edge is dragged. */
  readonly drag: (width: number) => void;
  /** Keeps a width; null is the content's. */
  readonly keep: (width: number | null) => void;
}) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const own = (handle: HTMLElement) => handle.parentElement!.getBoundingClientRect().width;
  const to = (event: PointerEvent) => bounded(from.current!.width + event.clientX - from.current!.x);
  return (
    <span
      class="edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${column}`}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={bounded(width ?? guess)}
      aria-valuetext={width === null ? 'as its content' : `${width} pixels`}
      tabIndex={0}
      title="Drag to make the column wider or narrower; click twice to undo"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault(); // no text is selected meanwhile
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: own(event.currentTarget) };
      }}
      onPointerMove={(event) => from.current !== null && drag(to(event))}
      onPointerUp={(event) => {
        if (from.current !== null && event.clientX !== from.current.x) keep(to(event));
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
        keep(width);
      }}
      onDblClick={() => keep(null)}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
        if (by !== undefined) keep(bounded(own(event.currentTarget) + by * (event.shiftKey ? 5 : 1)));
        else if (event.key === 'Delete' || event.key === 'Backspace') keep(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** A tooltip with the whole text where a cell cuts it; whether it does is known once somebody points at it. */
export function tellWhole({ target }: Event): void {
  const cell = (target as Element).closest<HTMLElement>('[role="cell"]');
  if (cell === null) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}
