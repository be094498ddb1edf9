import { checkCourses } from '../check-courses';
import type { FittedPolicy, TrainablePolicy } from '../stopping-policy';
import { learnSignals, type StopSignal } from './learn-signals';
import { eachPair, numberedActs } from './pairs';
import { pairTables } from './pair-table';
import { chooseSignals, searchGrid } from './search-grid';
import { withDefaults, type DialogueActOptions, type DialogueActSetting } from './settings';

export interface FittedDialogueAct extends FittedPolicy {
  /** All pairs of the training collaborations, the best first. */
  readonly signals: readonly StopSignal[];
  /** Those that stop a collaboration. */
  readonly chosen: readonly StopSignal[];
  readonly setting: DialogueActSetting;
}

/**
 * Stops when pairs of dialogue acts come up that go with good performance: a regression finds the pairs, a grid
 * search how many of them, how sure, how often and how many at once. Source: RoundTable, Appendix D.7.1.
 *
 * Without a decided round, or without acts, there are no signals and it never stops. The grid search keeps the
 * setting that was best on the very collaborations the regression saw, as in the paper.
 * @throws StoppingSettingError for a grid that makes no sense; fitting throws InvalidCourseError without collaborations
 */
export function dialogueAct(options: DialogueActOptions = {}): TrainablePolicy<FittedDialogueAct> {
  const choices = withDefaults(options);
  const tableOf = pairTables(choices);
  const name = 'dialogue-act';
  return {
    name,
    fit(training, settings) {
      checkCourses(training, `fitting ${name}`);
      const tables = training.map(tableOf);
      const learnt = learnSignals(tables, choices, settings);
      const { setting, performance, rounds } = searchGrid(tables, learnt.signals, choices, settings);
      const selected = chooseSignals(learnt.signals, setting, choices.filter);
      const signals = learnt.signals.map(({ signal }) => signal);
      const chosen = selected.map(({ signal }) => signal);
      const { grid: _, ...reading } = choices;
      return {
        name,
        signals,
        chosen,
        setting,
        parameters: {
          ...reading,
          setting: { ...setting },
          chosen,
          signals,
          regression: { observations: learnt.observations, rSquared: learnt.rSquared },
          training: { performance, rounds },
        },
        stopsAt(played) {
          const current = played.at(-1);
          if (current === undefined) return false;
          const before = played.at(-2);
          const counts = new Map(selected.map(({ number }) => [number, 0]));
          eachPair(before && numberedActs(before), numberedActs(current), choices, (pair) => {
            const count = counts.get(pair);
            if (count !== undefined) counts.set(pair, count + 1);
          });
          const score = [...counts.values()].filter((count) => count >= setting.countPerRound).length;
          return score >= setting.score;
        },
      };
    },
  };
}
