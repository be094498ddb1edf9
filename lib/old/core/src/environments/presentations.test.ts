import { describe, expect, it } from 'vitest';
import { recorded } from '../transcripts';
import { exchangeEconomy } from './exchange-economy';
import { hiddenProfile } from './hidden-profile';
import { menu } from './menu';
import { presentRecorded } from './presentations';
import { taskAllocation } from './task-allocation';

describe('what readers see of a proposal', () => {
  it('known: an allocation says who gets what, beside the exponent of each good and the utility', () => {
    const economy = exchangeEconomy({
      agents: 2,
      preferences: [
        [0.8, 0.2],
        [0.5, 0.5],
      ],
    });
    const instance = economy.instance(0);
    const [a, b] = instance.agents as [string, string];
    const [x, y] = instance.goods as [string, string];
    const shown = economy.present!(instance, { [a]: { [x]: 80, [y]: 10 }, [b]: { [x]: 20, [y]: 45 } });
    expect(shown.columns).toEqual([x, y, 'utility']);
    expect(shown.rows.map(({ name, cells }) => [name, ...cells.slice(0, 2)])).toEqual([
      [a, { value: 80, against: 0.8, part: 0.8 }, { value: 10, against: 0.2, part: 0.1 }],
      [b, { value: 20, against: 0.5, part: 0.2 }, { value: 45, against: 0.5, part: 0.45 }],
    ]);
    expect(shown.rows[1]!.cells[2]!.value).toBeCloseTo(Math.sqrt(20 * 45), 9); // Cobb-Douglas
  });

  it('law: every environment shows its best decision, and no row of it fails', async () => {
    for (const environment of [menu(), taskAllocation()]) {
      const instance = environment.instance(0);
      const { proposal } = await environment.solver!.solve(instance, instance.truth);
      const shown = environment.present!(instance, proposal as never);
      expect(shown.rows.length).toBeGreaterThan(1);
      expect(shown.rows.flatMap(({ cells }) => cells).filter(({ fails }) => fails === true)).toEqual([]);
      for (const { cells } of shown.rows) expect(cells).toHaveLength(shown.columns.length);
      expect(presentRecorded(environment.name, instance as never, proposal as never)).toEqual(shown);
      const everything = environment.name === 'menu' ? instance.items : null;
      if (everything !== null)
        expect(
          menu().present!(instance, everything).rows.some(({ cells }) => cells.some(({ fails }) => fails)),
        ).toBe(true);
    }
  });

  it('known: an answer stands beside the right one', () => {
    const instance = { letters: ['A', 'B'], options: ['two', 'three'], answer: 'B' };
    const shown = presentRecorded('questions', instance, { answer: 'A' });
    expect(shown!.rows[0]!.cells[0]).toEqual({ value: 'A. two', against: 'B. three', fails: true });
    expect(presentRecorded('questions', instance, { answer: 'B' })!.rows[0]!.cells[0]!.fails).toBeUndefined();
    // Whether a free answer is right is not seen by its letters.
    const free = presentRecorded('questions', { answer: '1/2' }, { answer: '0.5' });
    expect(free!.rows[0]!.cells[0]).toEqual({ value: '0.5', against: '1/2' });
    const [vote] = recorded('mmlu-redux-votes');
    expect(presentRecorded(null, vote!.instance, 'C')!.rows[0]!.cells[0]!.value).toMatch(/^C\. ./);
  });

  it('known: an option of a hidden profile stands beside the others, with its worth by all facts and by shared ones', () => {
    const environment = hiddenProfile();
    const instance = environment.instance(0);
    const { answer, misleading, options } = instance;
    const shown = environment.present!(instance, misleading);
    expect(shown.rows.map(({ name }) => name)).toEqual(options);
    const bestBy = (column: number) =>
      [...shown.rows].sort((a, b) => Number(b.cells[column]!.value) - Number(a.cells[column]!.value))[0]!
        .name;
    expect([bestBy(1), bestBy(2)]).toEqual([answer, misleading]);
    expect(shown.rows.flatMap(({ name, cells }) => (cells[0]!.fails === true ? [name] : []))).toEqual([
      misleading,
    ]);
    expect(presentRecorded('hidden-profile', instance as never, misleading)).toEqual(shown);
  });

  it('law: recorded sets show each deal; its points are those on record', () => {
    for (const name of ['llm-deliberation', 'casino-negotiations']) {
      const [one] = recorded(name);
      const proposal = one!.events.find((event) => event.type === 'proposal' && event.proposal !== null);
      if (proposal?.type !== 'proposal') throw new Error('no proposal');
      const shown = presentRecorded(null, one!.instance, proposal.proposal)!;
      const utilities = proposal.score?.['utilities'] as Record<string, number>;
      if (name === 'llm-deliberation')
        expect(Object.fromEntries(shown.rows.map((row) => [row.name, row.cells.at(-1)!.value]))).toEqual(
          utilities,
        );
      else expect(shown.rows.map((row) => row.name)).toEqual(expect.arrayContaining(Object.keys(utilities)));
    }
  });

  it('contract: what no function knows is shown by its own form, or not at all', () => {
    expect(presentRecorded('mine', null, { a: { x: 1 }, b: { y: 'z' } })).toEqual({
      rowsAre: '',
      columns: ['x', 'y'],
      rows: [
        { name: 'a', cells: [{ value: 1 }, { value: null }] },
        { name: 'b', cells: [{ value: null }, { value: 'z' }] },
      ],
    });
    expect(presentRecorded('exchange-economy', { agents: 7 }, { rice: 3 })!.columns).toEqual(['rice']);
    for (const nothing of ['text', 3, null, [], {}, [1, 2], { a: [1] }])
      expect(presentRecorded(null, null, nothing)).toBeNull();
  });
});
