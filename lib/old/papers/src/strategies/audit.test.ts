import { describe, expect, it } from 'vitest';
import { loadPaper } from '../../../report/src/published/load-paper';
import { strategies } from './index';

const findings = strategies.audit();
const verdict = (which: boolean | null): string[] =>
  findings.filter(({ agrees }) => agrees === which).map(({ claim }) => claim);
const told = (claim: RegExp): string => findings.find((one) => claim.test(one.claim))?.recomputed ?? '';

describe('what the paper prints', () => {
  it('known: Tables 3 and 7, and 4 and 8, print the same numbers', () => {
    const numbers = (table: typeof strategies.table3.published) =>
      table.rows.map(({ label, cells: { ['normalized TAR']: _, ...cells } }) => ({ label, cells }));
    expect(numbers(strategies.table7.published)).toEqual(numbers(strategies.table3.published));
    expect(numbers(strategies.table8.published)).toEqual(numbers(strategies.table4.published));
  });

  it('known: nine strategies, whose names are their four choices; an example of each task', () => {
    const named = strategies.table3.published.rows.flatMap(({ label, setting }) =>
      setting?.['strategy'] ? [label] : [],
    );
    expect(named).toHaveLength(9);
    expect(strategies.table4.published.rows.flatMap(({ setting }) => setting?.['strategy'] ?? [])).toEqual(
      named,
    );
    expect(strategies.table5.published.sections.map(({ words }) => words)).toEqual([130, 5, 191, 257, 13]);
    expect(strategies.table6.published.evidence.map(({ label }) => label)).toEqual([
      'Refuting',
      ...Array.from({ length: 5 }, () => 'Neutral'),
    ]);
    expect(loadPaper('strategies').tables.map(({ item }) => item)).toEqual(
      [1, 2, 3, 4, 7, 8].map((item) => `Table ${item}`),
    );
  });
});

describe('the audit', () => {
  it('known: its verdicts', () => {
    expect([verdict(true).length, verdict(false).length, verdict(null).length]).toEqual([14, 11, 3]);
    expect(verdict(false)).toEqual([
      'groups give more accuracy for their tokens than single agents',
      'G2-P3-C3 is best for its tokens on both tasks, whatever the order of speaking',
      "the tokens of the majority vote are the sum of its five agents'",
      'on fact checking a majority vote is suitable',
      'the agent with the consistent evidence is the theoretical upper bound of groups',
      'an instructor reduces token costs by at most 93.0%',
      'centralized governance leads to higher token cost on discharge',
      'groups with an instructor have a higher normalized TAR than those without, on both tasks',
      'on fact checking the mean accuracy differs little between ways of interacting',
      'the nine strategies tell what each of the four dimensions does',
      'the official code decides as section 3.6 says',
    ]);
  });

  it('known: by hand', () => {
    // 109 + 91 + 119 + 125 + 88 = 532, and 532 + 129 = 661, which is what the table prints.
    expect(told(/tokens of the majority/)).toBe("input 1873; output 532, and with Agent all's 661");
    // 57.8 / (1281 + 4 * 129) = 0.03217 over 58.8 / (4867 + 4 * 841) = 0.00714; 88.7 / 369 over 86.9 / 4071.
    expect(told(/than single agents/)).toBe(
      "Agent all has 4.5 times the best group's; Agent consistent has 11.3 times the best group's",
    );
    // 1 - 4867 / 348035 = 0.98602, 1 - 841 / 58795 = 0.98570; 1 - 2111 / 30085 = 0.92983, 1 - 452 / 6780 = 0.93333.
    expect(told(/at most 93/)).toBe(
      'at most 98.6 of input and 98.6 of output on discharge, 93.0 of input and 93.3 on fact checking',
    );
    // (49.3 + 81.4 + 86.9) / 3 = 72.53, (70.4 + 84.4 + 85.4) / 3 = 80.07, (68.8 + 77.9) / 2 = 73.35.
    expect(told(/differs little/)).toBe('I1 72.5, I2 80.1, I3 73.3, I4 86.4: 13.9 points apart');
    // Above 0.28 on discharge stand 0.82, 0.45 and 0.31; above 0.86 on fact checking nobody without an instructor.
    expect(told(/with an instructor have/)).toBe(
      '3 of 7 without one above 0.28; 0 of 7 without one above 0.86',
    );
    // C1 (25663 + 6470 + 9531 + 4 * 4165) / 3 = 19441.3, C3 (13119 + 4867 + 4 * 3253) / 2 = 15499.
    expect(told(/by the instructor costs/)).toContain('C1 19441, C3 15499 (output C1 1388, C3 1627)');
    expect(told(/199 cases/)).toContain('not 50.7 (G1-P1-I1-C1)');
  });
});

describe('accuracy for tokens', () => {
  it('known: Tables 7 and 8 come out of Tables 3 and 4, to the two digits printed', () => {
    for (const [from, printed] of [
      [strategies.table3.published, strategies.table7.published],
      [strategies.table4.published, strategies.table8.published],
    ] as const)
      for (const { label, cells } of strategies.tokenAccuracy(from).rows) {
        const cell = printed.rows.find((row) => row.label === label)?.cells['normalized TAR'];
        if (cell) expect(Number(cells['normalized TAR']?.value.toFixed(2)), label).toBe(cell.value);
      }
  });

  it('known: other prices choose otherwise, and measured rows are mean accuracy over mean cost', () => {
    const dear = strategies.tokenAccuracy(strategies.table4.published, { alpha: 1, beta: 1000 }).rows;
    const best = dear
      .filter(({ setting }) => setting?.['strategy'])
      .find(({ cells }) => cells['normalized TAR']?.value === 1);
    // 85.4 / 452 is above 86.9 / 490.
    expect(best?.label).toBe('G2-P3-I2-C3');
    const rows = [
      [0, 100, 90, 10],
      [1, 0, 40, 20],
    ].flatMap(([collaboration, accuracy, inputTokens, outputTokens]) =>
      Object.entries({ accuracy, inputTokens, outputTokens }).map(([column, value]) => ({
        strategy: 'one',
        collaboration,
        column,
        value,
        evidence: 'simulated',
      })),
    );
    const [tar, share] = strategies.tokenAccuracyOf(rows as never, 'strategy');
    // 100 / (90 + 40 + 40 + 80) = 0.4
    expect(tar).toMatchObject({ strategy: 'one', column: 'TAR', value: 0.4, n: 2 });
    expect(share).toMatchObject({ column: 'normalized TAR', value: 1 });
    expect(() => strategies.tokenAccuracy(strategies.table4.published, { beta: 0 })).toThrow(
      'a number above 0 as beta',
    );
  });

  it('known: Figure 3 has the mean, least and most of each choice', () => {
    const cells = (label: string) =>
      strategies.figure3.published.rows.find((row) => row.label === label)?.cells;
    // 49.3, 70.4 and 68.8; 1990, 1155 and 1284 tokens.
    expect(cells('fact-check, C1')?.['accuracy, mean']?.value).toBeCloseTo(62.8333, 4);
    expect(cells('fact-check, C1')?.['output tokens, max']?.value).toBe(1990);
    expect(strategies.figure3.published.rows).toHaveLength(24);
  });
});
