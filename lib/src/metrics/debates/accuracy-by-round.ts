import { callable, check, object, oneOf, settings } from '../../check';
import { collaborationsGiven, type Collaboration } from '../../transcripts/collaboration';
import { estimate, type Estimate } from '../estimate';
import { pluralityOf } from './plurality-of';
import { standingAnswers, type AnswerOf, type DebateAnswer, type StandingAnswers } from './standing-answers';

/**
 * When a debate counts as right in a round. any agent: when one answer is right (the published scores of LLM-Agora;
 * nobody could act on it without knowing the key). majority: by the answer that most agents give, a tie being worth its
 * share. last agent, first agent: by one agent's answer, in the order of the roster. mean agent: the share of agents
 * who are right.
 */
export type RoundScoring = 'any agent' | 'majority' | 'last agent' | 'first agent' | 'mean agent';

export interface RoundAccuracySettings {
  /** Default majority. */
  readonly scoring?: RoundScoring;
  /** For debates that record no proposals. */
  readonly answerOf?: AnswerOf;
  /** A debate that was over before: its last answers count on (`stand`, the default), or it does not (`left out`). */
  readonly ended?: 'stand' | 'left out';
}

export interface RoundAccuracy {
  readonly round: number;
  /** Debates that count in this round. */
  readonly debates: number;
  /** In percent, with its standard error over debates. */
  readonly accuracy: Estimate;
  /** Answers that stand in this round, unreadable ones included: these count, and are never right. */
  readonly answers: number;
  readonly unreadable: number;
}

export interface AccuracyByRound {
  readonly scoring: RoundScoring;
  readonly rows: readonly RoundAccuracy[];
  /** Debates that are still running: not counted. */
  readonly unfinished: number;
}

type Answers = readonly (DebateAnswer | null)[];

const scorings: Readonly<Record<RoundScoring, (answers: Answers) => number>> = {
  'any agent': (answers) => (answers.some(isRight) ? 1 : 0),
  majority: (answers) => pluralityOf(answers).right,
  'last agent': (answers) => (isRight(answers[answers.length - 1]) ? 1 : 0),
  'first agent': (answers) => (isRight(answers[0]) ? 1 : 0),
  'mean agent': (answers) => answers.filter(isRight).length / Math.max(1, answers.length),
};

const accuracyArguments = object('arguments', {
  collaborations: collaborationsGiven,
  options: settings({
    scoring: oneOf('any agent', 'majority', 'last agent', 'first agent', 'mean agent').optional(),
    answerOf: callable.optional(),
    ended: oneOf('stand', 'left out').optional(),
  }),
});

/**
 * Accuracy after each round, from the answers as they stand (`standingAnswers`).
 * @throws AgoraError 'debate-record', AgoraError 'missing-score', and AgoraError 'setting' for an unknown scoring
 */
export async function accuracyByRound(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
  options: RoundAccuracySettings = {},
): Promise<AccuracyByRound> {
  check('accuracyByRound', accuracyArguments, { collaborations, options });
  const { scoring = 'majority', answerOf, ended = 'stand' } = options;
  const { all, unfinished } = await readStandings(collaborations, answerOf);
  const rows = answersByRound(all, ended).map((debates, place) => {
    const answers = debates.flatMap((one) => one.answers);
    return {
      round: place + 1,
      debates: debates.length,
      accuracy: estimate(debates.map((one) => 100 * scorings[scoring](one.answers))),
      answers: answers.length,
      unreadable: answers.filter((answer) => answer === null).length,
    };
  });
  return { scoring, rows, unfinished };
}

export async function readStandings(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
  answerOf: AnswerOf | undefined,
): Promise<{ readonly all: readonly StandingAnswers[]; readonly unfinished: number }> {
  const all: StandingAnswers[] = [];
  let unfinished = 0;
  for await (const collaboration of collaborations)
    if (collaboration.finished === null) unfinished++;
    else all.push(standingAnswers(collaboration, answerOf));
  return { all, unfinished };
}

/** For each round, the debates that count in it, with their answers. */
export function answersByRound(
  debates: readonly StandingAnswers[],
  ended: 'stand' | 'left out',
): { readonly collaboration: number; readonly answers: Answers }[][] {
  const last = debates.reduce((most, { rounds }) => Math.max(most, rounds.length), 0);
  return Array.from({ length: last }, (_, place) =>
    debates.flatMap(({ collaboration, rounds }) => {
      const answers = rounds[ended === 'stand' ? Math.min(place, rounds.length - 1) : place];
      return answers === undefined ? [] : [{ collaboration, answers }];
    }),
  );
}

function isRight(answer: DebateAnswer | null | undefined): boolean {
  return answer?.correct === true;
}
