import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import type { JsonObject } from '../environments/environment';

/** Something that a notebook and a terminal can show. */
export interface Shown {
  readonly html: string;
  readonly text: string;
}

/** One output in several forms, by media type. Jupyter shows the richest form that it knows. */
export type Bundle = Readonly<Record<string, string | JsonObject>>;

/** The method by which the notebook kernel asks a cell's last value for its forms. */
export const jupyterDisplay = Symbol.for('Jupyter.display');

/** Makes a value show itself: as the last value of a cell, and as text when it is printed. */
export function showsItself<Value extends object>(value: Value, bundle: (value: Value) => Bundle): Value {
  return Object.defineProperties(value, {
    [jupyterDisplay]: { value: () => bundle(value) },
    [inspect.custom]: { value: () => bundle(value)['text/plain'] as string },
  });
}

export const bundleOf = ({ html, text }: Shown): Bundle => ({ 'text/html': html, 'text/plain': text });

/**
 * Shows a table, a comparison, a transcript or a figure under the running cell, or as text in a terminal. The last value
 * of a cell is shown without it.
 */
export function show(thing: unknown): void {
  const own = (thing as { readonly [jupyterDisplay]?: () => Bundle } | null)?.[jupyterDisplay]?.call(thing);

  if (own === undefined) console.log(thing);
  else display(own);
}

/** Shows a bundle under the running cell, or its text in a terminal. */
export function display(bundle: Bundle): void {
  const write = kernelWrite();
  if (write !== undefined) write({ data: bundle, metadata: {}, transient: {} }, false);
  else console.log(bundle['text/plain']);
}

type Write = (
  output: { readonly data: Bundle; readonly metadata: object; readonly transient: object },
  update: boolean,
) => void;

/** How the kernel of this process writes an output. It is found among loaded modules, since loading it takes seconds. */
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

/** Control characters and marks that change the direction of a text: everything but line ends and tabs. */
// eslint-disable-next-line no-control-regex -- these are what is searched for
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text from a model or a file, made safe to print: what would move a cursor or turn the text is written as its code. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(hidden, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
