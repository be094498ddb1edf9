import { describe, expect, it } from 'vitest';
import { taskAllocation } from 'agora-core/environments';
import type { Finding } from '../finding';
import { deliberation } from './index';
import { tables } from './tables';

const { table1, table2, table3, table4, table5, table6, table7 } = tables;
const findings = deliberation.audit();
const find = (claim: RegExp): Finding => {
  const found = findings.filter((one) => claim.test(one.claim));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} findings match ${claim}`);
  return found[0];
};

describe("Deliberation's tables", () => {
  it('known: sizes, and cells by name', () => {
    expect([table2, table3, table4, table5, table6, table7].map(({ rows }) => rows.length)).toEqual([
      28, 8, 3, 28, 7, 4,
    ]);
    const cell = ({ rows }: typeof table2, label: string, column: string) =>
      rows.find((row) => row.label === label)?.cells[column];
    const qwen = 'Qwen3-30B, centralized with tools';
    expect(cell(table2, qwen, 'task allocation NR')).toEqual({ value: 36.2, standardError: 5.84 });
    expect(cell(table5, qwen, 'task allocation VR')).toEqual({ value: 40, standardError: null });
    expect(cell(table3, 'GPT-4.1-mini, oracle with tools', 'oracle less centralized NR')?.value).toBe(51.53);
    expect(cell(table4, 'GLM-4.7', 'task allocation compliance')?.value).toBe(12.28);
    expect(cell(table6, 'Qwen3-30B', 'menu-semantic')).toEqual({ value: 0.39, standardError: 0.2 });
    expect(cell(table7, 'task allocation', 'p')?.value).toBe(0.272);
    expect(table1.rows.map(({ authority }) => authority)).toEqual(['symmetric', 'symmetric', 'leader']);
  });

  it('reference: sums over all cells of a table, from a second reading of the text', () => {
    // By a program that only splits the printed lines at tabs: every number left of ±, every number right of it.
    const sums = [table2, table3, table4, table5, table6, table7].map(({ rows }) => {
      const cells = rows.flatMap((row) => Object.values(row.cells));
      return [
        cells.reduce((sum, { value }) => sum + value, 0),
        cells.reduce((sum, { standardError }) => sum + (standardError ?? 0), 0),
      ].map((sum) => Number(sum.toFixed(4)));
    });
    expect(sums).toEqual([
      [11592.14, 292.88],
      [1910.3, 22.33],
      [1084.47, 0],
      [12680.65, 203.87],
      [5.68, 2.91],
      [444.5912, 0],
    ]);
  });
});

describe('the cases of Appendix C', () => {
  const { oneMind, fragments } = deliberation.cases;

  it('known: their fragments and optima, as official', async () => {
    const ofFragments = Object.values(fragments.views).map(({ shared }) => shared['Ingredients budget']);
    expect([ofFragments, fragments.truth.shared['Ingredients budget']]).toEqual([[63, 74, 204], 341]);
    expect(oneMind.views['agent_0']?.own['agent_0']).toMatchObject({ Time: 6, 'Mental energy': 4.6 });
    for (const one of [oneMind, fragments]) {
      expect(one.agents.map(({ role }) => role)).toEqual(['worker', 'worker', 'leader']);
      const { solver } = taskAllocation({ cases: [one] });
      expect((await solver?.solve(one, one.truth))?.reward).toBeCloseTo(one.optimum, 10);
      for (const resource of one.resources.shared)
        expect(Object.values(one.views).reduce((sum, { shared }) => sum + (shared[resource] ?? 0), 0)).toBe(
          one.truth.shared[resource],
        );
    }
  });
});

describe('what the cases come to', () => {
  it('known: only agent_0 can notice before all have told, as 2 + 2 + 3 = 7 hours are more than its 6', () => {
    const noticed = deliberation.whoNotices();
    expect(noticed.map(({ alone }) => alone === 'nothing')).toEqual([false, true, true]);
    for (const { told } of noticed) expect(told).toContain('agent_0 needs 1 more Time');
  });

  it("known: the tool's plan uses 260 of 341; a fragment taken for the total costs 39 to 56 percent", async () => {
    const plans = await deliberation.plansForBeliefs();
    expect(plans.map(({ ingredients }) => ingredients)).toEqual([341, 63, 74, 204]);
    expect(plans.map(({ uses }) => uses)).toEqual([260, 60, 60, 140]);
    expect(plans.map(({ NR }) => Math.round(NR))).toEqual([100, 44, 44, 61]);
  });
});

describe('the audit of Deliberation', () => {
  it('known: what the printed numbers contradict', () => {
    expect(findings).toHaveLength(19);
    expect(findings.filter(({ agrees }) => agrees === false).map(({ claim }) => claim)).toEqual([
      'reading: NAR credits an invalid menu with less than (k - 1) / k of its k dishes',
      'reading: the actual NR of Table 4 is that of Table 2 with tools',
      'reading: the actual NR of Table 4 is a mean over so many of the 60 decisions as its compliance is a share of',
      'the large models reach rewards over 90 on numeric menus',
      'in most scenarios tools substantially improve the reward',
    ]);
  });

  it('known: by hand', () => {
    expect(find(/^each difference/).recomputed).toBe('true of 32 of 32; without exception');
    // 60 x (78.82 - 77.16) = 99.6, and with 0.01 of rounding between them at least 99.0; 77 of 78 are 98.7.
    expect(find(/credits an invalid menu/).recomputed).toContain('99.6 of 100 (at least 99.0)');
    // 42 / 59 = 71.19%; 59 x 89.81 = 5298.8 and 60 x 86.96 = 5217.6.
    expect(find(/so many of the 60/).recomputed).toContain(
      'only 59 cases fit, and their rewards sum to 5298.8',
    );
    // (95.54 - 91.67) / sqrt(0.61² + 0.95²) = 3.87 / 1.129
    expect(find(/^the oracle exceeds the centralized/).recomputed).toContain(
      'GPT-5.1, oracle without tools +3.87: 3.4 standard errors',
    );
    // six of 14 deliberating rows, those of the three largest models, and all centralized ones but Qwen3-32B's without tools
    expect(find(/^all models tend/).recomputed).toContain('true of 19 of 28');
    expect(find(/^agents tend not/)).toMatchObject({ agrees: true });
    // t = 0.2513 sqrt(233 / (1 - 0.2513²)) = 3.963; Student's t with 233 degrees of freedom leaves 0.0001 beyond 3.958
    expect(find(/^reading: the correlations/).recomputed).toContain('Pearson: p < 0.0001 from 235 on');
    expect(find(/^in most scenarios the centralized/).recomputed).toContain('true of 35 of 42');
    // t = sqrt(0.0014 x 838 / 0.9986) = 1.084, p = 0.279; the rounding of R² allows 0.270 to 0.287
    expect(find(/^reading: Table 7/).recomputed).toContain('task allocation: p 0.270 to 0.287');
  });
});
