import { AgoraError } from 'agora-voting';
import type { Json } from 'agora-voting/internal';
import { eventsOf, type Collaboration } from '../../transcripts/collaboration';
import type { ProposalEvent } from '../../transcripts/event';

/** An answer. Answers of one debate with equal keys are equal. */
export interface DebateAnswer {
  readonly key: string;
  readonly correct: boolean;
}

/** Extracts the answer of a text, for debates that record none (imported ones); null if it is unreadable. */
export type AnswerOf = (text: string, instance: Json) => DebateAnswer | null;

/** The answers of one debate after each round; null for an unreadable answer. */
export interface StandingAnswers {
  readonly collaboration: number;
  /**
   * The voices, in roster order. An agent that was asked several times (self-consistency) appears once per answer.
   */
  readonly voices: readonly string[];
  /** [round - 1][voice]. */
  readonly rounds: readonly (readonly (DebateAnswer | null)[])[];
}

/**
 * Reads proposals, or messages with `answerOf`. If an agent says nothing new in a round (it is silent, or failed),
 * its earlier answer still counts. A message that cannot be read is no answer, even if its author had an earlier one.
 * @throws AgoraError 'debate-record' when there are messages but no proposals and no `answerOf`, or when answers with
 * the same key are both right and wrong; AgoraError 'missing-score' when a proposal has no score `correct`
 */
export function standingAnswers(collaboration: Collaboration, answerOf?: AnswerOf): StandingAnswers {
  const { index, agents, events, finished } = collaboration;
  const paths = pathsOf(collaboration);
  const rounds =
    finished?.rounds ?? events.reduce((most, event) => Math.max(most, 'round' in event ? event.round : 0), 0);
  const said = answerOf === undefined ? proposed(collaboration) : read(collaboration, answerOf);
  requireConsistent(index, said);
  const voices = agents.flatMap((agent) =>
    Array.from({ length: paths.get(agent) ?? 1 }, (_, path) => ({ agent, path })),
  );
  const standing: (DebateAnswer | null)[][] = [];
  for (let round = 1; round <= rounds; round++) {
    const before = standing[round - 2];
    standing.push(
      voices.map(({ agent, path }, voice) => {
        const own = said.filter((one) => one.round === round && one.by === agent);
        if (own.length === 0) return before?.[voice] ?? null;
        // With one path, the last of several messages in a round counts.
        return ((paths.get(agent) ?? 1) > 1 ? own[path] : own[own.length - 1])?.answer ?? null;
      }),
    );
  }
  const named = voices.map(({ agent, path }) =>
    (paths.get(agent) ?? 1) > 1 ? `${agent}#${path + 1}` : agent,
  );
  return { collaboration: index, voices: named, rounds: standing };
}

interface Said {
  readonly round: number;
  readonly by: string;
  readonly answer: DebateAnswer | null;
}

function proposed(collaboration: Collaboration): Said[] {
  const proposals = eventsOf(collaboration, 'proposal');
  if (proposals.length === 0 && eventsOf(collaboration, 'message').length > 0)
    throw new AgoraError(
      'debate-record',
      `collaboration ${collaboration.index} has messages but no proposals: give "answerOf" to read answers out of texts`,
    );
  return proposals.map((event) => ({ round: event.round, by: event.by, answer: answerIn(event) }));
}

function answerIn({ candidate, score, by, round, collaboration }: ProposalEvent): DebateAnswer | null {
  if (candidate === null) return null;
  const correct = score?.['correct'];
  if (typeof correct !== 'number' && typeof correct !== 'boolean')
    throw new AgoraError(
      'missing-score',
      `the proposal of ${by} in round ${round} of collaboration ${collaboration} needs score.correct (0 or 1), got ${JSON.stringify(correct)}`,
    );
  return { key: candidate, correct: correct === 1 || correct === true };
}

function read(collaboration: Collaboration, answerOf: AnswerOf): Said[] {
  return eventsOf(collaboration, 'message').map(({ round, from, text }) => ({
    round,
    by: from,
    answer: answerOf(text, collaboration.instance),
  }));
}

/** The number of answers that each agent was asked for in one round. */
function pathsOf(collaboration: Collaboration): Map<string, number> {
  const paths = new Map<string, number>();
  for (const event of collaboration.events)
    if (event.type === 'reply' || event.type === 'failure')
      paths.set(event.agent, Math.max(paths.get(event.agent) ?? 1, event.repeat + 1));
  return paths;
}

function requireConsistent(index: number, said: readonly Said[]): void {
  const right = new Map<string, boolean>();
  for (const { answer } of said) {
    if (answer === null) continue;
    if ((right.get(answer.key) ?? answer.correct) !== answer.correct)
      throw new AgoraError(
        'debate-record',
        `collaboration ${index}: answers with the key ${JSON.stringify(answer.key)} are both right and wrong`,
      );
    right.set(answer.key, answer.correct);
  }
}

/** The most frequent answers. */
export interface Plurality {
  /** The keys of all answers with the top count; none if no answer was readable. */
  readonly winners: readonly string[];
  /** The share of right answers among the winners: 0, 1, or between if right and wrong answers tie. */
  readonly right: number;
}

/** The plurality. Unreadable answers (null) have no vote. A tie counts as the expected result of a fair draw. */
export function pluralityOf(answers: readonly (DebateAnswer | null)[]): Plurality {
  const counts = new Map<string, { votes: number; correct: boolean }>();
  for (const answer of answers) {
    if (answer === null) continue;
    const { votes } = counts.get(answer.key) ?? { votes: 0 };
    counts.set(answer.key, { votes: votes + 1, correct: answer.correct });
  }
  const most = Math.max(0, ...[...counts.values()].map(({ votes }) => votes));
  const winners = [...counts].filter(([, { votes }]) => votes === most);
  const right = winners.filter(([, { correct }]) => correct).length;
  return { winners: winners.map(([key]) => key), right: winners.length > 0 ? right / winners.length : 0 };
}
