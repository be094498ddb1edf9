import { z } from 'zod';
import { AgoraError, type Ballot, type BallotKind, type BallotSettings } from 'agora-voting';
import {
  checkBallot,
  type ConsultedDictator,
  type Json,
  type JsonObject,
  type Reading,
} from 'agora-voting/internal';
import { eventsOf, type Collaboration } from '../../transcripts/collaboration';
import { notesOf } from '../../transcripts/note';
import { remembered } from '../columns/remembered';

/** All ballots of one kind, in roster order; null if a rater's answer was unusable. */
export interface RecordedPoll {
  readonly kind: BallotKind;
  /** The requirements for a ballot. */
  readonly settings: BallotSettings;
  readonly ballots: readonly (Ballot | null)[];
}

/** One question, and all ballots on it. */
export interface Election {
  readonly collaboration: number;
  /** The question's subject; null if the instance has none. */
  readonly subject: string | null;
  readonly options: readonly string[];
  /** The right option; null if the record does not contain it. */
  readonly right: string | null;
  readonly raters: readonly string[];
  readonly polls: readonly RecordedPoll[];
  /** The dictators' own ballots; null for a dictator that was not asked, or gave none. */
  readonly dictators: readonly { readonly kind: ConsultedDictator; readonly ballot: Ballot | null }[];
}

/**
 * The election in a finished collaboration: every ballot that was cast, missing or invented, so that any rule can be
 * counted without calls.
 * @throws AgoraError 'election-record' when it is not an election, or its ballots are not of the requested form;
 * 'note'
 */
export const electionOf = remembered((collaboration: Collaboration): Election => {
  const { index, instance, agents: raters } = collaboration;
  const where = `columns.elections: collaboration ${index}`;
  const setUp = notesOf(collaboration, 'election')[0]?.data;
  if (setUp === undefined)
    throw new AgoraError('election-record', `${where} is no election: it has no note of kind "election"`);
  const { options, ballots, dictators } = setUp;
  const polls = ballots.map(({ kind, ...settings }): Poll => ({ kind, settings }));
  const cast = ballotsByPlace(collaboration);
  const read = (phase: string, by: string, poll: Poll): Ballot | null => {
    const value = cast.get(phase)?.get(by) ?? null;
    return value === null ? null : readBallot(value, options, poll, `${where}, ${by}`);
  };
  const paper = polls.find(({ kind }) => kind === 'ranking') ?? polls[0];
  return {
    collaboration: index,
    subject: textAt(instance, 'subject'),
    options,
    right: rightOption(collaboration, options),
    raters,
    polls: polls.map((poll) => ({
      ...poll,
      ballots: raters.map((rater) => read(`ballot/${poll.kind}`, rater, poll)),
    })),
    dictators: dictators.map((kind) => {
      const [dictator] = cast.get(`dictator/${kind}`)?.keys() ?? [];
      const isAsked = dictator !== undefined && paper !== undefined;
      return { kind, ballot: isAsked ? read(`dictator/${kind}`, dictator, paper) : null };
    }),
  };
});

/** What was cast or invented, by phase and agent; null if it failed. */
function ballotsByPlace(collaboration: Collaboration): Map<string, Map<string, Json>> {
  const phases = new Map<string, Map<string, Json>>();
  const put = (phase: string, agent: string, ballot: Json) =>
    phases.set(phase, (phases.get(phase) ?? new Map<string, Json>()).set(agent, ballot));
  for (const event of collaboration.events)
    if (event.type === 'vote') put(event.phase, event.by, event.ballot);
    else if (event.type === 'failure') put(event.phase, event.agent, null);
  for (const { phase, data } of notesOf(collaboration, 'invented ballots'))
    if (phase.startsWith('ballot/')) for (const { by, ballot } of data.ballots) put(phase, by, ballot);
  return phases;
}

type Poll = Pick<RecordedPoll, 'kind' | 'settings'>;

const names = z.array(z.string());
const numbers = z.record(z.string(), z.number());
const ballotShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), choice: z.string() }),
  z.object({ kind: z.literal('ranking'), ranking: names }),
  z.object({ kind: z.literal('weak-ranking'), tiers: z.array(names) }),
  z.object({ kind: z.literal('approval'), approved: names }),
  z.object({ kind: z.literal('rating'), ratings: numbers }),
  z.object({ kind: z.literal('points'), points: numbers }),
]);

/** @throws AgoraError 'election-record' when the value is not a ballot on these options in the requested form */
function readBallot(
  value: Json,
  options: readonly string[],
  { kind, settings }: Poll,
  where: string,
): Ballot {
  const shape = ballotShape.safeParse(value);
  const reading: Reading<Ballot> = !shape.success
    ? { ok: false, reason: 'it has no such shape' }
    : shape.data.kind !== kind && shape.data.kind !== 'weak-ranking'
      ? { ok: false, reason: `${kind} was asked for` }
      : checkBallot(shape.data, options, { ...settings, weak: kind === 'ranking' });
  if (reading.ok) return reading.value;
  throw new AgoraError(
    'election-record',
    `${where}: ${JSON.stringify(value)} is no ballot: ${reading.reason}`,
  );
}

/**
 * The instance's own answer if it is one of the options; otherwise an option that was scored as right in a decision.
 */
function rightOption(collaboration: Collaboration, options: readonly string[]): string | null {
  const answer = textAt(collaboration.instance, 'answer');
  if (answer !== null && options.includes(answer)) return answer;
  const scored = eventsOf(collaboration, 'decision').find(({ score }) => score['correct'] === 1);
  return scored?.selected ?? null;
}

function textAt(instance: Json, field: string): string | null {
  if (typeof instance !== 'object' || instance === null || Array.isArray(instance)) return null;
  const value = (instance as JsonObject)[field];
  return typeof value === 'string' ? value : null;
}
