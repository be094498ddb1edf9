import { AgoraError } from '../../agora-error';
import type { Json, JsonObject } from '../../json';
import { check, object } from '../../check';
import { collaborationsGiven, eventsOf, type Collaboration } from '../../transcripts/collaboration';
import { notesOf } from '../../transcripts/note';
import type { Ballot } from '../../voting';
import type { BallotFailure, DictatorKind, Election, RecordedPoll } from './election';
import { readRecordedBallot } from './read-record';

/**
 * What a run of elections holds: one record a question, in the questions' order, with every ballot that was cast, was
 * missing (and why) or was invented. From it any rule can be counted, without a call. Unfinished collaborations are
 * left out; of those a run gives none.
 * @throws AgoraError 'election-record' when a collaboration is no election, or its ballots are not what was asked for; 'note'
 * @example
 * (await metrics.elections([])).length; // => 0
 */
export async function elections(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
): Promise<Election[]> {
  check('elections', object('arguments', { collaborations: collaborationsGiven }), { collaborations });
  const held: Election[] = [];
  for await (const collaboration of collaborations)
    if (collaboration.finished !== null) held.push(electionOf(collaboration));
  return held.sort((a, b) => a.collaboration - b.collaboration);
}

function electionOf(collaboration: Collaboration): Election {
  const where = `elections: collaboration ${collaboration.index}`;
  const setUp = notesOf(collaboration, 'election')[0]?.data;
  if (setUp === undefined)
    throw new AgoraError('election-record', `${where} is no election: it has no note of kind "election"`);
  const papers = setUp.ballots.map(({ kind, ...settings }) => ({ kind, settings }));
  const cast = ballotsByPlace(collaboration);
  return {
    collaboration: collaboration.index,
    subject: textAt(collaboration.instance, 'subject'),
    options: setUp.options,
    right: rightOption(collaboration, setUp.options),
    raters: collaboration.agents,
    polls: papers.map((paper) => pollOf(paper, setUp.options, collaboration.agents, cast, where)),
    dictators: setUp.dictators.map((kind) => dictatorOf(kind, setUp.options, papers, cast, where)),
    selected: Object.fromEntries(
      eventsOf(collaboration, 'decision').map(({ by, selected }) => [by, selected]),
    ),
  };
}

interface Cast {
  readonly ballot: Json;
  readonly failure: BallotFailure;
  readonly invented: boolean;
}
type Paper = Pick<RecordedPoll, 'kind' | 'settings'>;
type Places = ReadonlyMap<string, ReadonlyMap<string, Cast>>;

/** What was cast, failed or was invented, by phase and by agent. */
function ballotsByPlace(collaboration: Collaboration): Places {
  const phases = new Map<string, Map<string, Cast>>();
  const put = (phase: string, agent: string, cast: Cast) => {
    const agents = phases.get(phase) ?? new Map<string, Cast>();
    phases.set(phase, agents.set(agent, cast));
  };
  for (const event of collaboration.events)
    if (event.type === 'vote')
      put(event.phase, event.by, { ballot: event.ballot, failure: null, invented: false });
    else if (event.type === 'failure')
      put(event.phase, event.agent, { ballot: null, failure: event.kind, invented: false });
  for (const { phase, data } of notesOf(collaboration, 'invented ballots'))
    if (phase.startsWith('ballot/'))
      for (const { by, ballot } of data.ballots) put(phase, by, { ballot, failure: null, invented: true });
  return phases;
}

function pollOf(
  paper: Paper,
  options: readonly string[],
  raters: readonly string[],
  cast: Places,
  where: string,
): RecordedPoll {
  const phase = cast.get(`ballot/${paper.kind}`);
  const ballots = raters.map((rater) => {
    const { ballot = null, failure = null, invented = false } = phase?.get(rater) ?? {};
    return { rater, ballot: read(ballot, options, paper, `${where}, ${rater}`), failure, invented };
  });
  return { ...paper, ballots };
}

function dictatorOf(
  kind: DictatorKind,
  options: readonly string[],
  papers: readonly Paper[],
  cast: Places,
  where: string,
) {
  const [answer] = cast.get(`dictator/${kind}`)?.values() ?? [];
  const paper = papers.find((one) => one.kind === 'ranking') ?? papers[0];
  const ballot =
    answer === undefined || paper === undefined
      ? null
      : read(answer.ballot, options, paper, `${where}, the ${kind} dictator`);
  return { kind, asked: answer !== undefined, ballot, failure: answer?.failure ?? null };
}

function read(value: Json, options: readonly string[], paper: Paper, where: string): Ballot | null {
  return value === null ? null : readRecordedBallot(value, options, paper, where);
}

/** The instance's own answer where it is one of the options; else an option that some decision was scored right for. */
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
