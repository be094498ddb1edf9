import { check, flag, listOf, oneOf, over, positive, settings, whole } from '../../check';

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

const readings = settings({
  speakers: oneOf('others', 'any').optional(),
  row: oneOf('round', 'count', 'occurrence').optional(),
  intercept: flag.optional(),
  filter: oneOf('before', 'after').optional(),
  top: oneOf('best', 'largest').optional(),
  start: flag.optional(),
  undecidedRows: oneOf('leave-out', 'as-undecided').optional(),
  grid: settings({
    top: listOf('numbers of pairs', whole(1, 132), 1).optional(),
    pValue: listOf('p-values', positive(1).nullable(), 1).optional(),
    countPerRound: listOf('counts', whole(1), 1).optional(),
  }).optional(),
});

/** @throws AgoraError 'setting' for a grid with nothing in it, or with a number that makes no sense */
export function withDefaults(options: DialogueActOptions): DialogueActChoices {
  check('dialogueAct', readings, options);
  const { grid, ...rest } = options;
  return {
    ...over<Omit<DialogueActChoices, 'grid'>>(
      {
        speakers: 'others',
        row: 'round',
        intercept: true,
        filter: 'before',
        top: 'best',
        start: false,
        undecidedRows: 'leave-out',
      },
      rest,
    ),
    grid: over<DialogueActGrid>(
      { top: [1, 2, 3, 4, 5], pValue: [0.05, 0.1, 0.2, null], countPerRound: [1, 2, 3] },
      grid ?? {},
    ),
  };
}
