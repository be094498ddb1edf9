import type { JsonObject } from '../../json';
import { ordinaryLeastSquares } from '../../statistics';
import type { FitSettings } from '../stopping-policy';
import { pairCount, pairName } from './pairs';
import { regressionRows } from './regression-rows';
import type { PairTable } from './pair-table';
import type { DialogueActChoices } from './settings';

/** What the regression says of a pair of dialogue acts. */
export interface StopSignal extends JsonObject {
  /** "Propose -> Accept": the first in the round before, the second in the round it may stop. */
  readonly pair: string;
  readonly coefficient: number;
  readonly standardError: number | null;
  readonly pValue: number | null;
  /** How often it occurs in the training collaborations, in rounds that the regression uses. */
  readonly occurrences: number;
}

/** A signal with the pair's number, which tables count by. */
export interface NumberedSignal {
  readonly number: number;
  readonly signal: StopSignal;
}

export interface LearntSignals {
  /** All pairs that occur, the best first. */
  readonly signals: readonly NumberedSignal[];
  /** Rows of the regression. */
  readonly observations: number;
  readonly rSquared: number | null;
}

/** Regresses the performance after a round on the pairs that lead into it. Source: RoundTable, Appendix D.7.1. */
export function learnSignals(
  training: readonly PairTable[],
  choices: DialogueActChoices,
  settings: FitSettings,
): LearntSignals {
  const { rows, response, occurrences } = regressionRows(training, choices, settings.undecided ?? null);
  if (occurrences.every((count) => count === 0))
    return { signals: [], observations: rows.length, rSquared: null };
  // Pairs that never occur are columns of zeros, which change nothing for the others.
  const { intercept } = choices;
  const fit = ordinaryLeastSquares({ columns: pairCount, rows }, response, { intercept });
  const terms = intercept ? fit.terms.slice(1) : fit.terms;
  const signals = terms.flatMap(({ coefficient, standardError, pValue }, number) => {
    const counted = occurrences[number]!;
    const pair = pairName(number);
    const signal = { pair, coefficient, standardError, pValue, occurrences: counted };
    return counted === 0 ? [] : [{ number, signal }];
  });
  return {
    signals: bestFirst(signals, choices.top === 'best' ? settings.direction : 'maximize'),
    observations: rows.length,
    rSquared: fit.rSquared,
  };
}

/**
 * Coefficients that differ by less than a billionth of the largest are equal, and stand in the order of the acts:
 * collinear pairs share one coefficient, and rounding must not decide which of them is the signal.
 */
function bestFirst(
  signals: readonly NumberedSignal[],
  direction: FitSettings['direction'],
): NumberedSignal[] {
  const unit = 1e-9 * Math.max(...signals.map(({ signal }) => Math.abs(signal.coefficient))) || 1;
  const sign = direction === 'maximize' ? -1 : 1;
  return signals
    .map((numbered) => ({ numbered, rank: sign * Math.round(numbered.signal.coefficient / unit) }))
    .sort((a, b) => a.rank - b.rank || a.numbered.number - b.numbered.number)
    .map(({ numbered }) => numbered);
}
