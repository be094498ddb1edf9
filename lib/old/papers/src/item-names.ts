import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, closest, text } from 'agora-voting/internal';
import type { AnyItem } from './item';
import { whyLeftOut } from './left-out';

/*
 * All items, and what they are called.
 */

const made: AnyItem[] = [];

/** Every item is here once its file is loaded. */
export function register(one: AnyItem): void {
  made.push(one);
}

const papersInOrder = ['RoundTable', 'GEDI', 'S2-MAD', 'Deliberation', 'Strategies'];

/**
 * Every item of every paper, in the papers' order; or of one paper.
 * @throws AgoraError 'setting' for an unknown paper, with the one that was probably meant
 * @example
 * papers.everyItem('gedi').find(({ id }) => id === 'gedi.table4').evidence; // => []
 */
export function everyItem(paper?: string): readonly AnyItem[] {
  if (paper === undefined) return inOrder(made);
  check('everyItem', z.object({ paper: text() }), { paper });
  const papers = [...new Set(inOrder(made).map(({ id }) => partsOf(id).paper))];
  if (!papers.includes(plain(paper)))
    throw new AgoraError(
      'setting',
      `There is no paper "${paper}"${meant(plain(paper), papers)}: there are ${papers.join(', ')}`,
    );
  return inOrder(made.filter(({ id }) => partsOf(id).paper === plain(paper)));
}

/** Papers in their order, tables before figures. */
function inOrder(items: readonly AnyItem[]): AnyItem[] {
  const place = ({ paper, item }: AnyItem): number =>
    1e4 * papersInOrder.indexOf(paper) +
    1e3 * Number(item.startsWith('Figure')) +
    Number(/\d+/.exec(item)?.[0]);
  return [...items].sort((one, other) => place(one) - place(other));
}

/** "GEDI", "Table 2" to "gedi.table2". */
export function idOf(paper: string, item: string): string {
  return `${plain(paper)}.${plain(item)}`;
}

/**
 * "gedi.figure3" to "gedi-figure-3", under which figures are kept.
 * @example
 * papers.itemFileName('gedi.figure3'); // => 'gedi-figure-3'
 */
export function fileName(id: string): string {
  check('itemFileName', z.object({ id: text() }), { id });
  return id.replace('.', '-').replace(/(table|figure)(?=\d)/, '$1-');
}

/**
 * An item by its paper and name, as on the command line.
 * @throws AgoraError 'setting' for an unknown paper or item, with the one that was probably meant
 * @example
 * papers.itemNamed('gedi', 'Table 2').id; // => 'gedi.table2'
 */
export function itemNamed(paper: string, name: string): AnyItem {
  check('itemNamed', z.object({ paper: text(), item: text() }), { paper, item: name });
  const own = everyItem(paper);
  const names = own.map(({ id }) => partsOf(id).name);
  // "Fig. 5" is Figure 5.
  const found = own[names.indexOf(plain(name).replace(/^fig(?=\d)/, 'figure'))];
  if (found !== undefined) return found;
  const why = whyLeftOut(plain(paper), plain(name));
  throw new AgoraError(
    'setting',
    `${why ?? `${own[0]?.paper} has no item "${name}"${meant(plain(name), names)}`}: there are ${names.join(', ')}`,
  );
}

/** "S2-MAD" and "s2mad", "Table 2" and "table2" are one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function partsOf(id: string): { paper: string; name: string } {
  const [paper = '', name = ''] = id.split('.');
  return { paper: paper, name: name };
}

/** " (did you mean "gedi"?)", where one of the names is near. */
function meant(given: string, names: readonly string[]): string {
  const near = closest(given, names);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}
