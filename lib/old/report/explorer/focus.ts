/*
 * The focus follows the keys: j and k choose an event, and its article takes the focus once it is drawn, which in a long
 * list may be some frames later.
 */

let wanted: number | null = null;

/** Asks for the focus on an event, by its place. */
export function wantFocus(event: number): void {
  wanted = event;
}

/** Gives the focus to an event's article, if it is the one that was asked for. The list itself brings it into sight. */
export function takeFocus(event: number, article: HTMLElement | null): void {
  if (event !== wanted || article === null) return;
  wanted = null;
  article.focus({ preventScroll: true });
}
