import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, listOf, named, number, object } from 'agora-voting/internal';

/** Probabilities of several options, and which option was right. */
export interface Forecast {
  readonly probabilities: Readonly<Record<string, number>>;
  readonly right: string;
}

export interface Calibration {
  readonly forecasts: number;
  /** How often the most probable option was right. */
  readonly accuracy: number;
  /** The mean probability of the most probable option. A forecaster is overconfident if it exceeds the accuracy. */
  readonly confidence: number;
  /** Mean over forecasts of the squared differences from 1 (the right option) and 0 (the others), summed: 0 to 2. */
  readonly brier: number;
  /** The mean distance of confidence and accuracy within ten bins of confidence: 0 to 1. */
  readonly expectedCalibrationError: number;
}

const bins = 10;

const given = object('arguments', {
  forecasts: listOf(
    'forecasts',
    object('a forecast', {
      probabilities: named('probabilities', number(0, 1)),
      right: z.string({ error: 'the right option' }),
    }),
  ),
});

/**
 * How well forecast probabilities are calibrated. The Brier score for several options (Brier 1950), and the expected
 * calibration error of the most probable option in ten bins of equal width (Guo et al. 2017, equation 3). Of equally
 * probable options the first one counts as the most probable.
 * @throws AgoraError 'setting' for a value that is not a forecast, 'numbers' for an empty list
 * @example
 * const forecasts = [{ probabilities: { A: 0.8, B: 0.2 }, right: 'A' }, { probabilities: { A: 0.6, B: 0.4 }, right: 'B' }];
 * statistics.calibration(forecasts).accuracy; // => 0.5
 */
export function calibration(forecasts: readonly Forecast[]): Calibration {
  check('calibration', given, { forecasts });
  if (forecasts.length === 0)
    throw new AgoraError('numbers', 'calibration needs at least one forecast, got none');
  const counts = Array.from({ length: bins }, () => ({ confidence: 0, correct: 0 }));
  let brier = 0;
  let confidence = 0;
  let correct = 0;
  for (const { probabilities, right } of forecasts) {
    let best = '';
    let most = -1;
    for (const [option, probability] of Object.entries(probabilities)) {
      brier += (probability - (option === right ? 1 : 0)) ** 2;
      if (probability > most) {
        best = option;
        most = probability;
      }
    }
    // A right answer that was no option at all counts as one of probability 0.
    if (!(right in probabilities)) brier += 1;
    const isRight = best === right ? 1 : 0;
    confidence += most;
    correct += isRight;
    const bin = counts[Math.min(bins - 1, Math.floor(most * bins))];
    if (bin === undefined) continue;
    bin.confidence += most;
    bin.correct += isRight;
  }
  const { length } = forecasts;
  const gaps = counts.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.correct), 0);
  return {
    forecasts: length,
    accuracy: correct / length,
    confidence: confidence / length,
    brier: brier / length,
    expectedCalibrationError: gaps / length,
  };
}
