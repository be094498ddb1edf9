import { AgoraError } from '../../agora-error';

/**
 * Where RoundTable, Appendix D.7.1, can be read in more than one way, each reading is a setting; the first named is
 * the default.
 */
export interface DialogueActOptions {
  /**
   * Whose acts make a pair. others: the later act is another agent's, as Appendix D.6 defines the pair A -> B.
   * any: the same agent's as well.
   */
  readonly speakers?: 'others' | 'any';
  /**
   * A row of the regression. round: one a round, 1 for each pair that occurs in it, so that what a pair goes with is
   * told apart from what the pairs beside it go with. count: one a round, with how often each pair occurs.
   * occurrence: one for each single occurrence of a pair, one-hot in the strict sense.
   */
  readonly row?: 'round' | 'count' | 'occurrence';
  /** A constant in the regression. Default true: without one, a pair looks good merely for occurring often. */
  readonly intercept?: boolean;
  /** The p-value sorts out candidates before the top ones are taken, or afterwards. "Candidates" speaks for before. */
  readonly filter?: 'before' | 'after';
  /** best: top pairs are those that go with good performance (a low error). largest: with the largest number. */
  readonly top?: 'best' | 'largest';
  /** Whether round 1 counts, with pairs Start -> act. Default false: it has no round before it to take acts from. */
  readonly start?: boolean;
  /** Rounds without a decision: left out of the regression, or with performance `undecided` of the fit. */
  readonly undecidedRows?: 'leave-out' | 'as-undecided';
  readonly grid?: Partial<DialogueActGrid>;
}

/** What is searched; `score` runs from 1 to top_da. */
export interface DialogueActGrid {
  /** top_da: how many pairs are signals. */
  readonly top: readonly number[];
  /** The largest p-value of a signal; null asks for none. */
  readonly pValue: readonly (number | null)[];
  /** count_per_round: how often a signal has to occur in a round to count. */
  readonly countPerRound: readonly number[];
}

/** One point of the grid. */
export interface DialogueActSetting {
  readonly top: number;
  readonly pValue: number | null;
  readonly countPerRound: number;
  /** How many signals have to count in a round to stop after it. */
  readonly score: number;
}

export type DialogueActChoices = Required<Omit<DialogueActOptions, 'grid'>> & {
  readonly grid: DialogueActGrid;
};

/** @throws AgoraError 'setting' for a grid with nothing in it, or with a number that makes no sense */
export function withDefaults(options: DialogueActOptions): DialogueActChoices {
  const choices: DialogueActChoices = {
    speakers: 'others',
    row: 'round',
    intercept: true,
    filter: 'before',
    top: 'best',
    start: false,
    undecidedRows: 'leave-out',
    ...options,
    grid: { top: [1, 2, 3, 4, 5], pValue: [0.05, 0.1, 0.2, null], countPerRound: [1, 2, 3], ...options.grid },
  };
  const { top, pValue, countPerRound } = choices.grid;
  checkEach('top', top, isCount, 'whole numbers of at least 1');
  checkEach('countPerRound', countPerRound, isCount, 'whole numbers of at least 1');
  checkEach('pValue', pValue, (p) => p === null || (p > 0 && p <= 1), 'numbers above 0 up to 1, or null');
  return choices;
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;

function checkEach<T>(name: string, values: readonly T[], fine: (value: T) => boolean, needed: string): void {
  const bad = values.find((value) => !fine(value));
  if (values.length === 0 || bad !== undefined)
    throw new AgoraError(
      'setting',
      `the grid of dialogueAct needs ${needed} for ${name}, got ${JSON.stringify(bad ?? values)}`,
    );
}
