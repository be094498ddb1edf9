import { AgoraError, knownOptions, wholeNumber } from '../error';
import { cueLabeller } from '../language/cue-labeller';
import { dialogueActs, type Labeller } from '../language/dialogue-acts';
import { ordinaryLeastSquares } from './ols';
import {
  checkTrajectories,
  fittedPolicy,
  isBetter,
  meanOfKnown,
  performanceAt,
  type FittedPolicy,
  type Goal,
  type LearningPolicy,
  type Round,
  type Trajectory,
} from './trajectory';

/*
 * The Dialogue Act policy from RoundTable, Appendix D.7.1. A regression finds which pairs of dialogue acts in
 * consecutive rounds predict good performance. A collaboration stops when enough of these pairs occur. A grid search on
 * the training collaborations determines how many pairs are enough.
 *
 * The paper leaves some choices open. Here, the two acts in a pair come from different agents (as in Appendix D.6). The
 * regression includes a constant. Pairs are first filtered by p-value; then the best pairs are selected. The regression
 * excludes round 1, which has no previous round, and rounds without a decision. The grid search uses the same
 * collaborations as the regression.
 */

/** The regression result for a pair of acts. */
export interface StopSignal {
  /** The pair, such as "Propose -> Accept". */
  readonly pair: string;
  readonly coefficient: number;
  readonly standardError: number | null;
  readonly pValue: number | null;
  /** The number of times that the pair occurs in the rounds that the regression uses. */
  readonly occurrences: number;
}

/** The hyperparameters of the policy. */
export interface DialogueActSetting {
  /** The number of pairs to use as signals. The paper calls this number top_da. */
  readonly top: number;
  /** The p-value below which a pair can be a signal. Null means no limit. */
  readonly pValue: number | null;
  /** The number of times that a signal must occur in a round to score. The paper calls this number count_per_round. */
  readonly countPerRound: number;
  /** A collaboration stops if at least this many signals score in the same round. From 1 to `top`. */
  readonly score: number;
}

/** The hyperparameter values to try. For each value of `top`, the search tries every `score` from 1 to `top`. */
export interface DialogueActGrid {
  readonly top: readonly number[];
  readonly pValue: readonly (number | null)[];
  readonly countPerRound: readonly number[];
}

export interface DialogueActOptions {
  /**
   * The labeller for live collaborations. Use the same labeller as for the training collaborations. Default:
   * `cueLabeller`.
   */
  readonly labeller?: Labeller;
  /** The hyperparameter values to try. Default: the paper's 180 combinations. */
  readonly grid?: Partial<DialogueActGrid>;
}

const paperGrid: DialogueActGrid = {
  top: [1, 2, 3, 4, 5],
  pValue: [0.05, 0.1, 0.2, null],
  countPerRound: [1, 2, 3],
};

export interface FittedDialogueActPolicy extends FittedPolicy {
  /** All pairs in the training collaborations, best first. */
  readonly signals: readonly StopSignal[];
  /** The pairs that stop a collaboration. */
  readonly chosen: readonly StopSignal[];
  readonly setting: DialogueActSetting;
  /** The size and fit of the regression, and the policy's mean results on the training collaborations. */
  readonly training: {
    readonly observations: number;
    readonly rSquared: number | null;
    readonly performance: number | null;
    readonly rounds: number;
  };
}

/**
 * Stops a collaboration when enough signals occur in a round. A signal is a pair of dialogue acts that predicts good
 * performance. If training finds no signals, the policy never stops a collaboration.
 */
export function dialogueActPolicy(options: DialogueActOptions = {}): LearningPolicy<FittedDialogueActPolicy> {
  knownOptions('dialogueActPolicy', options, ['labeller', 'grid']);
  const { labeller = cueLabeller } = options;
  const grid = checkedGrid({ ...paperGrid, ...options.grid });
  const name = 'dialogue acts';
  return {
    name,
    fit(training, goal) {
      checkTrajectories(training);
      const { signals, observations, rSquared } = learnSignals(training, goal);
      const { setting, performance, rounds } = searchGrid(training, signals, grid, goal);
      const chosen = chooseSignals(signals, setting);
      const settings = { ...setting, pairs: chosen.map(({ pair }) => pair), labeller: labeller.name };
      const fires = (current: Round, before: Round | undefined) =>
        scoreOf(countPairs(before, current), chosen, setting.countPerRound) >= setting.score;
      return {
        ...fittedPolicy(name, settings, fires, { labeller }),
        signals,
        chosen,
        setting,
        training: { observations, rSquared, performance, rounds },
      };
    },
  };
}

function checkedGrid(grid: DialogueActGrid): DialogueActGrid {
  knownOptions('The grid', grid, ['top', 'pValue', 'countPerRound']);
  for (const [name, values] of Object.entries(grid) as [string, readonly unknown[]][])
    if (values.length === 0) throw new AgoraError(`The grid needs at least one value for ${name}.`);
  for (const top of grid.top) wholeNumber('Each top in the grid', top, 1);
  for (const count of grid.countPerRound) wholeNumber('Each countPerRound in the grid', count, 1);
  for (const p of grid.pValue)
    if (p !== null && !(p > 0 && p <= 1))
      throw new AgoraError(`The grid contains pValue ${p}. Use a value above 0 and at most 1.`);
  return grid;
}

/** All pairs of acts. Pairs with equal coefficients stay in this order. */
const pairNames = dialogueActs.flatMap((from) => dialogueActs.map((to) => `${from} -> ${to}`));

/**
 * Counts the occurrences of each pair of acts in two consecutive rounds. A pair consists of an act by one agent in the
 * previous round and an act by another agent in the current round.
 */
