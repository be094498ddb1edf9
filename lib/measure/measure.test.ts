import { describe, expect, it } from 'vitest';
import type { Run } from '../experiment/run';
import { measure } from './measure';
import { summarise } from './summarise';
import { made } from './testing/made';

const runOf = (rule: string, values: readonly number[]): Run => {
  const all = values.map((value, index) => made({ index, score: { value } }));
  const part = { name: 'test', settings: {} };
  const protocol = { name: 'round-table', settings: { rule } };
  const about = {
    name: '',
    evidence: 'simulated',
    model: 'simulated',
    environment: part,
    protocol,
    seed: 7,
  } as const;
  return { about, size: all.length, [Symbol.iterator]: () => all[Symbol.iterator]() };
};
const value = ({ score }: { score: Record<string, unknown> }) => score['value'] as number;

describe('measure', () => {
  it("known: rows have their run's model, evidence and rule, and the condition name", async () => {
    const runs = { talk: runOf('borda', [1]), vote: runOf('majority', [3, 4]) };
    const rows = await measure(runs, { value: value });
    expect(rows.map((row) => [row['condition'], row['rule'], row.case, row.value])).toEqual([
      ['talk', 'borda', '0', 1],
      ['vote', 'majority', '0', 3],
      ['vote', 'majority', '1', 4],
    ]);
    expect(rows[0]).toMatchObject({
      model: 'simulated',
      evidence: 'simulated',
      column: 'value',
      collaboration: 0,
    });
  });

  it('known: measure accepts a list of runs, labelled runs, one run, or collaborations', async () => {
    const run = runOf('borda', [1, 2]);
    const columns = { value: value as never };
    expect(await measure([run, run], columns)).toHaveLength(4);
    expect((await measure([{ prompt: 'short', run }], columns))[0]).toMatchObject({
      prompt: 'short',
      rule: 'borda',
    });
    expect(await measure(run, columns)).toHaveLength(2);
    const labelled = [...run].map((one) => ({ ...one, labels: { subject: 'law' } }));
    expect((await measure(labelled, columns))[1]).toMatchObject({ subject: 'law', value: 2 });
    expect(await measure([], columns)).toEqual([]);
  });

  it("law: a field from the caller overrides the collaboration's label and the run's field", async () => {
    const labelled = [
      ...(await measure([{ run: runOf('borda', [1]), model: 'mine', condition: 'ours' }], { one: () => 1 })),
    ];
    expect(labelled[0]).toMatchObject({ model: 'mine', condition: 'ours' });
    const named = [{ ...made({ index: 0 }), labels: { condition: 'theirs', set: 'x' } }];
    expect((await measure({ ours: named }, { one: () => 1 }))[0]).toMatchObject({
      condition: 'ours',
      set: 'x',
    });
  });

  it('known: several numbers from one collaboration become rows with their fields', async () => {
    const rows = await measure([made()], {
      by: () => [
        { round: 1, value: 2 },
        { round: 2, value: null },
      ],
    });
    expect(rows.map(({ round, value }) => [round, value])).toEqual([
      [1, 2],
      [2, null],
    ]);
  });

  it.each([
    ['NaN', () => NaN],
    ['infinity', () => -Infinity],
    ['a text', () => 'many' as never],
    ['nothing', () => undefined as never],
    ['NaN in a part', () => [{ value: NaN }]],
    [
      'an exception',
      () => {
        throw new TypeError('no such thing');
      },
    ],
  ])(
    'behaviour: a column that gives %s causes an error that names the column and the case',
    async (_, column) => {
      const one = made({ index: 4, case: 'law 7' });
      await expect(measure([one], { mine: column })).rejects.toThrow(/"mine".*"law 7"/);
    },
  );
});

describe('summarise', () => {
  it('known: means are computed by field; missing numbers are counted, not averaged', async () => {
    const rows = await measure(
      [1, 2, 3].map((index) => made({ index })),
      {
        size: ({ index }) => (index === 3 ? null : index),
      },
    );
    expect(summarise(rows)).toEqual([
      expect.objectContaining({ column: 'size', value: 1.5, n: 2, clusters: 2, missing: 1 }),
    ]);
  });

  it('known: rows for one case form one cluster', async () => {
    const rows = await measure(
      ['a', 'a', 'b'].map((name, index) => made({ index, case: name })),
      { one: () => 1 },
    );
    expect(summarise(rows)[0]).toMatchObject({ n: 3, clusters: 2 });
  });

  it("known: copied rows keep their column's bounds: Wilson's interval, and exactly 100 at the top", async () => {
    const right = { measure: () => 100, bounds: [0, 100] as const };
    const rows = await measure(
      Array.from({ length: 10 }, (_, index) => made({ index })),
      { right },
    );
    const [found] = summarise(
      rows.map((row) => ({ ...row, rule: 'Borda' })),
      { by: 'rule' },
    );
    expect(found?.high).toBe(100);
    expect(found?.low).toBeCloseTo(72.2467, 3);
  });

  it('behaviour: one case has no interval; mixed evidence and unknown fields are errors', async () => {
    const rows = await measure(runOf('borda', [1]), { value: value });
    expect(summarise(rows)[0]).toMatchObject({ value: 1, low: null, high: null });
    const mixed = [...rows, { ...(rows[0] as (typeof rows)[0]), evidence: 'live' }];
    expect(() => summarise(mixed)).toThrow(/evidence/);
    expect(() => summarise(rows, { by: 'subject' })).toThrow(/subject/);
    expect(() => summarise(rows, { per: 'rule' } as never)).toThrow(/per/);
  });
});
