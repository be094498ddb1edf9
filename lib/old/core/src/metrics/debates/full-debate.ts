import { AgoraError } from 'agora-voting';
import { eventsOf, type Collaboration } from '../../transcripts/collaboration';
import { readDebatePhase } from '../../transcripts/debate-phase';
import { notesOf } from '../../transcripts/note';
import { standingAnswers, type DebateAnswer } from './standing-answers';
import type { ReplaySettings } from './replay';

/** What an agent has said, as of a round. */
export interface Viewpoint {
  readonly agent: number;
  /** Blank if it has said nothing usable. */
  readonly text: string;
  readonly answer: DebateAnswer | null;
  /** Whether it was said in this round, that is, the turn did not fail. */
  readonly fresh: boolean;
}

/** A debate in which everybody answered in every round and read everybody. */
export interface FullDebate {
  readonly collaboration: Collaboration;
  readonly agents: readonly string[];
  /** [round - 1][agent]. */
  readonly rounds: readonly (readonly Viewpoint[])[];
  /** [round - 1]: the summary of that round for the next; empty with `answers`. */
  readonly summaries: readonly { readonly by: string; readonly text: string }[];
}

/**
 * Reads a full debate. A failed turn is allowed: the agent was asked, and its earlier text still counts.
 * @throws AgoraError 'not-full-debate' for an unfinished debate; one agent; groups, cut links, silent turns or
 * filtered views; agents who speak one after the other; a turn without a trace; messages that others could not read;
 * missing summaries
 */
export function readFullDebate(
  collaboration: Collaboration,
  reads: ReplaySettings['reads'],
  answerOf: ReplaySettings['answerOf'],
): FullDebate {
  const { index, agents, finished } = collaboration;
  const fail = (why: string): never => {
    throw new AgoraError('not-full-debate', `collaboration ${index} is no full debate: ${why}`);
  };
  if (finished === null) return fail('it is not finished');
  if (agents.length < 2) fail(`it has ${agents.length} agent`);
  const setUp = notesOf(collaboration, 'debate')[0]?.data;
  if (setUp !== undefined && setUp.groups.length > 1) fail(`it has ${setUp.groups.length} groups`);
  if (setUp?.order === 'in turn') fail('its agents speak one after the other');
  for (const [kind, what] of [
    ['edges', 'links between agents are cut'],
    ['silent', 'an agent stayed silent'],
    ['filtered', 'views were kept from an agent'],
  ] as const) {
    const [note] = notesOf(collaboration, kind);
    if (note !== undefined)
      fail(`${what} (round ${note.round}${note.by === undefined ? '' : `, ${note.by}`})`);
  }
  const messages = eventsOf(collaboration, 'message');
  const failures = eventsOf(collaboration, 'failure').filter(
    ({ phase }) => readDebatePhase(phase)?.step !== 'summary',
  );
  if (reads === 'answers') {
    const hidden = messages.find(({ from, to, visibleTo = to }) =>
      agents.some((agent) => agent !== from && !visibleTo.includes(agent)),
    );
    if (hidden !== undefined)
      fail(`not everybody reads ${hidden.from} in round ${hidden.round} (with summaries: reads "summary")`);
  }
  const answers = standingAnswers(collaboration, answerOf);
  const rounds: Viewpoint[][] = [];
  for (let round = 1; round <= finished.rounds; round++)
    rounds.push(
      agents.map((name, agent): Viewpoint => {
        const message = messages.filter((one) => one.round === round && one.from === name).at(-1);
        const failed = failures.some((one) => one.round === round && one.agent === name);
        if (message === undefined && !failed) fail(`${name} has no turn in round ${round}`);
        const text = message?.text ?? rounds[round - 2]?.[agent]?.text ?? '';
        const answer = answers.rounds[round - 1]?.[agent] ?? null;
        return { agent, text, answer, fresh: message !== undefined };
      }),
    );
  const summaries: { by: string; text: string }[] = [];
  if (reads === 'summary') {
    const notes = notesOf(collaboration, 'summary');
    for (let round = 1; round < finished.rounds; round++) {
      const note = notes.find((one) => one.round === round);
      if (note?.data.text === undefined) return fail(`round ${round} has no summary`);
      summaries.push({ by: note.by ?? 'summariser', text: note.data.text });
    }
  }
  return { collaboration, agents, rounds, summaries };
}
