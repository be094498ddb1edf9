import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding';
import { audit } from './audit';
import { tables as s2mad } from './tables';

const findings = audit();
const find = (claim: RegExp, among = findings): Finding => {
  const found = among.filter((one) => claim.test(one.claim));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} findings match ${claim}`);
  return found[0];
};
const verdict = (which: boolean | null): string[] =>
  findings.filter(({ agrees }) => agrees === which).map(({ claim }) => claim);

describe('the audit of S2-MAD', () => {
  it('known: its verdicts', () => {
    expect([verdict(true).length, verdict(false).length, verdict(null).length]).toEqual([29, 25, 4]);
    expect(new Set(findings.map(({ claim }) => claim)).size).toBe(findings.length);
    expect(verdict(false)).toEqual([
      'every cost saving of Tables 2 to 4 is one less the ratio of the tokens to those of MAD',
      'the saving of S2-MAD against MAD (Table 4)',
      'the saving of S2-MAD against MAD on gsm8k (Appendix D)',
      'the saving of S2-MAD against MAD in the ablations (section 4.4)',
      'reading: the five percentages of section 4.2 are what one model saves on the five data sets',
      'S2-MAD saves at most this of the tokens of MAD, over the whole paper',
      'S2-MAD saves at most this of the tokens of S-MAD, over the whole paper',
      'S2-MAD also significantly reduces the tokens of CoT-SC',
      'on GPQA and Arithmetic S2-MAD is as accurate as CoT-SC, for fewer tokens',
      'sparse debates cost less than full ones',
      'S2-MAD loses less accuracy against MAD than this, in points',
      'S2-MAD loses less accuracy against MAD than this, relative to the accuracy of MAD',
      'the gain over CoT is largest on GPQA and MMLU',
      'MS2-MAD achieves the best accuracy',
      'more agents in a group give higher accuracy',
      'groups trade tokens against accuracy',
      'without the filter tokens rise by this much',
      'reading: MAD and S2-MAD of Table 4 are those of Table 1 (GPT-3.5-turbo on GSM8K)',
      'text and tables name a model alike',
      'a dash of Table 1 says that all methods answered everything right',
      'Table 7 has dashes for data sets that all methods answered right',
      'Table 1 underlines the highest accuracy of a model on a data set',
      'reading: Table 1 underlines the two highest accuracies',
      'Table 1 underlines the lowest cost but for CoT',
      'Table 7 underlines the highest accuracy and the lowest cost',
    ]);
  });

  it('known: savings by hand', () => {
    // 1 - 4.73 / 18 = 0.73722; least 1 - 4.735 / 17.5, most 1 - 4.725 / 18.5.
    expect(find(/ablations/).recomputed).toBe('73.72%, by rounding 72.94 to 74.46: 4.73 against 18');
    // 1 - 2.93 / 48.4 = 0.93946; 1 - 2.78 / 48.4 = 0.94256.
    expect(find(/gsm8k \(Appendix D\)/).recomputed).toContain('93.95%');
    expect(find(/of two models/).recomputed).toBe(
      '94.26%, S2-MAD with GPT-4-0613 and MAD with GPT-4o-0806, gsm8k: 2.78 against 48.4',
    );
    expect(find(/what one model saves/).recomputed).toBe(
      'GPT-4-0613, gsm8k; GPT-4-0613, math; GPT-4-0613, mmlu; Llama-3.1-8B-Instruct, gpqa; GPT-3.5-turbo-0125, arithmetic: on each data set the largest of all models',
    );
  });

  it('known: losses of 2.0 points and more', () => {
    const { recomputed, note } = find(/MAD than this, in points/);
    // 90.8 - 88.1, 46.0 - 44.0, 89.5 - 86.1, 79.0 - 75.3, 72.3 - 69.0; of 86.7: 84, 84.6, 84.5, 83.4, and not 85.1.
    expect([...recomputed.matchAll(/(\d\.\d) points/g)].map(([, points]) => points)).toEqual([
      '2.7',
      '2.0',
      '3.4',
      '3.7',
      '3.3',
      '2.7',
      '2.1',
      '2.2',
      '3.3',
    ]);
    expect(recomputed).toContain('not in 9 of 29 comparisons');
    expect(note).toContain('less accurate than MAD in 20 of them, more accurate in 9');
    expect(find(/relative to the accuracy/).recomputed).toContain('not in 12 of 29');
  });

  it('known: where S2-MAD costs more than forty chains of thought', () => {
    expect(find(/tokens of CoT-SC$/).recomputed).toBe(
      'cheaper than CoT-SC(40) in 12 of 14 cells; dearer: Llama-3.1-8B-Instruct on math, 21.9 against 21.1; Llama-3.1-8B-Instruct on arithmetic, 13.9 against 7.63',
    );
    // 27.9 / 0.71 = 39.3, 6.25 / 0.16 = 39.1; 90.0 / 2.23 = 40.4.
    expect(find(/forty times/).recomputed).toBe('it costs 39.1 to 40.4 times CoT, 14 cells');
  });

  it('known: groups, filter and thresholds', () => {
    expect(find(/groups trade/).recomputed).toBe(
      'GD(8,3) is cheapest with 2+2+2+2, best with 2+2+2+2; S2-MAD(8,3) is cheapest with 2+2+2+2, best with 2+3+3',
    );
    expect(find(/without the filter/).recomputed).toBe('8.67 thousand, from 4.73 to 13.4');
    expect(find(/threshold 0.40 hardly/).recomputed).toContain('0.84 thousand tokens an agent'); // 4.18 / 5
    // 50 / sqrt(448) = 2.362; (2.362 / 0.04)^2 = 2500 / 448 / 0.0016 = 3488.
    expect(find(/stands behind ±/).recomputed).toContain('some 3,488 runs');
  });

  it('known: underlines', () => {
    expect(find(/two highest/).recomputed).toBe(
      'true of 25 of 26 underlined cells; not GPT-4-0613, S-MAD(5,4), gpqa accuracy 60.7 (place 3)',
    );
    expect(find(/^Table 7 underlines/).recomputed).toContain('true of 3 of 16');
  });

  it('law: the verdicts follow the numbers', () => {
    const { table4 } = s2mad;
    const repaired = table4.rows.map((row) =>
      row.label === 'S2-MAD'
        ? { ...row, cells: { ...row.cells, 'cost saving': { value: 73.7, standardError: null } } }
        : row,
    );
    const paper = { ...s2mad, table4: { ...table4, rows: repaired } };
    expect(find(/^every cost saving/, audit(paper)).agrees).toBe(true);
    expect(audit(paper)).toHaveLength(findings.length - 1);
    const rows = s2mad.table1.rows.map((row) =>
      row.setting?.['method'] === 'CoT-SC(40)'
        ? {
            ...row,
            cells: Object.fromEntries(
              Object.entries(row.cells).map(([column, cell]) => [column, { ...cell, value: 2 * cell.value }]),
            ),
          }
        : row,
    );
    const dearer = audit({ ...s2mad, table1: { ...s2mad.table1, rows } });
    expect(find(/tokens of CoT-SC$/, dearer).agrees).toBe(true);
    expect(find(/forty times/, dearer).agrees).toBe(false);
  });
});
