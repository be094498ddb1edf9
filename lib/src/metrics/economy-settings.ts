import { listOf, oneOf, settings, whole } from '../check';

/** How the metrics of the economy are computed where RoundTable (section 4.1) can be read in several ways. */
export interface EconomyMetricSettings {
  /** The n of utility@n and auc@n. Default 3, 5 and 10, as printed. */
  readonly at: readonly number[];
  /** AUC as the mean that the tables print (default), or the sum that the formula says. */
  readonly auc: 'mean' | 'sum';
  /**
   * utility@n and auc@n of a collaboration that ended before round n: its decision stays what it is (`carry`, the
   * default, meant for early stopping), or there is no such value (`undefined`). Rigidity and rationality are always
   * over the rounds that were played.
   */
  readonly afterEnd: 'carry' | 'undefined';
  /**
   * Rationality in rounds that begin without a decision. `count` (default): having nothing is worth 0, as the U_0 of
   * the rigidity formula, so any proposal with some utility for its proposer exceeds it. `exclude` leaves these
   * rounds out; `irrational` keeps them in the denominator only.
   *
   * Table 1's values are whole counts over 100 x 3 x 10 agent-rounds, all six of them, so no rounds were left out;
   * what the numerator does with them the table cannot tell (see the audit in `published`).
   */
  readonly withoutDecision: 'exclude' | 'count' | 'irrational';
  /**
   * Rationality of an agent that makes no new proposal. `irrational` (default): it stays in the denominator, as
   * Table 1's counts show, and has proposed nothing better. `exclude` leaves it out. `latest` judges its latest
   * proposal, which stays a candidate; without any it counts as irrational.
   */
  readonly skipped: 'exclude' | 'irrational' | 'latest';
  /** Rationality of proposing what stands already: it does not exceed it (`irrational`, the default), or left out. */
  readonly restated: 'exclude' | 'irrational';
  /**
   * Fairness where nothing is decided at the end: left out (`exclude`, the default), counted as `one` (all have the
   * same) or as `zero`. Zero is not the paper's: unanimous has fairness 87.96 and agrees in 62% only (Tables 1, 11).
   */
  readonly withoutAgreement: 'exclude' | 'one' | 'zero';
  /** Collaborations that are still running: left out and counted (`exclude`, the default), or taken as far as they are. */
  readonly unfinished: 'exclude' | 'include';
}

export const economyMetricSettings = settings({
  at: listOf('rounds', whole(1)),
  auc: oneOf('mean', 'sum'),
  afterEnd: oneOf('carry', 'undefined'),
  withoutDecision: oneOf('count', 'exclude', 'irrational'),
  skipped: oneOf('irrational', 'exclude', 'latest'),
  restated: oneOf('irrational', 'exclude'),
  withoutAgreement: oneOf('exclude', 'one', 'zero'),
  unfinished: oneOf('exclude', 'include'),
}).partial();

export const economyMetricDefaults: EconomyMetricSettings = Object.freeze<EconomyMetricSettings>({
  at: [3, 5, 10],
  auc: 'mean',
  afterEnd: 'carry',
  withoutDecision: 'count',
  skipped: 'irrational',
  restated: 'irrational',
  withoutAgreement: 'exclude',
  unfinished: 'exclude',
});
