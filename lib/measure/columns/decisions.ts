import { AgoraError } from '../../error';
import { eventsOf, type Collaboration } from '../../protocols/protocol';
import type { Column } from '../measure';
import { correctIn, decisionsByRound } from './readings';

/* Measures of group decisions, in percent, for any environment whose scores contain `correct`. */

const bounds = [0, 100] as const;

/**
 * Accuracy, in percent: 100 if the decision is correct, and 0 if it is wrong or if there is no decision. A score
 * between 0 and 1 is a probability, for example the probability that a fair draw among tied winners picks the correct
 * answer. The accuracy is missing if the score is null (see `recount`).
 */
export const accuracy: Column = {
  measure({ score }) {
    const correct = correctIn(score['correct']);
    return correct === null ? null : 100 * correct;
  },
  bounds,
};

/** Whether the group reached a decision: 100 if it did, 0 if it did not. */
export const decided: Column = { measure: ({ outcome }) => (outcome === null ? 0 : 100), bounds };

/** Whether a decision is in force after each round: 100 if there is one, 0 if there is none. */
export const agreement: Column = {
  measure: (one) =>
    decisionsByRound(one).map((decision, at) => ({
      round: at + 1,
      value: decision?.standing == null ? 0 : 100,
    })),
  bounds,
};

/** Number of rounds played. */
export const rounds: Column = { measure: (one) => one.rounds };

/** The percentage of questions that got no usable answer, even after a repair question. */
export const unusable: Column = {
  measure(one) {
    const failed = eventsOf(one, 'unusable').length;
    const questions = new Set(one.calls.map(({ round, phase, agent }) => `${round} ${phase} ${agent}`));
    // Recorded data sets contain no calls, so messages, proposals and votes count as usable answers.
    const answers = one.events.filter(
      ({ type }) => type === 'message' || type === 'proposal' || type === 'vote',
    );
    const asked = questions.size > 0 ? questions.size : answers.length + failed;
    return asked === 0 ? null : (100 * failed) / asked;
  },
  bounds,
};

/**
 * The absolute error, in stars, of the predicted rating after each round. Missing for rounds before the first decision.
 * The paper's RMSE is the square root of the mean `squaredError`. Source: RoundTable, section 4.2.
 */
export const absoluteError: Column = { measure: (one) => scoreByRound(one, 'absoluteError') };
export const squaredError: Column = { measure: (one) => scoreByRound(one, 'squaredError') };

function scoreByRound(one: Collaboration, name: string): { round: number; value: number | null }[] {
  return decisionsByRound(one).map((decision, at) => {
    const value = decision?.standing == null ? null : decision.score[name];
    if (value !== null && typeof value !== 'number')
      throw new AgoraError(
        `the decision in round ${at + 1} has no score "${name}". Use a run from the recommendation environment.`,
      );
    return { round: at + 1, value };
  });
}
