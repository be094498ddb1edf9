import type { JsonObject } from '../../json';
import { leaveGroupOut } from '../../statistics';
import type { FitSettings } from '../stopping-policy';
import type { CountedPairs } from './counted-pairs';
import { pairCount, pairName } from './pairs';
import { regressionRows } from './regression-rows';
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

/**
 * Regresses the performance after a round on the pairs that lead into it. Source: RoundTable, Appendix D.7.1.
 * @param foldOf - the fold of each course
 * @returns what there is to learn without a fold, or, given null, from all of them
 */
export function signalLearner(
  pairs: CountedPairs,
  foldOf: readonly number[],
  choices: DialogueActChoices,
  settings: FitSettings,
): (without: number | null) => LearntSignals {
  const { intercept, top } = choices;
  const { columns, rows, response, folds, occurrences } = regressionRows(
    pairs,
    foldOf,
    choices,
    settings.undecided ?? null,
  );
  const regression =
    rows.length === 0 || columns.length === 0
      ? null
      : leaveGroupOut({ columns: columns.length, rows }, response, folds, { intercept });
  return (without) => {
    const counted = sumOfOthers(occurrences, without);
    const observations = folds.filter((fold) => fold !== without).length;
    if (regression === null || counted.every((count) => count === 0))
      return { signals: [], observations, rSquared: null };
    const { terms, rSquared } = regression(without);
    const signals: NumberedSignal[] = [];
    for (const [column, number] of columns.entries()) {
      // Without the fold its column may be all zeros, which changes nothing for the others.
      if (counted[number] === 0) continue;
      const { coefficient, standardError, pValue } = terms[intercept ? column + 1 : column]!;
      const pair = pairName(number);
      const signal = { pair, coefficient, standardError, pValue, occurrences: counted[number]! };
      signals.push({ number, signal });
    }
    return {
      signals: bestFirst(signals, top === 'best' ? settings.direction : 'maximize'),
      observations,
      rSquared,
    };
  };
}

function sumOfOthers(byFold: ReadonlyMap<number, Float64Array>, without: number | null): Float64Array {
  const sum = new Float64Array(pairCount);
  for (const [fold, counts] of byFold)
    if (fold !== without) for (let pair = 0; pair < pairCount; pair++) sum[pair]! += counts[pair]!;
  return sum;
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
