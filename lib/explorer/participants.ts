import type { Collaboration } from '../protocols/protocol';
import { wordCount } from '../language/readability';
import type { Positions } from './positions';
import { troubleOf } from './troubles';

/** One agent's part in a collaboration. */
export interface Participant {
  readonly name: string;
  readonly role: string;
  readonly background: string;
  readonly words: number;
  /** The agent's share of all words, in percent. */
  readonly share: number;
  /** The number of tokens in the agent's replies. */
  readonly output: number;
  /**
   * `introduced` counts the candidates that the agent was the first to propose. `adopted` counts the introduced
   * candidates that became the group's decision at any point.
   */
  readonly introduced: number;
  readonly adopted: number;
  readonly switches: number;
  readonly unusable: number;
  /**
   * `utility` is the agent's final utility. `best` is the highest utility that any proposal would have given the agent.
   * Each is null if it was not recorded.
   */
  readonly utility: number | null;
  readonly best: number | null;
}

export function participantsOf(one: Collaboration, positions: Positions): Participant[] {
  const words = new Map<string, number>();
  const unusable = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, some = 1): void =>
    void to.set(name, (to.get(name) ?? 0) + some);
  const decided = new Set(positions.standing.filter((candidate) => candidate !== null));
  const best = new Map<string, number>();
  for (const event of one.events) {
    if (!('agent' in event) || event.agent === undefined) continue;
    if ('text' in event && event.type !== 'unusable' && typeof event.text === 'string')
      add(words, event.agent, wordCount(event.text));
    if (event.type === 'proposal' && event.proposal !== null)
      for (const [name, value] of Object.entries(utilitiesIn(event.score)))
        best.set(name, Math.max(value, best.get(name) ?? -Infinity));
    if (troubleOf(event) !== null) add(unusable, event.agent);
  }
  const all = [...words.values()].reduce((sum, some) => sum + some, 0);
  const final = utilitiesIn(one.score);
  const backgrounds = new Map(one.agents.map((agent) => [agent.name, agent]));
  return positions.agents.map(({ name }) => {
    const calls = one.calls.filter(({ agent }) => agent === name);
    const introduced = positions.candidates.filter(({ by }) => by === name);
    return {
      name,
      role: backgrounds.get(name)?.role ?? '',
      background: backgrounds.get(name)?.background ?? '',
      words: words.get(name) ?? 0,
      share: all === 0 ? 0 : (100 * (words.get(name) ?? 0)) / all,
      output: calls.reduce((sum, { output }) => sum + output, 0),
      introduced: introduced.length,
      adopted: introduced.filter(({ id }) => decided.has(id)).length,
      switches: positions.moves.filter(({ agent }) => agent === name).length,
      unusable: unusable.get(name) ?? 0,
      utility: final[name] ?? null,
      best: best.get(name) ?? null,
    };
  });
}

/** Returns each agent's utility in a score, or an empty object if the score has no utilities. */
export function utilitiesIn(score: unknown): Readonly<Record<string, number>> {
  const { utilities } = (score ?? {}) as { utilities?: unknown };
  if (typeof utilities !== 'object' || utilities === null) return {};
  return Object.fromEntries(
    Object.entries(utilities).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

/**
 * Returns how unevenly words are distributed among agents, in percent: 0 if all agents use the same number of words,
 * 100 if only one agent speaks. The measure is the largest share minus an equal share, relative to the largest possible
 * difference.
 */
export function dominanceOf(participants: readonly Pick<Participant, 'share'>[]): number | null {
  const size = participants.length;
  if (size < 2 || participants.every(({ share }) => share === 0)) return null;
  const largest = Math.max(...participants.map(({ share }) => share));
  return (100 * (largest - 100 / size)) / (100 - 100 / size);
}
