import { describe, expect, it } from 'vitest';
import { loadPaper, type PublishedPaper } from 'agora-report/internal';
import { claimSpecs, type ClaimSpec } from '../claim-spec';
import { evaluateExpression } from './expression';
import { checkPrinted, joinedNumbers, valuesOf } from './printed';

const cell = (value: number) => ({ value: value, standardError: null });
const paper: PublishedPaper = {
  paper: 'Coins',
  tables: [
    {
      paper: 'Coins',
      item: 'Table 1',
      caption: 'Heads.',
      unit: 'percent',
      columns: ['old', 'new'],
      rows: [
        { label: 'copper', cells: { old: cell(50.1), new: cell(52) } },
        { label: 'silver', cells: { old: cell(50), new: cell(50) } },
        { label: 'gold', cells: { old: cell(51), new: cell(49) } },
      ],
    },
  ],
  quoted: [{ name: 'tosses', where: 'section 2', unit: 'tosses', values: { a: 100 } }],
  edges: [],
  centres: [],
};

const metal = { table: 'Table 1', rows: '^(?<metal>.*)$' };
function specOf(which: 'every' | 'most' | 'some' | { atLeast: number }, value = 'a - b'): ClaimSpec {
  const condition = {
    says: 'New coins show more heads.',
    let: { a: { ...metal, columns: '^new$' }, b: { ...metal, columns: '^old$' } },
    value: value,
    must: { above: 0 },
    which: which,
  };
  return { id: 'coins.newShowHeads', printed: { conditions: [condition] } } as unknown as ClaimSpec;
}

describe('checkPrinted', () => {
  it('known: copper is met, gold is not, and silver could be either by rounding: it is granted', () => {
    const { verdict, failing, of, granted } = checkPrinted(specOf('every'), paper);
    expect([verdict, failing, of, granted]).toEqual(['inconsistent', 1, 3, 1]);
  });

  it('known: most, some and at least so many', () => {
    expect(checkPrinted(specOf('most'), paper).verdict).toBe('consistent');
    expect(checkPrinted(specOf({ atLeast: 2 }), paper).verdict).toBe('consistent');
    expect(checkPrinted(specOf({ atLeast: 3 }), paper).verdict).toBe('inconsistent');
  });

  it('known: a difference of 1.9 is 2 to the last printed digit of 0.1, but not 3', () => {
    // Columns print one decimal, so that each cell may be 0.05 to either side.
    const near = (bound: number) => {
      const spec = specOf({ atLeast: 1 }, `abs(a - b - ${bound})`);
      const [one] = (spec.printed as { conditions: { must: object }[] }).conditions;
      one!.must = { atMost: 0 };
      return checkPrinted(spec, paper).verdict;
    };
    expect([near(1.9), near(2.4), near(3)]).toEqual(['consistent', 'consistent', 'inconsistent']);
  });

  it('contract: what is not printed is refused by its description', () => {
    const spec = specOf('every');
    const [one] = (spec.printed as { conditions: { let: Record<string, unknown> }[] }).conditions;
    one!.let['a'] = { table: 'Table 9', rows: '.', columns: '.' };
    expect(() => checkPrinted(spec, paper)).toThrow('Coins prints nothing that fits {"table":"Table 9"');
  });

  it('reference: every printed effect of the five papers follows from the cells that its claim names', () => {
    const folders = {
      roundtable: 'roundtable',
      gedi: 'gedi',
      s2mad: 's2-mad',
      deliberation: 'deliberation',
      strategies: 'strategies',
    };
    let counted = 0;
    for (const [name, folder] of Object.entries(folders)) {
      const published = loadPaper(folder);
      for (const { id, published: effect } of claimSpecs()[name as 'gedi'].claims) {
        const { follows, value } = effect;
        if (typeof follows === 'string' || value === null) continue;
        const values = joinedNumbers(published, follows.let).map((names) =>
          evaluateExpression(follows.value, valuesOf(names)),
        );
        const [most, least] = [Math.max(...values), Math.min(...values)];
        const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
        const found = { mean: mean, highest: most, lowest: least, range: most - least }[
          follows.take ?? 'mean'
        ];
        expect(found, id).toBeCloseTo(value, 5);
        counted++;
      }
    }
    expect(counted).toBe(124);
  });
});
