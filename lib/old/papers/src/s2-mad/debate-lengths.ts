import { type DebatePhase, readDebatePhase } from 'agora-core/browser';
import { type Collaboration, eventsOf, type Note, notesOf, type ReplyEvent } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import type { DebateLengths } from './algorithm2';
import { heardInDebate } from './heard-in-debate';

/** A finished debate of our own, as its lengths are taken from it. */
export interface DebateTables {
  readonly collaboration: Collaboration;
  readonly setUp: Note<'debate'>['data'];
  readonly rounds: number;
  readonly intraRounds: number;
  /** [round][agent]: output tokens of the current answer, 0 if there is none. */
  readonly outputs: readonly (readonly number[])[];
  /** [round][agent]: 1 if the agent was asked. */
  readonly participates: readonly (readonly number[])[];
  /** [round][agent]: 1 if the agent gave a usable answer. */
  readonly answered: readonly (readonly number[])[];
  /** [stage][group]: output tokens of the summary, 0 without a usable one. */
  readonly summaries: readonly (readonly number[])[];
  /** By "stage/group", from 1, for each usable summary: the members whose answers it is made from. */
  readonly recordedSummaries: ReadonlyMap<string, readonly string[]>;
  /** Replies within the debate, summaries among them. */
  readonly places: readonly (ReplyEvent & { readonly place: DebatePhase })[];
}

/**
 * The lengths of a recorded debate, for `algorithm2Tokens`: Q the mean prompt of the first round, which holds all words
 * around the question too; O an agent's latest usable reply, Sum the summarisers' replies, P from the calls, and for
 * counting what is sent the contents of each prompt. Other words of later prompts, repairs and unusable replies are not
 * included.
 * @throws AgoraError 'debate-record' when its first round has no replies
 */
export function debateLengths(tables: DebateTables): DebateLengths {
  const { setUp, rounds, intraRounds, outputs, participates, summaries, places, collaboration } = tables;
  const { agents, index } = collaboration;
  const first = places.filter(({ place, attempt }) => place.step === 'alone' && attempt === 0);
  if (first.length === 0)
    throw new AgoraError('debate-record', `collaboration ${index} has no replies of a first round`);
  const groups = setUp.groups.map((members) => members.map((name) => agents.indexOf(name)));
  const prompts = first.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  return {
    question: prompts / first.length,
    groups,
    rounds,
    intraRounds,
    outputs,
    summaries,
    participates,
    ...heardInDebate(tables, groups),
  };
}

/**
 * @throws AgoraError 'debate-record' when it is unfinished, has no debate's set-up note (a single agent, an imported
 * debate), or a note is not what it should be
 */
export function debateTables(collaboration: Collaboration): DebateTables {
  const { index, agents, finished } = collaboration;
  const setUp = notesOf(collaboration, 'debate')[0]?.data;
  if (finished === null || setUp === undefined)
    throw new AgoraError(
      'debate-record',
      `Algorithm 2 needs a finished debate with a note of kind "debate"; collaboration ${index} ${finished === null ? 'is not finished' : 'has no such note'}`,
    );
  const named = setUp.groups.flat();
  if (named.length !== agents.length || agents.some((agent) => !named.includes(agent)))
    throw new AgoraError(
      'debate-record',
      `collaboration ${index}: its groups need every agent of ${agents.join(', ')} once, got ${named.join(', ')}`,
    );
  const places = eventsOf(collaboration, 'reply').flatMap((reply) => {
    const place = readDebatePhase(reply.phase);
    return place === null ? [] : [{ ...reply, place }];
  });
  // Summaries are nobody's turns, also where a member has a summariser's name.
  const turnReplies = places.filter(({ place }) => place.step !== 'summary');
  const failures = eventsOf(collaboration, 'failure').filter(
    ({ phase }) => (readDebatePhase(phase)?.step ?? 'summary') !== 'summary',
  );
  const proposals = eventsOf(collaboration, 'proposal');
  const outputs: number[][] = [];
  const [participates, answered]: [number[][], number[][]] = [[], []];
  for (let round = 1; round <= finished.rounds; round++) {
    const at = <T extends { readonly round: number }>(
      all: readonly T[],
      by: (one: T) => string,
      agent: string,
    ) => all.filter((one) => one.round === round && by(one) === agent);
    const turns = agents.map((agent, place) => {
      const replies = at(turnReplies, (one) => one.agent, agent);
      const asked = replies.length > 0 || at(failures, (one) => one.agent, agent).length > 0;
      const usable = replies.length > 0 && at(proposals, (one) => one.by, agent).length > 0;
      const output = usable ? replies.at(-1)?.outputTokens : outputs[round - 2]?.[place];
      return { asked, usable, output: output ?? 0 };
    });
    outputs.push(turns.map(({ output }) => output));
    participates.push(turns.map(({ asked }) => (asked ? 1 : 0)));
    answered.push(turns.map(({ usable }) => (usable ? 1 : 0)));
  }
  const intraRounds = places.some(({ place }) => place.stage > 1)
    ? setUp.intraRounds
    : Math.max(setUp.intraRounds, finished.rounds);
  const summed = places.filter(({ place }) => place.step === 'summary');
  const stages = Math.max(
    Math.ceil(finished.rounds / intraRounds) - 1,
    ...summed.map(({ place }) => place.stage),
  );
  const recordedSummaries = readSummaries(collaboration);
  const summaries = Array.from({ length: stages }, (_, stage) =>
    setUp.groups.map((_, group) => {
      if (!recordedSummaries.has(`${stage + 1}/${group + 1}`)) return 0;
      const made = summed.filter(({ place }) => place.stage === stage + 1 && place.group === group + 1);
      return made.at(-1)?.outputTokens ?? 0;
    }),
  );
  return {
    collaboration,
    setUp,
    rounds: finished.rounds,
    intraRounds,
    outputs,
    participates,
    answered,
    summaries,
    recordedSummaries,
    places,
  };
}

/** @throws AgoraError 'note', or 'debate-record' when a summary does not name the members that it was made of */
function readSummaries(collaboration: Collaboration): ReadonlyMap<string, readonly string[]> {
  const summaries = new Map<string, readonly string[]>();
  for (const { phase, data } of notesOf(collaboration, 'summary')) {
    const place = readDebatePhase(phase);
    if (place === null) continue;
    if (data.of === undefined)
      throw new AgoraError(
        'debate-record',
        `collaboration ${collaboration.index}: the summary of ${phase} does not name whom it is of`,
      );
    summaries.set(`${place.stage}/${place.group}`, data.of);
  }
  return summaries;
}
