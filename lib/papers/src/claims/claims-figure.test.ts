import { describe, expect, it } from 'vitest';
import { claimsFigure } from './claims-figure';
import { verdictOn, verdicts } from './verdicts';

/** The marks of some claims: value, low, high. */
function marksOf(...ids: readonly string[]) {
  return claimsFigure(ids.map(verdictOn)).data.map((trace) => {
    const { x, error_x: bars } = trace as {
      x: number[];
      error_x: { array: number[]; arrayminus: number[] };
    };
    return [x[0], (x[0] ?? NaN) - (bars.arrayminus[0] ?? NaN), (x[0] ?? NaN) + (bars.array[0] ?? NaN)];
  });
}

describe('claimsFigure', () => {
  it('known: distance from the bound in half-lengths of the interval, above and below a bound', () => {
    // 0.519 [-0.047, 1.085] above -0.5: half a length is 0.566, so (0.519 + 0.5) / 0.566 = 1.80.
    const [voting] = marksOf('gedi.votingNeverLoses');
    expect(voting?.map((value) => value?.toFixed(2))).toEqual(['1.80', '0.80', '2.80']);
    // 67.74 [62.12, 72.79] is to be below 50: -17.74 / 5.33 = -3.33.
    const [irrational] = marksOf('roundtable.agentsAreOftenIrrational');
    expect(irrational?.map((value) => value?.toFixed(2))).toEqual(['-3.33', '-4.27', '-2.27']);
  });

  it('law: claims without a recorded test have no mark', () => {
    expect(() => claimsFigure([verdictOn('deliberation.toolsHelpInMost')])).toThrow('at least 1 rows');
    const marks = claimsFigure(verdicts('s2mad')).data.flatMap(({ x }) => x as number[]);
    expect(marks).toHaveLength(6);
  });
});
