import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headingOf, itemHeadings, itemLinks, itemsIn } from './item-headings.mjs';
import { joinText } from './notebook-format.mjs';
import { places } from './project.mjs';

describe('headings that name tables and figures', () => {
  it('known: lists and ranges', () => {
    expect(itemsIn('Table 2: accuracy by rule')).toEqual(['Table 2']);
    expect(itemsIn('Tables 2, 3 and 5, beside the mean')).toEqual(['Table 2', 'Table 3', 'Table 5']);
    expect(itemsIn('Figures 8 to 11: examples')).toEqual(['Figure 8', 'Figure 9', 'Figure 10', 'Figure 11']);
    expect(itemsIn('Table 2 and Figure 3: when?')).toEqual(['Table 2', 'Figure 3']);
    expect(itemsIn('Tables of contents')).toEqual([]);
  });

  it('known: one that begins with the item, and has the fewest, comes first', () => {
    const headings = ['How many (the question of Figure 3)', 'Figures 3 and 4: both', 'Figure 3: alone'].map(
      (words) => ({ words, items: itemsIn(words), anchor: words }),
    );
    expect(headingOf(headings, 'Figure 3').words).toBe('Figure 3: alone');
    expect(headingOf(headings, 'Figure 4').words).toBe('Figures 3 and 4: both');
    expect(headingOf(headings, 'Figure 5')).toBeUndefined();
    expect(itemLinks(headings)).toBe(
      '**Go to** [Figure 3](<Figure 3: alone>) · [Figure 4](<Figures 3 and 4: both>)',
    );
  });

  const { figures, notebooks, shipped } = places();

  it('law: a heading of one of its notebooks names every item', () => {
    const { items } = JSON.parse(readFileSync(join(figures, 'ledger.json'), 'utf8'));
    const homeless = items.filter(({ item, notebook }) =>
      notebook
        .split(', ')
        .every((name) => headingOf(itemHeadings(join(notebooks, name)), item) === undefined),
    );
    expect(homeless.map(({ paper, item }) => `${paper} ${item}`)).toEqual([]);
  });

  it.each(shipped)('law: %s links to its tables and figures at its top', (name) => {
    const path = join(notebooks, name.endsWith('.ipynb') ? name : `${name}.ipynb`);
    const { cells } = JSON.parse(readFileSync(path, 'utf8'));
    const headings = itemHeadings(path);
    expect(joinText(cells[0].source)).toContain(itemLinks(headings));
    // JupyterLab does not find other anchors.
    for (const { anchor } of headings) expect(anchor).toMatch(/^[\x21-\x7e]+$/);
  });
});
