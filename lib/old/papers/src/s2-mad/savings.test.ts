import { describe, expect, it } from 'vitest';
import {
  checkSaving,
  printedSavings,
  printedTokens,
  s2MadAgainst,
  savingVerdict,
  tokenSaving,
  tokensText,
} from './savings';
import { tables as s2mad } from './tables';

describe('tokenSaving', () => {
  it('known: by hand, with what rounding allows', () => {
    // 1 - 2.5 / 10; 1 - 2.75 / 9 = 0.69444; 1 - 2.25 / 11 = 0.79545.
    const saving = tokenSaving({ value: 2.5, within: 0.25 }, { value: 10, within: 1 });
    expect(saving.percent).toBe(75);
    expect(saving.lowest).toBeCloseTo(69.444, 3);
    expect(saving.highest).toBeCloseTo(79.545, 3);
    expect(tokenSaving({ value: 12, within: 0 }, { value: 10, within: 0 }).percent).toBeCloseTo(-20, 12);
  });

  it('known: a printed percentage is equal to 0.1, within rounding, or impossible', () => {
    const saving = { percent: 35.79, lowest: 35.5, highest: 36.08 };
    expect(savingVerdict(35.8, saving)).toBe('equal');
    expect(savingVerdict(35.7, saving)).toBe('rounding');
    expect(savingVerdict(36.1, saving)).toBe('rounding'); // 36.05 to 36.15
    expect(savingVerdict(35.4, saving)).toBe('cannot be');
    expect(savingVerdict(36.2, saving)).toBe('cannot be');
  });

  it('known: digits that the paper prints', () => {
    const row = (label: string) => s2mad.table3.rows.find((one) => one.label === label);
    expect(printedTokens(row('GD, 2+3+3'))).toEqual({ value: 18, within: 0.05 });
    expect(printedTokens(row('S2-MAD, 2+3+3'))).toEqual({ value: 6.97, within: 0.005 });
    expect(printedTokens(s2mad.table4.rows[0])).toEqual({ value: 18, within: 0.5 });
    expect(printedTokens(row('MAD(8,3)'), 'no such column')).toBeUndefined();
    expect(tokensText({ value: 18, within: 0.05 })).toBe('18.0');
    expect(tokensText({ value: 5.5, within: 0.005 })).toBe('5.50');
    expect(tokensText({ value: 18, within: 0.5 })).toBe('18');
  });
});

describe('printedSavings', () => {
  const checks = printedSavings();

  it('known: 19 of the tables and 15 of the text, of which three cannot be and two need rounding', () => {
    expect(checks).toHaveLength(19 + 15);
    const told = (verdict: string): string[] =>
      checks.filter((one) => one.verdict === verdict).map(({ where, printed }) => `${where}: ${printed}`);
    expect(told('cannot be')).toEqual(['Table 4: 72.7', 'Appendix D: 94.3', 'section 4.4: 72.7']);
    expect(told('rounding')).toEqual(['Table 3: 35.7', 'Appendix D: 94']);
    for (const { agrees, verdict } of checks) expect(agrees).toBe(verdict !== 'cannot be');
  });

  it('known: the cells behind the percentages of the text', () => {
    const cells = checks.filter(({ where }) => where.startsWith('abstract')).map((one) => one.cells);
    expect(cells).toEqual([
      'GPT-4-0613, gsm8k: 2.78 against 50.4',
      'GPT-4-0613, mmlu: 4.71 against 48.2',
      'GPT-4-0613, gsm8k: 2.78 against 21.4',
      'GPT-4-0613, gsm8k: 2.78 against 15.2',
    ]);
  });

  it('law: the interval holds the recomputed saving', () => {
    for (const { lowest, percent, highest } of checks) {
      expect(lowest).toBeLessThan(percent);
      expect(highest).toBeGreaterThan(percent);
    }
  });

  it('contract: a saving without tokens is refused by name', () => {
    expect(() => checkSaving('Table 9', 'S2-MAD against nobody', 10, [])).toThrow(
      '"S2-MAD against nobody" (Table 9)',
    );
  });
});

describe('what S2-MAD saves of MAD', () => {
  const all = [s2mad.table1, s2mad.table7].flatMap((table) => s2MadAgainst(table, 'MAD(5,4)'));

  it('known: by the words of the paper', () => {
    // Section 4.2 prints these, to 0.1.
    const percent = (cells: string) => all.find((one) => one.cells.startsWith(cells))?.percent.toFixed(1);
    expect(percent('GPT-4-0613, gsm8k')).toBe('94.5');
    expect(percent('Llama-3.1-8B-Instruct, gpqa')).toBe('83.6');
    expect(percent('GPT-4-0613, arithmetic')).toBeUndefined();
  });

  it('law: it saves tokens in every cell, whatever the rounding', () => {
    expect(all).toHaveLength(22);
    for (const { lowest } of all) expect(lowest).toBeGreaterThan(50);
  });
});
