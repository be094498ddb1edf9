import {
  check,
  type JsonObject,
  listOf,
  oneOf,
  over,
  positive,
  settings,
  whole,
} from 'agora-voting/internal';

export interface DialogueActOptions {
  /**
   * A row of the regression represents a round. round (default): 1 for each pair that occurs in it. count: how often
   * each pair occurs.
   */
  readonly row?: 'round' | 'count';
  readonly grid?: Partial<DialogueActGrid>;
}

/**
 * Our reading of RoundTable, Appendix D.7.1, where it is ambiguous; recorded with everything that is learnt.
 * The later act of a pair is another agent's, as Appendix D.6 defines the pair A -> B. The regression has a constant:
 * without one, a pair looks good merely for occurring often. The p-value sorts out candidates before the top ones are
 * taken, for which "candidates" speaks; those are the ones that go with good performance (a low error). Round 1 has no
 * round before it to take acts from, and does not count, nor does a round without a decision.
 */
export const readingOf = ({ row }: DialogueActChoices): JsonObject => ({
  speakers: 'others',
  row,
  intercept: true,
  filter: 'before',
  top: 'best',
  start: false,
  undecidedRows: 'leave-out',
});

/** The search grid. `score` runs from 1 to top_da. */
export interface DialogueActGrid {
  /** top_da: how many pairs are signals. */
  readonly top: readonly number[];
  /** The largest p-value of a signal; null sets no limit. */
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

export interface DialogueActChoices extends Required<DialogueActOptions> {
  readonly grid: DialogueActGrid;
}

const optionsGiven = settings({
  row: oneOf('round', 'count').optional(),
  grid: settings({
    top: listOf('numbers of pairs', whole(1, 121), 1).optional(),
    pValue: listOf('p-values', positive(1).nullable(), 1).optional(),
    countPerRound: listOf('counts', whole(1), 1).optional(),
  }).optional(),
});

/** @throws AgoraError 'setting' for an empty grid or an invalid number */
export function withDefaults(options: DialogueActOptions): DialogueActChoices {
  check('dialogueAct', optionsGiven, options);
  const { row = 'round', grid } = options;
  return {
    row,
    grid: over<DialogueActGrid>(
      { top: [1, 2, 3, 4, 5], pValue: [0.05, 0.1, 0.2, null], countPerRound: [1, 2, 3] },
      grid ?? {},
    ),
  };
}
