/*
 * Letters that change what a terminal does or in which direction it writes: control characters other than line ends
 * and tabs (among them ESC, BEL and NUL), and the marks that change the direction of a text.
 */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text made safe to print. Text from a model, a file or a name could otherwise move the cursor, ring the bell, or
 * change the colour or direction of the text around it. Each such letter is written as its number, and every line end
 * becomes a line feed.
 * @example
 * visible('a\u001b[31mb\u202ec'); // => 'a\\x1b[31mb\\u202ec'
 */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(hidden, (letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
