import type { Collaboration } from '../protocols/protocol';
import { dominanceOf, participantsOf, utilitiesIn } from './participants';
import { positionsOf } from './positions';
import { troublesOf } from './troubles';

/** One collaboration as a row in the overview, with its values by column name. */
export interface TalkRow {
  /** The collaboration's position in the set. */
  readonly place: number;
  readonly [column: string]: string | number | null;
}

/** Display titles for columns whose title differs from their name. */
export const columnTitles: Readonly<Record<string, string>> = {
  end: 'how it ended',
  switches: 'changes of mind',
  'last turn': 'last change of mind',
  loudest: 'most talkative agent',
  unusable: 'unusable replies',
};

/**
 * Returns a collaboration's columns. `switches` counts changes of mind. `last turn` is the last round with a change of
 * mind. `dominance` measures how unevenly words are distributed among agents (0 to 100). `loudest` is the agent with
 * the most words. `trouble` is the most frequent fault in the replies. Each number in the final score becomes a column
 * with the same name. Each agent's utility appears only on the collaboration's own page.
 */
export function rowOf(one: Collaboration, place: number, condition: string | null): TalkRow {
  const positions = positionsOf(one);
  const participants = participantsOf(one, positions);
  const troubles = troublesOf(one);
  const tokens = one.calls.reduce((sum, { input, output }) => sum + input + output, 0);
  const numbers = Object.entries(one.score).filter(([, value]) => typeof value === 'number');
  const utilities = Object.values(utilitiesIn(one.score));
  return {
    place,
    ...(condition !== null && { condition }),
    case: one.case,
    end: one.cause,
    decision: one.outcome === null || one.outcome === undefined ? 'undecided' : inShort(one.outcome),
    rounds: one.rounds,
    switches: positions.moves.length,
    'last turn': positions.moves.at(-1)?.round ?? null,
    ...(Object.fromEntries(numbers) as Record<string, number>),
    ...(utilities.length > 1 && { 'least utility': Math.min(...utilities) }),
    unusable: troubles.count,
    trouble: troubles.commonest ?? 'none',
    agents: one.agents.length,
    words: participants.reduce((sum, { words }) => sum + words, 0),
    dominance: dominanceOf(participants),
    loudest: loudestOf(participants),
    ...(tokens > 0 && { tokens }),
    ...one.labels,
  };
}

/** Returns the agent with the most words, or null if no agent says anything. */
function loudestOf(
  participants: readonly { readonly name: string; readonly words: number }[],
): string | null {
  const most = Math.max(...participants.map(({ words }) => words));
  return most > 0 ? participants.find(({ words }) => words === most)!.name : null;
}

/** Returns a decision or proposal on one line. */
function inShort(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
