import type { JsonObject } from 'agora-voting/internal';
import { ordinaryLeastSquares } from '../../statistics';
import type { FitSettings } from '../stopping-policy';
import { pairNames } from './pairs';
import type { DialogueActChoices } from './settings';

/** The regression result for a pair of dialogue acts. */
export interface StopSignal extends JsonObject {
  /** "Propose -> Accept": the first in the round before, the second in the round it may stop. */
  readonly pair: string;
  readonly coefficient: number;
  readonly standardError: number | null;
  readonly pValue: number | null;
  /** How often it occurs in the training collaborations, in rounds that the regression uses. */
  readonly occurrences: number;
}

/** A round as the dialogue-act method sees it. */
export interface CountedRound {
  /** How often each pair leads into it, by the pair's number. */
  readonly counts: Uint32Array;
  /** After it; null without a decision. */
  readonly performance: number | null;
}

export interface LearntSignals {
  /** All pairs that occur, the best first. */
  readonly signals: readonly StopSignal[];
  /** Rows of the regression. */
  readonly observations: number;
  readonly rSquared: number | null;
}

/**
 * Regresses the performance after a round on the pairs that lead into it: rounds with a performance, from the first
 * that can have pairs on. A round in which nobody spoke has no pairs, and tells only the constant something.
 * Source: RoundTable, Appendix D.7.1.
 */
export function learnSignals(
  trajectories: readonly (readonly CountedRound[])[],
  { row }: DialogueActChoices,
  { direction }: FitSettings,
): LearntSignals {
  const rows: number[][] = [];
  const response: number[] = [];
  const occurrences = pairNames.map(() => 0);
  for (const trajectory of trajectories)
    for (const { counts, performance } of trajectory.slice(1)) {
      if (performance === null) continue;
      const present: number[] = [];
      counts.forEach((times, pair) => {
        for (let again = row === 'round' ? Math.min(1, times) : times; again > 0; again--) present.push(pair);
        occurrences[pair]! += times;
      });
      rows.push(present);
      response.push(performance);
    }
  const pairs = [...occurrences.keys()].filter((pair) => occurrences[pair]! > 0);
  if (pairs.length === 0) return { signals: [], observations: rows.length, rSquared: null };
  const columnOf = new Map(pairs.map((pair, column) => [pair, column]));
  const design = { columns: pairs.length, rows: rows.map((one) => one.map((pair) => columnOf.get(pair)!)) };
  const { terms, rSquared } = ordinaryLeastSquares(design, response);
  const signals = pairs.map((pair, column) => {
    const { coefficient, standardError, pValue } = terms[column + 1]!;
    return { pair: pairNames[pair]!, coefficient, standardError, pValue, occurrences: occurrences[pair]! };
  });
  return { signals: bestFirst(signals, direction), observations: rows.length, rSquared };
}

/**
 * Coefficients that differ by less than a billionth of the largest count as equal, and keep the order of the acts:
 * collinear pairs share one coefficient, and rounding must not decide which of them is the signal.
 */
function bestFirst(signals: readonly StopSignal[], direction: FitSettings['direction']): StopSignal[] {
  const unit = 1e-9 * Math.max(...signals.map(({ coefficient }) => Math.abs(coefficient))) || 1;
  const sign = direction === 'maximize' ? -1 : 1;
  const rank = ({ coefficient }: StopSignal) => sign * Math.round(coefficient / unit);
  return signals.toSorted((a, b) => rank(a) - rank(b));
}
