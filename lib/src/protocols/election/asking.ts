import type { Json } from '../../json';
import type { ChatMessage } from '../../models/chat-model';
import type { Answer, Session } from '../protocol';
import { answerSchema, readBallotAnswer, type BallotAnswer } from './ballot-answer';
import type { BallotPaper } from './ballot-paper';
import { ballotSituation, type Hall } from './hall';
import type { CastBallot } from './prompts';

/** An election has one. */
export const round = 1;

/** Who is asked, and with which words. */
export interface BallotCall {
  readonly phase: string;
  readonly agent: string;
  readonly messages: readonly ChatMessage[];
  /** A dictator's: the ballots it is shown. */
  readonly seen?: readonly CastBallot[];
}

/** Asks one agent for one ballot. */
export function askForBallot<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  hall: Hall<Instance, Proposal>,
  paper: BallotPaper,
  { phase, agent, messages, seen }: BallotCall,
): Promise<Answer<BallotAnswer>> {
  return session.ask({
    round,
    phase,
    agent,
    messages,
    format: { name: 'ballot', schema: () => answerSchema(paper) },
    read: (value) => readBallotAnswer(value, paper),
    situation: ballotSituation(hall, session.instance, paper, agent, seen),
  });
}

export function recordVote<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  phase: string,
  by: string,
  { ballot, reason }: BallotAnswer,
): void {
  const vote = { type: 'vote', round, phase, by, ballot } as const;
  session.record(reason === null ? vote : { ...vote, reason });
}

/** Says which ballots nobody cast, and why they are there. */
export function recordInvented<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  phase: string,
  why: string,
  ballots: readonly CastBallot[],
): void {
  if (ballots.length === 0) return;
  const data: Json = { why, ballots: ballots.map(({ by, ballot }) => ({ by, ballot })) };
  session.record({ type: 'note', round, phase, kind: 'invented ballots', data });
}
