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

/** A search: its words, and the collaborations to look in, by their runs' places. Null: all, of a run or of every run. */
export interface Sought {
  readonly words: string;
  readonly within: readonly (readonly number[] | null)[] | null;
}

/** The collaborations of a run that are looked in. */
export function soughtIn<One extends { readonly index: number }>(
  all: readonly One[],
  run: number,
  { within }: Sought,
): readonly One[] {
  const own = within === null ? null : within[run];
  if (own === null) return all;
  const chosen = new Set(own);
  return all.filter(({ index }) => chosen.has(index));
}

/** The most places to find. */
export const mostFound = 5000;

/** The words of a search, in lower case. Text in quotation marks counts as one word. */
export function wordsOf(search: string): string[] {
  const words = [...search.toLowerCase().matchAll(/"([^"]+)"?|([^\s"]+)/g)].map(
    ([, phrase, word]) => phrase ?? word ?? '',
  );
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
}

/** The events of a collaboration that contain all words of a search, in upper or lower case. */
export function found(detail: Pick<Detail, 'index' | 'events'>, run: number, search: string): Found[] {
  const wanted = wordsOf(search);
  if (wanted.length === 0) return [];
  return detail.events.flatMap((one, event) => {
    const entry = entryOf(one);
    if (entry === null) return [];
    const text = [entry.head, entry.text, entry.aside].join(' ');
    const lower = text.toLowerCase();
    if (!wanted.every((word) => lower.includes(word))) return [];
    // Around the word that was asked for first and is no part of the head, if there is one.
    const behind = wanted.map((word) => lower.indexOf(word, entry.head.length)).find((place) => place >= 0);
    const at = behind ?? lower.indexOf(wanted[0]!);
    const from = Math.max(0, at - 60);
    const around = `${from > 0 ? '… ' : ''}${text.slice(from, at + 160)}`;
    return [{ run, index: detail.index, event, round: entry.round, head: entry.head, text: around }];
  });
}
