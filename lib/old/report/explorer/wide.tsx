import type { ComponentChildren } from 'preact';

/** What may be wider than its place: it scrolls by itself, by the keyboard too where there is something to scroll. */
export function Wide({
  kind = '',
  children,
}: {
  readonly kind?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div
      class={`wide ${kind}`}
      ref={(box) => {
        if (box === null) return;
        const isCut = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
        if (isCut) box.tabIndex = 0;
        else box.removeAttribute('tabindex');
      }}
    >
      {children}
    </div>
  );
}
