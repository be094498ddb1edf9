/*
 * Letters that change what a terminal does, or in which direction it writes: control characters but for the end of a
 * line and the tab (ESC, BEL and NUL among them), and the marks that turn the direction of a text.
 */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text as it is safe to print: what a model, a file or a name holds cannot move the cursor, ring, colour or turn round
 * what stands beside it. Each such letter is written by its number; the ends of lines become a line feed.
 * @example
 * visible('a\u001b[31mb\u202ec'); // => 'a\\x1b[31mb\\u202ec'
 */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(hidden, (letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
