/**
 * What stands in the last \boxed{...} of a LaTeX text, braces balanced; "\boxed 7" too, and \fbox. Null where there is
 * none, or its brace is never closed.
 */
export function lastBoxed(text: string): string | null {
  const box = [...text.matchAll(/\\f?box(?:ed)?(?![A-Za-z])\s*/g)]
    .filter(([command]) => !/^\\box(?!ed)/.test(command))
    .at(-1);
  if (box === undefined) return null;
  const start = box.index + box[0].length;
  if (text[start] !== '{') return /^[^\s$.,]+/.exec(text.slice(start))?.[0] ?? null;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return text.slice(start + 1, at).trim();
  }
  return null;
}
