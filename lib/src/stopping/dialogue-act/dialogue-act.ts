import { checkCourses } from '../check-courses';
import type { FitSettings, FittedPolicy, TrainablePolicy } from '../stopping-policy';
import type { StoppingCourse } from '../stopping-round';
import { countedPairs } from './counted-pairs';
import { signalLearner, type LearntSignals, type StopSignal } from './learn-signals';
import { occurrenceBits } from './occurrence-bits';
import { PairCounter } from './pair-counter';
import { countPairs, numberedActs } from './pairs';
import { chooseSignals, searchGrid, type SearchResult } from './search-grid';
import {
  withDefaults,
  type DialogueActChoices,
  type DialogueActOptions,
  type DialogueActSetting,
} from './settings';

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
 * @throws AgoraError 'setting' for a grid that makes no sense; fitting throws AgoraError 'invalid-course' without collaborations
 */
export function dialogueAct(options: DialogueActOptions = {}): TrainablePolicy<FittedDialogueAct> {
  const choices = withDefaults(options);
  return {
    name,
    fit(training, settings) {
      const fold = training.map((_, place) => place);
      return fitter(training, [fold], choices, settings)(null);
    },
    fitFolds(courses, folds, settings) {
      return folds.map((_, fold) => fold).map(fitter(courses, folds, choices, settings));
    },
  };
}

const name = 'dialogue-act';

/** What all folds share is done once. Returns the fit without a fold, or, given null, on all courses. */
function fitter(
  courses: readonly StoppingCourse[],
  folds: readonly (readonly number[])[],
  choices: DialogueActChoices,
  settings: FitSettings,
): (without: number | null) => FittedDialogueAct {
  checkCourses(courses, `fitting ${name}`);
  const foldOf = new Array<number>(courses.length).fill(-1);
  for (const [fold, places] of folds.entries()) for (const place of places) foldOf[place] = fold;
  const counted = countedPairs(courses, choices);
  const occurrences = occurrenceBits(counted, choices.grid.countPerRound);
  const learn = signalLearner(counted, foldOf, choices, settings);
  return (without) => {
    const training: number[] = [];
    for (const [place, fold] of foldOf.entries()) if (fold !== without) training.push(place);
    const learnt = learn(without);
    const found = searchGrid({ counted, occurrences }, training, learnt.signals, choices, settings);
    return fittedPolicy(learnt, found, choices);
  };
}

function fittedPolicy(
  learnt: LearntSignals,
  { setting, performance, rounds }: SearchResult,
  choices: DialogueActChoices,
): FittedDialogueAct {
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
      const counter = new PairCounter();
      countPairs(before && numberedActs(before), numberedActs(current), choices, counter);
      const score = selected.filter(({ number }) => counter.countOf(number) >= setting.countPerRound).length;
      return score >= setting.score;
    },
  };
}
