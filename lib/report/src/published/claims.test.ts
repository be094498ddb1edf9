import { mean } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { claims, items } from './claims';
import { loadPaper, tableOf } from './load-paper';
import type { PublishedPaper } from './published-table';

const numbers = z.array(z.number()).min(1);
const selection = z.strictObject({ rows: z.string(), columns: z.string() });
const formula = z.strictObject({
  table: z.string().optional(),
  as: z.string(),
  of: z.union([numbers, selection]),
  less: z.union([numbers, selection]).optional(),
});
const quoted = z.strictObject({ quoted: z.string(), value: z.string() });

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
const meanOf = (values: readonly number[]): number => mean([...values]);
/** How an effect comes of some cells and others; those of pairs take the cells in their order, or one for all. */
const readings: Readonly<Record<string, (of: readonly number[], less: readonly number[]) => number>> = {
  mean: (of) => meanOf(of),
  difference: (of, less) => meanOf(of) - meanOf(less),
  distance: (of, less) => Math.abs(meanOf(of) - meanOf(less)),
  range: (of) => spread(of),
  'difference of ranges': (of, less) => spread(of) - spread(less),
  'saving of means': (of, less) => 100 * (1 - meanOf(of) / meanOf(less)),
  'growth of means': (of, less) => 100 * (meanOf(of) / meanOf(less) - 1),
  saving: (of, less) => meanOf(pairs(of, less).map(([own, other]) => 100 * (1 - own / other))),
  growth: (of, less) => meanOf(pairs(of, less).map(([own, other]) => 100 * (own / other - 1))),
  'share above': (of, less) => meanOf(pairs(of, less).map(([own, other]) => (own > other ? 100 : 0))),
};

function pairs(of: readonly number[], less: readonly number[]): [number, number][] {
  expect([1, of.length]).toContain(less.length);
  return of.map((own, place) => [own, less[less.length === 1 ? 0 : place] as number]);
}

/** The effect that `how` computes from what the paper prints. */
function effectOf(how: unknown, paper: () => PublishedPaper): number {
  const text = quoted.safeParse(how).data;
  if (text !== undefined)
    return paper().quoted.find(({ name }) => name === text.quoted)?.values[text.value] ?? NaN;
  const { table, as, of, less = [0] } = formula.parse(how);
  const cells = (wanted: typeof of): readonly number[] => {
    if (Array.isArray(wanted)) return wanted;
    const { rows, columns } = tableOf(paper(), String(table));
    const found = rows
      .filter(({ label }) => new RegExp(wanted.rows).test(label))
      .flatMap((row) =>
        columns.flatMap((column) =>
          new RegExp(wanted.columns).test(column) ? (row.cells[column]?.value ?? []) : [],
        ),
      );
    expect(found.length, JSON.stringify(wanted)).toBeGreaterThan(0);
    return found;
  };
  return readings[as]?.(cells(of), cells(less)) ?? NaN;
}

describe('the claims of the papers', () => {
  it.each(claims().filter(({ published }) => published !== null))(
    'known: $id, as far as printed cells say it',
    ({ id, how, published, holds }) => {
      const file = { s2mad: 's2-mad' }[id.split('.')[0] as string] ?? String(id.split('.')[0]);
      const effect = effectOf(how, () => loadPaper(file));
      expect(published).toBeCloseTo(effect, 5);
      // Two claims of which the paper's own cells say the opposite.
      const agrees = 'above' in holds ? effect > holds.above : effect < holds.below;
      expect(agrees).toBe(
        !['s2mad.largerGroupsAreMoreAccurate', 'roundtable.informAndRequestLead'].includes(id),
      );
    },
  );

  it('contract: ten claims at least of each paper, each once; where nothing is printed, why', () => {
    const all = claims();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const paper of ['RoundTable', 'GEDI', 'S2-MAD', 'Deliberation', 'Strategies'])
      expect(all.filter((claim) => claim.paper === paper).length, paper).toBeGreaterThanOrEqual(10);
    for (const { published, how, id } of all) expect(typeof how === 'string', id).toBe(published === null);
  });
});

describe('the items of the papers', () => {
  it("contract: 56 tables and figures, each once, under the papers' own names", () => {
    const names = items().map(({ paper, item }) => `${paper}, ${item}`);
    expect(new Set(names).size).toBe(56);
    expect(names.every((name) => /, (Table|Figure) \d+$/.test(name))).toBe(true);
    for (const name of ['roundtable', 'gedi', 's2-mad', 'deliberation', 'strategies']) {
      const { paper, tables } = loadPaper(name);
      for (const { item } of tables) expect(names).toContain(`${paper}, ${item.split(', ')[0]}`);
    }
  });
});
