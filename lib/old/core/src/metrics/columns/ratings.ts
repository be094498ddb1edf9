import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, number, oneOf, settings as settingsOf } from 'agora-voting/internal';
import type { Collaboration, DecisionEvent } from '../../transcripts';
import type { Columns } from '../../row';
import { rootMeanSquareOver } from '../over';
import { share } from './bounds';
import { decisionsByRound, firstAgreement, placeOf, withoutAgreement } from './decisions';

/** Choices where RoundTable (section 4.2) is ambiguous. */
export interface RatingColumnSettings {
  /**
   * How a collaboration counts in rounds before its first decision; the paper does not say. `exclude` (default)
   * leaves it out, so that rounds may cover different collaborations (`n` is their number). A number, such as 4, is
   * used as its prediction.
   */
  readonly undecided?: 'exclude' | number;
  /** Rounds after the last one: the decision remains (`carry`, the default), or there is no value. */
  readonly afterEnd?: 'carry' | 'undefined';
}

const schema = settingsOf({
  undecided: z.union([z.literal('exclude'), number()], { error: '"exclude" or a number' }).optional(),
  afterEnd: oneOf('carry', 'undefined').optional(),
});

/**
 * Errors of a group's predicted ratings in stars (RoundTable, section 4.2, Table 7), from recorded scores alone: mae
 * and rmse by `round`. Also withoutAgreement by `round` (a share from 0 to 1) and firstAgreement (a round).
 * @throws AgoraError 'setting'; when measured, 'missing-score' when a decision has no score of a rating
 * @example
 * Object.keys(columns.ratings()); // => ['mae', 'rmse', 'withoutAgreement', 'firstAgreement']
 */
export function ratings(settings: RatingColumnSettings = {}): Columns {
  check('columns.ratings', schema, settings);
  const { undecided = 'exclude', afterEnd = 'carry' } = settings;
  const carry = afterEnd === 'carry';
  const guess = undecided === 'exclude' ? null : undecided;
  const byRound = (one: Collaboration) =>
    errors(one, guess).map((error, place) => ({
      round: place + 1,
      value: error === null ? null : Math.abs(error),
    }));
  return {
    mae: { of: byRound, carry },
    rmse: { of: byRound, over: rootMeanSquareOver, carry },
    withoutAgreement: { of: withoutAgreement, bounds: share, carry },
    firstAgreement,
  };
}

/** Prediction minus rating after each round, in stars. */
function errors(collaboration: Collaboration, guess: number | null): (number | null)[] {
  const decisions = decisionsByRound(collaboration);
  const known = decisions.findLast((decision) => decision !== null);
  const final = collaboration.finished?.score['rating'];
  const rating = known ? scoreOf(known, 'rating') : typeof final === 'number' ? final : null;
  return decisions.map((decision) => {
    const answer = decision === null || decision.standing === null ? guess : scoreOf(decision, 'prediction');
    return answer === null || rating === null ? null : answer - rating;
  });
}

function scoreOf(decision: DecisionEvent, name: string): number {
  const value = decision.score?.[name];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new AgoraError(
    'missing-score',
    `columns.ratings needs the number score.${name} of ${placeOf(decision)}, got ${JSON.stringify(value)}`,
  );
}
