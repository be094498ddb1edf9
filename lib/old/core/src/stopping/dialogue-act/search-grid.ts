import { isBetter } from '../trajectory';
import type { FitSettings } from '../stopping-policy';
import type { CountedRound, StopSignal } from './learn-signals';
import { pairNames } from './pairs';
import type { DialogueActChoices, DialogueActSetting } from './settings';

/** What stopping would have done to the training collaborations. */
interface Judgement {
  /** Mean performance where it stops; null when no collaboration has any. */
  readonly performance: number | null;
  /** Mean of the rounds played. */
  readonly rounds: number;
}

export interface SearchResult extends Judgement {
  readonly setting: DialogueActSetting;
}

/** Means closer than this, relative to their size, are equal: the order of a sum must not choose a setting. */
const equal = 1e-12;

/**
 * Tries every setting on the training collaborations, and keeps the one with the best mean performance where it
 * stops, a collaboration in which it never fires ending with its last round. Ties: fewer rounds, then the earlier
 * setting (by top, then p-value, count per round, score). Source: RoundTable, Appendix D.7.1; the ties are ours.
 *
 * The signals of a smaller top are the first of a larger one, so one walk through the collaborations serves all
 * settings that share a p-value and a count per round.
 */
export function searchGrid(
  trajectories: readonly (readonly CountedRound[])[],
  signals: readonly StopSignal[],
  { grid }: DialogueActChoices,
  { direction, undecided = null }: FitSettings,
): SearchResult {
  const largest = Math.max(...grid.top);
  const judges = grid.pValue.map((pValue) => {
    const chosen = chooseSignals(signals, { top: largest, pValue });
    const pairs = chosen.map(({ pair }) => pairNames.indexOf(pair));
    return grid.countPerRound.map((countPerRound) => judge(trajectories, pairs, countPerRound, undecided));
  });
  let best: SearchResult | null = null;
  for (const top of grid.top)
    for (const [p, pValue] of grid.pValue.entries()) {
      const { length } = chooseSignals(signals, { top, pValue });
      for (const [c, countPerRound] of grid.countPerRound.entries())
        for (let score = 1; score <= top; score++) {
          const judgement = judges[p]![c]!(length, score);
          if (best === null || isImprovement(judgement, best, direction))
            best = { setting: { top, pValue, countPerRound, score }, ...judgement };
        }
    }
  return best!;
}

/** The signals of a setting, the best first: fewer than its top if fewer pass its p-value. */
export function chooseSignals(
  signals: readonly StopSignal[],
  { top, pValue }: Pick<DialogueActSetting, 'top' | 'pValue'>,
): StopSignal[] {
  return signals.filter(({ pValue: p }) => pValue === null || (p !== null && p < pValue)).slice(0, top);
}

/**
 * What stopping would have done with every number of signals and every score: a collaboration stops in the first
 * round in which at least `score` of the first `signals` pairs occur often enough, else it plays to its end.
 */
function judge(
  trajectories: readonly (readonly CountedRound[])[],
  pairs: readonly number[],
  countPerRound: number,
  undecided: number | null,
): (signals: number, score: number) => Judgement {
  /** By number of signals and score; a score that is never reached has 0, 0. */
  const table = [0, ...pairs].map((_, signals) =>
    Array.from({ length: signals + 1 }, () => ({ sum: 0, decided: 0, rounds: 0 })),
  );
  for (const trajectory of trajectories) {
    const stops = table.map((scores) => scores.map(() => trajectory.length));
    for (let round = trajectory.length; round >= 1; round--) {
      const { counts } = trajectory[round - 1]!;
      let occurring = 0;
      for (const [place, pair] of pairs.entries()) {
        if (counts[pair]! >= countPerRound) occurring++;
        for (let score = 1; score <= occurring; score++) stops[place + 1]![score] = round;
      }
    }
    for (const [signals, scores] of table.entries())
      for (const [score, total] of scores.entries()) {
        const stop = stops[signals]![score]!;
        const worth = trajectory[stop - 1]!.performance ?? undecided;
        total.rounds += stop;
        if (worth === null) continue;
        total.sum += worth;
        total.decided++;
      }
  }
  return (signals, score) => {
    const { sum, decided, rounds } = score > signals ? table[0]![0]! : table[signals]![score]!;
    return { performance: decided === 0 ? null : sum / decided, rounds: rounds / trajectories.length };
  };
}

function isImprovement(a: Judgement, b: Judgement, direction: FitSettings['direction']): boolean {
  return isTied(a.performance, b.performance)
    ? a.rounds < b.rounds - equal
    : isBetter(a.performance, b.performance, direction);
}

function isTied(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= equal * Math.max(Math.abs(a), Math.abs(b));
}
