/** The parts of a formula between separators that stand in no bracket; half-open intervals may close as they like. */
export function splitTopLevel(text: string, separator: RegExp): string[] {
  const sticky = new RegExp(separator.source, 'y');
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    else if (depth === 0) {
      sticky.lastIndex = at;
      const found = sticky.exec(text)?.[0];
      if (found === undefined || found === '') continue;
      parts.push(text.slice(from, at));
      from = at + found.length;
      at = from - 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}

/** The inside of a text that is one pair of brackets, with the brackets; null for anything else. */
export function inBrackets(
  text: string,
): { readonly open: string; readonly inside: string; readonly close: string } | null {
  const open = text.startsWith('\\{') ? '\\{' : (text[0] ?? '');
  const close = text.endsWith('\\}') ? '\\}' : (text.at(-1) ?? '');
  const braces = open === '\\{' && close === '\\}';
  if (!braces && !(['(', '['].includes(open) && [')', ']'].includes(close))) return null;
  let depth = 0;
  for (let at = open.length - 1; at < text.length; at++) {
    if ('([{'.includes(text[at] as string)) depth++;
    else if (')]}'.includes(text[at] as string) && --depth === 0 && at < text.length - 1) return null;
  }
  return depth === 0
    ? { open, inside: text.slice(open.length, text.length - close.length).trim(), close }
    : null;
}
