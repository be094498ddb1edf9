import { describe, expect, it } from 'vitest';
import { calibration } from './calibration';

describe('calibration', () => {
  it('known: two forecasts by hand', () => {
    // Brier: (0.2^2 + 0.2^2) = 0.08 and (0.6^2 + 0.6^2) = 0.72, mean 0.4. Bins 0.8 and 0.6: gaps 0.2 and 0.6, of 2.
    const found = calibration([
      { probabilities: { A: 0.8, B: 0.2 }, right: 'A' },
      { probabilities: { A: 0.6, B: 0.4 }, right: 'B' },
    ]);
    expect(found.forecasts).toBe(2);
    expect(found.accuracy).toBe(0.5);
    // Sums of decimals that doubles do not hold exactly.
    expect(found.confidence).toBeCloseTo(0.7, 12);
    expect(found.brier).toBeCloseTo(0.4, 12);
    expect(found.expectedCalibrationError).toBeCloseTo(0.4, 12);
  });

  it('law: who is certain and right has no error, who is certain and wrong the largest', () => {
    const certain = { A: 1, B: 0 };
    expect(calibration([{ probabilities: certain, right: 'A' }])).toEqual({
      forecasts: 1,
      accuracy: 1,
      confidence: 1,
      brier: 0,
      expectedCalibrationError: 0,
    });
    expect(calibration([{ probabilities: certain, right: 'B' }])).toMatchObject({
      brier: 2,
      expectedCalibrationError: 1,
    });
  });

  it('law: within a bin, too high and too low make up for each other', () => {
    const forecast = (right: string) => ({ probabilities: { A: 0.5, B: 0.3, C: 0.2 }, right });
    expect(calibration([forecast('A'), forecast('B')]).expectedCalibrationError).toBe(0);
  });

  it('contract: nothing to count is an error', () => {
    expect(() => calibration([])).toThrow('calibration needs at least one forecast');
  });
});
