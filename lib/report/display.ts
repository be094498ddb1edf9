import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import type { JsonObject } from '../environments/environment';

/** An object that a notebook and a terminal can display. */
export interface Shown {
  readonly html: string;
  readonly text: string;
}

/** One output in several formats, keyed by media type. Jupyter displays the richest format that it supports. */
export type Bundle = Readonly<Record<string, string | JsonObject>>;

/** The method that the notebook kernel calls on the last value in a cell, to get the formats in which to display it. */
export const jupyterDisplay = Symbol.for('Jupyter.display');

/** Makes a value display itself when it is the last value in a cell, and appear as text when it is printed. */
export function showsItself<Value extends object>(value: Value, bundle: (value: Value) => Bundle): Value {
  return Object.defineProperties(value, {
    [jupyterDisplay]: { value: () => bundle(value) },
    [inspect.custom]: { value: () => bundle(value)['text/plain'] as string },
  });
}

export const bundleOf = ({ html, text }: Shown): Bundle => ({ 'text/html': html, 'text/plain': text });

/**
 * Displays a table, a comparison, a transcript or a figure under the running cell, or as text in a terminal. The last
 * value in a cell is displayed even without `show`.
 */
export function show(thing: unknown): void {
  const own = (thing as { readonly [jupyterDisplay]?: () => Bundle } | null)?.[jupyterDisplay]?.call(thing);

  if (own === undefined) console.log(thing);
  else display(own);
}

/** Displays a bundle under the running cell, or its text in a terminal. */
export function display(bundle: Bundle): void {
  const write = kernelWrite();
  if (write !== undefined) write({ data: bundle, metadata: {}, transient: {} }, false);
  else console.log(bundle['text/plain']);
}

type Write = (
  output: { readonly data: Bundle; readonly metadata: object; readonly transient: object },
  update: boolean,
) => void;

/**
 * Returns the kernel's output function, or undefined outside a notebook. Searches only the modules that are already
 * loaded, because loading the kernel takes seconds.
 */
function kernelWrite(): Write | undefined {
  const { cache } = createRequire(__filename);
  const path = Object.keys(cache).find((name) =>
    name.replaceAll('\\', '/').endsWith('/tslab/dist/jupyter.js'),
  );
  return path === undefined
    ? undefined
    : (cache[path]?.exports as { readonly lastWriteDisplayData?: Write }).lastWriteDisplayData;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  visible(text).replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? '');

/**
 * Matches two kinds of characters: control characters other than line ends and tabs, and marks that change the text
 * direction.
 */
// eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes text from a model or a file safe to print. Control characters, and marks that change the text direction, are
 * replaced by their codes.
 */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(hidden, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
