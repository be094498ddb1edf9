import { AgoraError } from '../../error';
import { eventsOf, type Collaboration } from '../../protocols/protocol';
import type { Column } from '../measure';
import { correctIn, decisionsByRound } from './readings';

/* Measures of group decisions, in percent, for any environment whose score has `correct`. */

const bounds = [0, 100] as const;

/**
 * Whether the decision is correct, in percent. A missing decision counts as wrong. A score between 0 and 1 is a
 * probability, for example that a fair draw among tied winners picks the correct answer. Missing if the score is null
 * (see `recount`).
 */
export const accuracy: Column = {
  measure({ score }) {
    const correct = correctIn(score['correct']);
    return correct === null ? null : 100 * correct;
  },
  bounds,
};

/** Whether the group reached a decision, in percent. */
export const decided: Column = { measure: ({ outcome }) => (outcome === null ? 0 : 100), bounds };

/** Whether a decision is in force after each round, in percent. */
export const agreement: Column = {
  measure: (one) =>
    decisionsByRound(one).map((decision, at) => ({
      round: at + 1,
      value: decision?.standing == null ? 0 : 100,
    })),
  bounds,
};

/** The first round after which a decision is in force. Missing if there is no such round. */
export const firstAgreement: Column = {
  measure(one) {
    const at = decisionsByRound(one).findIndex((decision) => decision !== null && decision.standing !== null);
    return at < 0 ? null : at + 1;
  },
};

/** Number of rounds played. */
export const rounds: Column = { measure: (one) => one.rounds };

/** The share of questions that have no usable answer even after the repair question, in percent. */
export const unusable: Column = {
  measure(one) {
    const failed = eventsOf(one, 'unusable').length;
    const questions = new Set(one.calls.map(({ round, phase, agent }) => `${round} ${phase} ${agent}`));
    // Recorded sets have no calls, so messages, proposals and votes count as usable answers.
    const answers = one.events.filter(
      ({ type }) => type === 'message' || type === 'proposal' || type === 'vote',
    );
    const asked = questions.size > 0 ? questions.size : answers.length + failed;
    return asked === 0 ? null : (100 * failed) / asked;
  },
  bounds,
};

/**
 * The absolute error of the predicted rating after each round, in stars. Missing in rounds before the first decision.
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
