import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claim, claims } from './claim';
import { claimsFigure } from './claims-figure';
import { readLedger, type ClaimTest } from './ledger';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claim-test-'));
  vi.stubEnv('AGORA_FIGURES', folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const measured: Omit<ClaimTest, 'claim'> = {
  evidence: 'simulated',
  effect: 2 / 3,
  low: 0.5,
  high: 1,
  n: 10,
  cases: 'a question',
  clusters: 5,
  models: 'gpt-4',
  notebook: 'n.ipynb',
};

describe('claim', () => {
  it('known: records the effect with six decimals and shows its row', () => {
    expect(claim('gedi.pluralityBeatsOneRater', measured).text).toMatch(
      /^Even plain plurality .* 1\.57 percent points +0\.67 \[0\.50, 1\.00\] +simulated: n 10 .* holds$/m,
    );
    expect(readLedger(folder).claims.flatMap(({ tests }) => tests.map(({ effect }) => effect))).toEqual([
      0.666667,
    ]);
    expect(claim('gedi.pluralityBeatsOneRater', { ...measured, effect: -1, low: -2, high: 1 }).verdict).toBe(
      'not shown',
    );
  });

  it('contract: claims shows those of a paper that were tested', () => {
    claim('gedi.pluralityBeatsOneRater', measured);
    claim('s2mad.filterSaves', measured);
    expect(claims('gedi').text).toContain('Even plain plurality');
    expect(claims('gedi').text).not.toContain('filter');
    expect(claims().text).toContain('filter');
  });

  it('contract: what is no claim or no number is refused by name', () => {
    expect(() => claim('gedi.pluralityBeatsOneRatr', measured)).toThrow(
      'did you mean "gedi.pluralityBeatsOneRater"?',
    );
    expect(() => claim('s2mad.filterSaves', { ...measured, low: NaN })).toThrow(
      'claim needs a number as low',
    );
    expect(() => claim('s2mad.filterSaves', { ...measured, effect: 2 })).toThrow('in its interval');
  });
});

describe('claimsFigure', () => {
  const marksOf = () => {
    const { data } = claimsFigure(readLedger(folder).claims);
    return data.flatMap((trace) => {
      const { x, error_x: bars } = trace as {
        x: number[];
        error_x?: { array: number[]; arrayminus: number[] };
      };
      return bars === undefined ? [] : [{ x, bars }];
    });
  };

  it('known: 0 is where a claim turns, 1 the published effect, on either side', () => {
    // Full debate loses -0.4143 points to S2-MAD by the printed cells, and the claim holds below 2.
    claim('s2mad.losesLittleAccuracy', { ...measured, effect: -0.414286, low: -1, high: 2 });
    const [{ x: [effect = NaN], bars } = { x: [], bars: { array: [], arrayminus: [] } }] = marksOf();
    expect(Math.sinh(effect)).toBeCloseTo(1, 6);
    expect(Math.sinh(effect - (bars.arrayminus[0] ?? NaN))).toBeCloseTo(0, 6);
    expect(Math.sinh(effect + (bars.array[0] ?? NaN))).toBeCloseTo(3 / 2.414286, 6);
  });

  it('law: nothing is clipped: every interval lies within the axis', () => {
    claim('s2mad.filterSaves', { ...measured, effect: 90, low: -4000, high: 9000 });
    claim('gedi.pluralityIsRobust', { ...measured, evidence: 'recorded' });
    const figure = claimsFigure(readLedger(folder).claims);
    const [low = NaN, high = NaN] = (figure.layout as { xaxis: { range: number[] } }).xaxis.range;
    for (const { x, bars } of marksOf())
      for (const [place, value] of x.entries()) {
        expect(value - (bars.arrayminus[place] ?? NaN)).toBeGreaterThan(low);
        expect(value + (bars.array[place] ?? NaN)).toBeLessThan(high);
      }
  });

  it('contract: a paper that there is not is refused by name', () => {
    expect(() => claims('typo')).toThrow('claims knows no paper "typo"; it knows ');
  });

  it('contract: without a test there is nothing to draw', () => {
    expect(() => claimsFigure(readLedger(folder).claims)).toThrow(
      expect.objectContaining({ code: 'figure' }),
    );
  });
});
