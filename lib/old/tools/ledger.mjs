import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { joinText } from './notebook-format.mjs';
import { packageAt, root, ScriptError } from './project.mjs';
import { writeAtomically } from './stamps.mjs';

export const ledgerName = 'ledger.json';
export const ledgerPage = 'LEDGER.md';

/** A file of a compiled package. @throws ScriptError when it does not load */
function compiled(dist, name) {
  try {
    return createRequire(import.meta.url)(join(dist, `${name}.js`));
  } catch (error) {
    throw new ScriptError(`The compiled library does not load (${error.message}); run "npm run setup".`);
  }
}

const report = (name) => compiled(packageAt(root, 'report').dist, name);
const papersDist = packageAt(root, 'papers').dist;

/** The ledger of a folder: what is recorded in its ledger.json. @throws ScriptError when that is not a ledger */
export function readLedger(folder) {
  try {
    return report('ledger').readLedger(folder);
  } catch (error) {
    if (error.code !== 'ledger') throw error;
    throw new ScriptError(error.message);
  }
}

/** The ledger after a notebook has run (the library's own merging). */
export const mergeLedgers = (...given) => report('ledger').mergeLedgers(...given);

/** A ledger without what notebooks recorded that no longer exist. */
export const withoutOthers = (ledger, existing) => mergeLedgers(ledger, { items: [] }, '', existing);

export const printLedger = (ledger) => report('ledger').printLedger(ledger);

/** How many tables and figures are in a notebook, and how near our numbers are. */
export const countItems = ({ items }) => report('ledger-table').itemCounts(items);

/**
 * The verdicts on the papers' claims in five rows, as Markdown.
 * @param dist - of the compiled agora-papers
 * @throws ScriptError when it does not load
 */
export const verdictTable = (dist = papersDist) => compiled(dist, 'claims/index').verdictTable();

/** What was changed in the claims after they were frozen, as Markdown. @throws ScriptError when it does not load */
export const changedClaims = (dist = papersDist) => compiled(dist, 'claims/index').changedClaimsTable();

/** Writes the ledger and its page, if they have changed. */
export function writeLedger(folder, ledger) {
  writeIfChanged(join(folder, ledgerName), printLedger(ledger));
  writeIfChanged(join(folder, ledgerPage), ledgerMarkdownPage(ledger, join(folder, '../notebooks')));
}

/**
 * The page that holds every item.
 * @param notebooks - the folder of the notebooks, whose headings the page links to
 * @param changes - what was changed in the claims
 */
export function ledgerMarkdownPage(ledger, notebooks, changes = changedClaims()) {
  const places = new Map();
  for (const paper of new Set(ledger.items.map((one) => one.paper)))
    places.set(paper, headingsOf(paper, ledger.items, notebooks));
  const linkOf = ({ paper, item }) => linkTo(places.get(paper), item);
  return `# The ledger

Written by \`npm run reproduce\` from [ledger.json](ledger.json). What the papers claim, and the verdicts, are in [CLAIMS.md](CLAIMS.md).

- [Where each table and figure is](#where-each-table-and-figure-is): links into the notebooks; also of printed lists that have no row below.
- [Claims that were changed](#claims-that-were-changed) after they were frozen: each with its reason, and the verdict before and now.
- [Tables and figures](#tables-and-figures): every table and figure of the five papers that shows a result or the data behind one, with its notebook, the kinds of evidence beside it, and how far our numbers are from the published ones, next to the best of some null models (one constant for all cells, say, or one printed column copied into all). A table may be compared in several parts. \`data/published/items.json\` lists what is left out.

## Where each table and figure is

${itemPlaces(ledger, places)}

## Claims that were changed

Claims are frozen with a version before their tests are run. A change is a new version. The verdict is by recorded evidence.

${changes}

## Tables and figures

${report('ledger-table').ledgerMarkdown(ledger, linkOf)}
`;
}

/** A line a paper: its items, and what else the headings of its notebooks name, each linked to the heading that shows it. */
function itemPlaces({ items }, places) {
  const lines = [...places].map(([paper, headings]) => {
    const own = items.filter((one) => one.paper === paper).map(({ item }) => item);
    const named = [...own, ...headings.flatMap((heading) => heading.items)];
    const links = [...new Set(named)].sort(byKindAndNumber).map((item) => linkTo(headings, item));
    return `- **${paper}**: ${links.join(' · ')}`;
  });
  return lines.join('\n');
}

/** The headings of a paper's notebooks that name tables and figures, each with its notebook's file name. */
function headingsOf(paper, items, notebooks) {
  const own = items.filter((one) => one.paper === paper);
  const names = [...new Set(own.flatMap(({ notebook }) => notebook.split(', ')))];
  return names
    .filter((name) => existsSync(join(notebooks, name)))
    .flatMap((name) => itemHeadings(join(notebooks, name)).map((heading) => ({ ...heading, name })));
}

/** An item's name as Markdown, linked to the heading that shows it where there is one. */
function linkTo(headings, item) {
  const heading = headingOf(headings, item);
  return heading === undefined ? item : `[${item}](<../notebooks/${heading.name}${heading.anchor}>)`;
}

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

/**
 * The headings of a notebook that name a table or figure, in order: what they name, their words, their anchor.
 * "## Tables 2, 3 and 5: …" shows three.
 */
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

/** Tables before figures, each by number. */
export function byKindAndNumber(one, other) {
  const [kind, number] = one.split(' ');
  const [otherKind, otherNumber] = other.split(' ');
  return otherKind.localeCompare(kind) || Number(number) - Number(otherNumber);
}

/** Writes the verdicts into the README, between two comments. @throws ScriptError without these */
export function writeReadme(file, verdicts = verdictTable()) {
  const readme = readFileSync(file, 'utf8');
  const place = /(<!-- verdicts: .* -->)[^]*(<!-- end of verdicts -->)/;
  if (!place.test(readme))
    throw new ScriptError(`${file} has no place for the verdicts (<!-- verdicts: … -->)`);
  writeIfChanged(
    file,
    readme.replace(place, (_, head, tail) => `${head}\n\n${verdicts}\n\n${tail}`),
  );
}

function writeIfChanged(file, text) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeAtomically(file, text);
}
