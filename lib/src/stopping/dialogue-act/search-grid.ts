import { isBetter } from '../best-round';
import type { FitSettings } from '../stopping-policy';
import type { NumberedSignal } from './learn-signals';
import type { PairTable } from './pair-table';
import { firstPassingRounds, stopsAt } from './passing-rounds';
import type { DialogueActChoices, DialogueActSetting } from './settings';

/** What a setting would have done on the training collaborations. */
export interface SearchResult extends Judgement {
  readonly setting: DialogueActSetting;
}

interface Judgement {
  /** Mean performance where it stops; null when no collaboration has any. */
  readonly performance: number | null;
  /** Mean of the rounds played. */
  readonly rounds: number;
}

/** Means closer than this, relative to their size, are equal: the order of a sum must not choose a setting. */
const equal = 1e-12;

/**
 * Tries every setting on the training collaborations, and keeps the one with the best mean performance where it
 * stops, a collaboration in which it never fires ending with its last round. Ties: fewer rounds, then the earlier
 * setting (by top, then p-value, count per round, score). Source: RoundTable, Appendix D.7.1; the ties are ours.
 *
 * The signals of a smaller top are the first of a larger one, so one walk through the rounds serves all settings
 * that share a p-value and a count per round.
 */
export function searchGrid(
  training: readonly PairTable[],
  signals: readonly NumberedSignal[],
  { filter, grid }: DialogueActChoices,
  { direction, undecided = null }: FitSettings,
): SearchResult {
  const never = judge(training, new Uint16Array(training.length), 0, undecided);
  const largest = Math.max(...grid.top);
  const walks = grid.pValue.map((pValue) => {
    const candidates = chooseSignals(signals, { top: largest, pValue }, filter);
    return grid.countPerRound.map((count) => judgeAll(training, candidates, count, undecided));
  });
  let best: SearchResult | null = null;
  for (const top of grid.top)
    for (const [p, pValue] of grid.pValue.entries()) {
      const { length } = chooseSignals(signals, { top, pValue }, filter);
      for (const [c, countPerRound] of grid.countPerRound.entries())
        for (let score = 1; score <= top; score++) {
          const judgement = score > length ? never : walks[p]![c]![stopsAt(length, score)]!;
          if (best === null || isImprovement(judgement, best, direction))
            best = { setting: { top, pValue, countPerRound, score }, ...judgement };
        }
    }
  return best!;
}

/** The signals of a setting, the best first: fewer than its top when not so many pass its p-value. */
export function chooseSignals(
  signals: readonly NumberedSignal[],
  { top, pValue }: Pick<DialogueActSetting, 'top' | 'pValue'>,
  filter: DialogueActChoices['filter'],
): NumberedSignal[] {
  const passes = ({ signal: { pValue: p } }: NumberedSignal) => pValue === null || (p !== null && p < pValue);
  if (filter === 'after') return signals.slice(0, top).filter(passes);
  const chosen: NumberedSignal[] = [];
  for (let place = 0; place < signals.length && chosen.length < top; place++)
    if (passes(signals[place]!)) chosen.push(signals[place]!);
  return chosen;
}

/** Every number of signals with every score, in the places that `stopsAt` gives. */
function judgeAll(
  training: readonly PairTable[],
  candidates: readonly NumberedSignal[],
  countPerRound: number,
  undecided: number | null,
): Judgement[] {
  const stops = firstPassingRounds(training, candidates, countPerRound);
  return Array.from({ length: stops.length / training.length }, (_, place) =>
    judge(training, stops, place * training.length, undecided),
  );
}

/** @param stops - from place `from` on, the round in which each collaboration stops; 0 for never */
function judge(
  training: readonly PairTable[],
  stops: Uint16Array,
  from: number,
  undecided: number | null,
): Judgement {
  let sum = 0;
  let decided = 0;
  let played = 0;
  for (let place = 0; place < training.length; place++) {
    const { rounds, performance } = training[place]!;
    const last = stops[from + place] || rounds;
    const value = performance[last - 1] ?? undecided;
    played += last;
    if (value === null) continue;
    sum += value;
    decided++;
  }
  return { performance: decided === 0 ? null : sum / decided, rounds: played / training.length };
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
