import type { StoppingTrajectory } from '../trajectory';
import { checkFit, type FitSettings, type FittedPolicy, type TrainablePolicy } from '../stopping-policy';
import { learnSignals, type StopSignal } from './learn-signals';
import { countPairs, pairNames } from './pairs';
import { chooseSignals, searchGrid } from './search-grid';
import {
  readingOf,
  withDefaults,
  type DialogueActChoices,
  type DialogueActOptions,
  type DialogueActSetting,
} from './settings';

export interface FittedDialogueAct extends FittedPolicy {
  /** All pairs of the training collaborations, the best first. */
  readonly signals: readonly StopSignal[];
  /** The pairs that stop a collaboration. */
  readonly chosen: readonly StopSignal[];
  readonly setting: DialogueActSetting;
}

const name = 'dialogue-act';

/**
 * Stops when pairs of dialogue acts occur that predict good performance. A regression finds the pairs. A grid search
 * sets the number of pairs, their p-value, how often each must occur, and how many must occur at once. Source:
 * RoundTable, Appendix D.7.1.
 *
 * Without a decided round or without acts there are no signals, and it never stops. As in the paper, the grid search
 * uses the same collaborations as the regression.
 * @throws AgoraError 'setting' for an invalid grid; (from `fit`) 'invalid-trajectory' without collaborations
 * @example
 * stopping.dialogueAct({ row: 'count', grid: { top: [1, 2] } }).name; // => 'dialogue-act'
 */
export function dialogueAct(options: DialogueActOptions = {}): TrainablePolicy<FittedDialogueAct> {
  const choices = withDefaults(options);
  return {
    name,
    fit(training, settings) {
      checkFit(name, training, settings);
      return fit(training, choices, settings);
    },
  };
}

function fit(
  training: readonly StoppingTrajectory[],
  choices: DialogueActChoices,
  settings: FitSettings,
): FittedDialogueAct {
  const counted = training.map(({ rounds }) =>
    rounds.map((round, place) => ({
      counts: countPairs(rounds[place - 1], round),
      performance: round.performance,
    })),
  );
  const { signals, observations, rSquared } = learnSignals(counted, choices, settings);
  const { setting, performance, rounds } = searchGrid(counted, signals, choices, settings);
  const chosen = chooseSignals(signals, setting);
  const pairs = chosen.map(({ pair }) => pairNames.indexOf(pair));
  return {
    name,
    signals,
    chosen,
    setting,
    parameters: {
      ...readingOf(choices),
      setting: { ...setting },
      chosen,
      signals,
      regression: { observations, rSquared },
      training: { performance, rounds },
    },
    stopsAt(played) {
      const current = played.at(-1);
      if (current === undefined) return false;
      const counts = countPairs(played.at(-2), current);
      return pairs.filter((pair) => counts[pair]! >= setting.countPerRound).length >= setting.score;
    },
  };
}
