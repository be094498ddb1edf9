/** Where a notebook shows which table or figure of a paper, by its headings: "## Tables 2, 3 and 5: …" shows three. */
import { readFileSync } from 'node:fs';
import { joinText } from './notebook-format.mjs';

/** The tables and figures that a heading names. "Figures 8 to 11" are four. */
export function itemsIn(heading) {
  const lists = heading.matchAll(/\b(Table|Figure)s? (\d+(?:(?:, | and | to )\d+)*)/g);
  return [...lists].flatMap(([, kind, list]) =>
    list.split(/, | and /).flatMap((part) => {
      const [first, last = first] = part.split(' to ').map(Number);
      return Array.from({ length: last - first + 1 }, (_, at) => `${kind} ${first + at}`);
    }),
  );
}

/** The headings of a notebook that name a table or figure, in order: what they name, their words, their anchor. */
export function itemHeadings(path) {
  const { cells } = JSON.parse(readFileSync(path, 'utf8'));
  const lines = cells
    .filter(({ cell_type }) => cell_type === 'markdown')
    .flatMap(({ source }) => joinText(source).split('\n'));
  return lines
    .filter((line) => /^#+ /.test(line))
    .map((line) => line.replace(/^#+ /, ''))
    .map((words) => ({ words, items: itemsIn(words), anchor: `#${words.replaceAll(' ', '-')}` }))
    .filter(({ items }) => items.length > 0);
}

/**
 * The heading that shows an item: one that begins with tables or figures before one that only speaks of them, and the
 * one with the fewest of them. Undefined where none names it.
 */
export function headingOf(headings, item) {
  const naming = headings.filter(({ items }) => items.includes(item));
  const titled = naming.filter(({ words }) => /^(Table|Figure)/.test(words));
  const [best] = (titled.length > 0 ? titled : naming).sort(
    (one, other) => one.items.length - other.items.length,
  );
  return best;
}

/** The line at the top of a notebook that links to its tables and figures; empty where it has none. */
export function itemLinks(headings) {
  const items = [...new Set(headings.flatMap((heading) => heading.items))].sort(byKindAndNumber);
  const links = items.map((item) => `[${item}](<${headingOf(headings, item).anchor}>)`);
  return links.length === 0 ? '' : `**Go to** ${links.join(' · ')}`;
}

/** Tables before figures, each by number. */
export function byKindAndNumber(one, other) {
  const [kind, number] = one.split(' ');
  const [otherKind, otherNumber] = other.split(' ');
  return otherKind.localeCompare(kind) || Number(number) - Number(otherNumber);
}
