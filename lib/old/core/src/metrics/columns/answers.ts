import { callable, check, oneOf, settings as settingsOf } from 'agora-voting/internal';
import type { Collaboration } from '../../transcripts';
import { pluralityOf, standingAnswers, type AnswerOf, type DebateAnswer } from '../debates/standing-answers';
import type { Column, Columns } from '../../row';
import { totalOver } from '../over';
import { percent } from './bounds';
import { remembered } from './remembered';

type Answers = readonly (DebateAnswer | null)[];

const isRight = (answer: DebateAnswer | null | undefined): boolean => answer?.correct === true;

/**
 * When a group counts as right in a round. any agent: if any answer is right (nobody could act on this without
 * knowing the key). majority: by the most frequent answer; a tie counts as its share of right answers. last agent,
 * first agent: by that agent's answer, in roster order. mean agent: the share of agents who are right.
 */
const scorings = {
  'any agent': (answers: Answers) => (answers.some(isRight) ? 1 : 0),
  majority: (answers: Answers) => pluralityOf(answers).right,
  'last agent': (answers: Answers) => (isRight(answers.at(-1)) ? 1 : 0),
  'first agent': (answers: Answers) => (isRight(answers[0]) ? 1 : 0),
  'mean agent': (answers: Answers) => answers.filter(isRight).length / Math.max(1, answers.length),
} as const;

export type AnswerScoring = keyof typeof scorings;

export interface AnswerColumnSettings {
  /** Default majority. */
  readonly scoring?: AnswerScoring;
  /** Extracts an answer from a text, for debates without recorded proposals. */
  readonly answerOf?: AnswerOf;
  /**
   * How a debate that ended earlier counts: with its last answers ('stand', the default), or not at all ('left out').
   */
  readonly ended?: 'stand' | 'left out';
}

const schema = settingsOf({
  scoring: oneOf('any agent', 'majority', 'last agent', 'first agent', 'mean agent').optional(),
  answerOf: callable.optional(),
  ended: oneOf('stand', 'left out').optional(),
});

/**
 * The answers of a group after each `round`: accuracy in percent, and the total numbers of answers and of unreadable
 * answers. Unreadable answers are never right.
 * @throws AgoraError 'setting'; when measured, 'debate-record' and 'missing-score' as in `metrics.standingAnswers`
 * @example
 * Object.keys(columns.answers({ scoring: 'any agent' })); // => ['accuracy', 'answers', 'unreadable']
 */
export function answers(settings: AnswerColumnSettings = {}): Columns {
  check('columns.answers', schema, settings);
  const { scoring = 'majority', answerOf, ended = 'stand' } = settings;
  const standing = remembered((collaboration) => standingAnswers(collaboration, answerOf).rounds);
  const column = (value: (answers: Answers) => number): Column => ({
    of: (one: Collaboration) => standing(one).map((own, place) => ({ round: place + 1, value: value(own) })),
    carry: ended === 'stand',
  });
  return {
    accuracy: { ...column((own) => 100 * scorings[scoring](own)), bounds: percent },
    answers: { ...column((own) => own.length), over: totalOver },
    unreadable: { ...column((own) => own.filter((one) => one === null).length), over: totalOver },
  };
}
