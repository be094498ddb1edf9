import { isBetter } from '../best-round';
import type { FitSettings } from '../stopping-policy';
import { judgeSettings, type GridData } from './judge-settings';
import type { NumberedSignal } from './learn-signals';
import type { DialogueActChoices, DialogueActSetting } from './settings';
import type { Judgement } from './stop-totals';

/** What a setting would have done on the training collaborations. */
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
 * @param training - which of the courses
 */
export function searchGrid(
  data: GridData,
  training: readonly number[],
  signals: readonly NumberedSignal[],
  { filter, grid }: DialogueActChoices,
  { direction, undecided = null }: FitSettings,
): SearchResult {
  const largest = Math.max(...grid.top);
  const lists = grid.pValue.map((pValue) => chooseSignals(signals, { top: largest, pValue }, filter));
  const judge = judgeSettings(data, training, lists, grid.countPerRound.length, undecided);
  let best: SearchResult | null = null;
  for (const top of grid.top)
    for (const [p, pValue] of grid.pValue.entries()) {
      const { length } = chooseSignals(signals, { top, pValue }, filter);
      for (const [c, countPerRound] of grid.countPerRound.entries())
        for (let score = 1; score <= top; score++) {
          const judgement = judge(p, c, length, score);
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

function isImprovement(a: Judgement, b: Judgement, direction: FitSettings['direction']): boolean {
  return isTied(a.performance, b.performance)
    ? a.rounds < b.rounds - equal
    : isBetter(a.performance, b.performance, direction);
}

function isTied(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= equal * Math.max(Math.abs(a), Math.abs(b));
}