function countPairs(before: Round | undefined, current: Round): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [agent, acts] of before?.acts ?? [])
    for (const [other, replies] of current.acts) {
      if (other === agent) continue;
      for (const from of acts)
        for (const to of replies) {
          const pair = `${from} -> ${to}`;
          counts.set(pair, (counts.get(pair) ?? 0) + 1);
        }
    }
  return counts;
}

const scoreOf = (
  counts: ReadonlyMap<string, number>,
  signals: readonly StopSignal[],
  countPerRound: number,
): number => signals.filter(({ pair }) => (counts.get(pair) ?? 0) >= countPerRound).length;

/** Regresses the utility after each round on one-hot indicators of the pairs whose later act is in that round. */
function learnSignals(
  training: readonly Trajectory[],
  { direction }: Goal,
): { signals: StopSignal[]; observations: number; rSquared: number | null } {
  const rows: Map<string, number>[] = [];
  const response: number[] = [];
  const occurrences = new Map<string, number>();
  for (const { rounds, utilities } of training)
    for (let place = 1; place < rounds.length; place++) {
      const utility = utilities[place] as number | null;
      if (utility === null) continue;
      const counts = countPairs(rounds[place - 1], rounds[place] as Round);
      for (const [pair, count] of counts) occurrences.set(pair, (occurrences.get(pair) ?? 0) + count);
      rows.push(counts);
      response.push(utility);
    }
  const pairs = pairNames.filter((pair) => occurrences.has(pair));
  if (pairs.length === 0) return { signals: [], observations: rows.length, rSquared: null };
  const design = rows.map((counts) => pairs.map((pair) => (counts.has(pair) ? 1 : 0)));
  const { terms, rSquared } = ordinaryLeastSquares(design, response, { names: pairs });
  const signals = terms.slice(1).map(({ name, coefficient, standardError, pValue }) => {
    return { pair: name, coefficient, standardError, pValue, occurrences: occurrences.get(name) as number };
  });
  return { signals: bestFirst(signals, direction), observations: rows.length, rSquared };
}

/**
 * Sorts signals, best first. Coefficients are rounded to a billionth of the largest coefficient before they are
 * compared: collinear pairs have equal coefficients, and rounding errors must not decide their order.
 */
function bestFirst(signals: readonly StopSignal[], direction: Goal['direction']): StopSignal[] {
  const largest = Math.max(...signals.map(({ coefficient }) => Math.abs(coefficient)));
  const unit = 1e-9 * largest || 1;
  const sign = direction === 'maximize' ? -1 : 1;
  const rank = ({ coefficient }: StopSignal) => sign * Math.round(coefficient / unit);
  return signals.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the signals that a setting selects: the best `top` of the pairs whose p-value is low enough. */
const chooseSignals = (
  signals: readonly StopSignal[],
  { top, pValue }: Pick<DialogueActSetting, 'top' | 'pValue'>,
): StopSignal[] =>
  signals
    .filter((signal) => pValue === null || (signal.pValue !== null && signal.pValue < pValue))
    .slice(0, top);

interface Judgement {
  readonly setting: DialogueActSetting;
  /** Mean performance at the stopping rounds. */
  readonly performance: number | null;
  /** Mean number of rounds played. */
  readonly rounds: number;
}

/**
 * Tries every setting on the training collaborations and returns the setting with the best mean performance. Among tied
 * settings, prefers the one with the smallest mean number of rounds, then the one that was tried first.
 */
function searchGrid(
  training: readonly Trajectory[],
  signals: readonly StopSignal[],
  grid: DialogueActGrid,
  goal: Goal,
): Judgement {
  const largest = Math.max(...grid.top);
  const counted = training.map(({ rounds }) =>
    rounds.map((round, place) => countPairs(rounds[place - 1], round)),
  );
  /** Whether each signal scores in each round of each collaboration, for each p-value and count. */
  const scoring = grid.pValue.map((pValue) => {
    const chosen = chooseSignals(signals, { top: largest, pValue });
    return grid.countPerRound.map((least) =>
      counted.map((rounds) =>
        rounds.map((counts) => chosen.map(({ pair }) => (counts.get(pair) ?? 0) >= least)),
      ),
    );
  });
  let best: Judgement | undefined;
  for (const top of grid.top)
    for (const [p, pValue] of grid.pValue.entries())
      for (const [c, countPerRound] of grid.countPerRound.entries())
        for (let score = 1; score <= top; score++) {
          const stops = (scoring[p]?.[c] as boolean[][][]).map((rounds) => {
            const place = rounds.findIndex((scores) => countTrue(scores, top) >= score);
            return place < 0 ? rounds.length : place + 1;
          });
          const performances = training.map((one, place) => performanceAt(one, stops[place] as number, goal));
          const setting = { top, pValue, countPerRound, score };
          const judgement = {
            setting,
            performance: meanOfKnown(performances),
            rounds: meanOfKnown(stops) as number,
          };
          if (best === undefined || isImprovement(judgement, best, goal)) best = judgement;
        }
  return best as Judgement;
}

/** Counts how many of the first `first` values are true. */
function countTrue(values: readonly boolean[], first: number): number {
  let count = 0;
  for (let place = 0; place < Math.min(first, values.length); place++) if (values[place]) count++;
  return count;
}

/** Tolerance for comparing means. Smaller differences are rounding errors. */
const roundingError = 1e-12;

function isImprovement(a: Judgement, b: Judgement, { direction }: Goal): boolean {
  const [first, second] = [a.performance, b.performance];
  const isTied =
    first === null || second === null
      ? first === second
      : Math.abs(first - second) <= roundingError * Math.max(Math.abs(first), Math.abs(second));
  return isTied ? a.rounds < b.rounds - roundingError : isBetter(first, second, direction);
}
