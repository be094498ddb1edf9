import { entryOf } from '../entries';
import type { Detail } from './data';

/** A place where words were found. */
export interface Found {
  readonly run: number;
  readonly index: number;
  /** The event's place in its collaboration. */
  readonly event: number;
  readonly round: number;
  readonly head: string;
  /** The words with their context. */
  readonly text: string;
}

/** The most places to find. */
export const mostFound = 2000;

/** The events of a collaboration that contain some words, in upper or lower case. */
export function found(detail: Detail, run: number, words: string): Found[] {
  const wanted = words.toLowerCase();
  return detail.events.flatMap((one, event) => {
    const entry = entryOf(one);
    if (entry === null) return [];
    const text = [entry.head, entry.text, entry.aside].join(' ');
    const at = text.toLowerCase().indexOf(wanted);
    if (at < 0) return [];
    const from = Math.max(0, at - 60);
    const around = `${from > 0 ? '… ' : ''}${text.slice(from, at + wanted.length + 100)}`;
    return [{ run, index: detail.index, event, round: entry.round, head: entry.head, text: around }];
  });
}
