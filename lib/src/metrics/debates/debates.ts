import { AgoraError } from '../../agora-error';
import { check, object } from '../../check';
import { collaborationsGiven, eventsOf, type Collaboration } from '../../transcripts/collaboration';
import { estimate, type Estimate } from '../estimate';
import { addFailures, noFailures, type FailureCounts } from '../failures';
import { gatherRows } from '../gather-rows';
import { participationByRound, type Participation } from './participation';
import { notesOf, readDebateSetUp, readDropped } from './read-notes';
import { addReply, noTokens, tokensOf } from './token-sums';
import { turnsByRound, type RoundTurns } from './turns';

/** One debate. */
export interface DebateRow {
  readonly collaboration: number;
  /** As its set-up says; null for a single agent or an imported debate. */
  readonly method: string | null;
  readonly agents: number;
  /** 1 when the outcome is right; 0 when it is wrong, and when there is none. */
  readonly correct: number;
  readonly decided: boolean;
  /** Rounds that were played. */
  readonly rounds: number;
  /** Why it ended. */
  readonly cause: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Read and written. */
  readonly tokens: number;
  /** Turns in which an agent was asked, and in which it stayed silent; summaries are no turns. */
  readonly asked: number;
  readonly silent: number;
  readonly turns: readonly RoundTurns[];
  /** Viewpoints that were kept from agents, by reason. */
  readonly dropped: { readonly ownView: number; readonly alreadySeen: number; readonly total: number };
  readonly failures: FailureCounts;
}

export interface DebateSummary {
  readonly debates: number;
  /** In percent; a debate without an outcome counts as wrong. */
  readonly accuracy: Estimate;
  /** In percent. */
  readonly decided: Estimate;
  readonly rounds: Estimate;
  readonly tokens: Estimate;
  readonly silent: Estimate;
  readonly dropped: Estimate;
  readonly participation: readonly Participation[];
  /** How many ended for which cause. */
  readonly causes: Readonly<Record<string, number>>;
}

export interface DebateMetrics {
  readonly rows: readonly DebateRow[];
  readonly summary: DebateSummary;
  /** Over everything that was read, unfinished debates included. */
  readonly failures: FailureCounts;
  /** Debates that are still running: in no row. */
  readonly unfinished: number;
}

/**
 * How debates went, and a summary with standard errors over debates.
 * @throws AgoraError 'missing-score' when a finished debate has no score `correct` (imported ones: see `accuracyByRound`)
 * @throws AgoraError 'debate-record' when a note is not what it should be
 */
export async function debates(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
): Promise<DebateMetrics> {
  check('debates', object('arguments', { collaborations: collaborationsGiven }), { collaborations });
  const { rows, failures, unfinished } = await gatherRows(collaborations, 'exclude', rowOf);
  const causes = new Map<string, number>();
  for (const { cause } of rows) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  const summary = {
    debates: rows.length,
    accuracy: estimate(rows.map(({ correct }) => 100 * correct)),
    decided: estimate(rows.map(({ decided }) => (decided ? 100 : 0))),
    rounds: estimate(rows.map((row) => row.rounds)),
    tokens: estimate(rows.map(({ tokens }) => tokens)),
    silent: estimate(rows.map(({ silent }) => silent)),
    dropped: estimate(rows.map(({ dropped }) => dropped.total)),
    participation: participationByRound(rows),
    causes: Object.fromEntries(causes),
  };
  return { rows, summary, failures, unfinished };
}

function rowOf(collaboration: Collaboration): DebateRow {
  const { index, agents, events, finished } = collaboration;
  if (finished === null) throw new AgoraError('debate-record', `collaboration ${index} is not finished`);
  const { calls, inputTokens, outputTokens } = eventsOf(collaboration, 'reply').reduce(addReply, noTokens);
  const turns = turnsByRound(collaboration);
  const decided = numberOf(finished.score['decided']) ?? (finished.outcome === null ? 0 : 1);
  const correct = numberOf(finished.score['correct']);
  if (correct === null)
    throw new AgoraError(
      'missing-score',
      `debates needs score.correct (a number from 0 to 1) at the end of collaboration ${index}, got ${JSON.stringify(finished.score['correct'])}`,
    );
  return {
    collaboration: index,
    method: readDebateSetUp(collaboration)?.method ?? null,
    agents: agents.length,
    correct: decided > 0 ? correct : 0,
    decided: decided > 0,
    rounds: finished.rounds,
    cause: finished.cause,
    ...{ calls, inputTokens, outputTokens, tokens: tokensOf({ inputTokens, outputTokens }) },
    asked: turns.reduce((sum, { asked }) => sum + asked, 0),
    silent: turns.reduce((sum, { silent }) => sum + silent, 0),
    turns,
    dropped: droppedIn(collaboration),
    failures: addFailures(noFailures, events),
  };
}

function droppedIn(collaboration: Collaboration): DebateRow['dropped'] {
  const all = notesOf(collaboration, 'filtered').flatMap(readDropped);
  return {
    ownView: all.filter(({ why }) => why === 'own view').length,
    alreadySeen: all.filter(({ why }) => why === 'already seen').length,
    total: all.length,
  };
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
}
