import { positionsOf } from './positions';
import type { Talks } from './talk-file';

/** How many agents back something in a round: the final decision of their talk, another candidate, or nothing known. */
export type Stance = 'final decision' | 'another proposal' | 'no position';
export const stances: readonly Stance[] = ['final decision', 'another proposal', 'no position'];

/** The opinion flow of some collaborations. */
export interface Flow {
  readonly rounds: readonly number[];
  /** Agents by round and stance. */
  readonly counts: readonly Readonly<Record<Stance, number>>[];
  /** Agents that went from one stance to another between a round and the next. */
  readonly links: readonly {
    readonly round: number;
    readonly from: Stance;
    readonly to: Stance;
    readonly agents: number;
  }[];
  readonly talks: number;
}

const mostRounds = 12;

/**
 * Over several talks, candidates differ. So each agent's position is compared with what its group decided in the end;
 * groups without a decision have none of the first kind. An agent keeps its last known position.
 */
export function flowOf(talks: Talks, places: readonly number[]): Flow {
  const played = places.map((place) => {
    const one = talks.read(place);
    return { one, positions: positionsOf(one) };
  });
  const last = Math.min(
    mostRounds,
    Math.max(1, ...played.map(({ positions }) => positions.rounds.at(-1) ?? 1)),
  );
  const rounds = Array.from({ length: last }, (_, at) => at + 1);
  const none = (): Record<Stance, number> => ({
    'final decision': 0,
    'another proposal': 0,
    'no position': 0,
  });
  const counts = rounds.map(none);
  const links = new Map<string, number>();
  for (const { one, positions } of played) {
    const final =
      one.outcome === null ? null : (positions.standing.findLast((candidate) => candidate !== null) ?? null);
    for (const { cells } of positions.agents) {
      let stance: Stance = 'no position';
      rounds.forEach((round, at) => {
        const cell = cells[positions.rounds.indexOf(round)] ?? null;
        const before = stance;
        if (cell !== null) stance = cell.candidate === final ? 'final decision' : 'another proposal';
        counts[at]![stance]++;
        if (at > 0) {
          const link = JSON.stringify([round, before, stance]);
          links.set(link, (links.get(link) ?? 0) + 1);
        }
      });
    }
  }
  return {
    rounds,
    counts,
    links: [...links].map(([link, agents]) => {
      const [round, from, to] = JSON.parse(link) as [number, Stance, Stance];
      return { round, from, to, agents };
    }),
    talks: played.length,
  };
}
