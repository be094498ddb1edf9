import type { Collaboration } from '../protocols/protocol';
import { positionsOf, type Positions } from './positions';
import type { Talks } from './talk-file';

/** How an agent's position in a round compares with the group's final position. */
export type Stance = 'final position' | 'another position' | 'no position';

/**
 * The opinion flow across several collaborations: how many agents have each stance, and how many change their stance.
 */
export interface Flow {
  readonly rounds: readonly number[];
  /** The number of agents by round and stance. */
  readonly counts: readonly Readonly<Record<Stance, number>>[];
  /** The number of agents that moved from one stance to another between the previous round and this round. */
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
 * Returns the opinion flow. Candidates differ between collaborations, so the flow compares each agent's position with
 * the group's final position. The final position is the group's decision or, if there is no decision, the position that
 * most agents back at the end. An agent that states no position in a round keeps its last known position.
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
    'final position': 0,
    'another position': 0,
    'no position': 0,
  });
  const counts = rounds.map(none);
  const links = new Map<string, number>();
  for (const { one, positions } of played) {
    const final = finalPosition(one, positions);
    for (const { cells } of positions.agents) {
      let stance: Stance = 'no position';
      rounds.forEach((round, at) => {
        const cell = cells[positions.rounds.indexOf(round)] ?? null;
        const before = stance;
        if (cell !== null) stance = cell.candidate === final ? 'final position' : 'another position';
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

function finalPosition(
  { outcome }: Pick<Collaboration, 'outcome'>,
  { agents, standing }: Positions,
): string | null {
  const decided = outcome === null ? null : (standing.findLast((candidate) => candidate !== null) ?? null);
  if (decided !== null) return decided;
  const counts = new Map<string, number>();
  for (const { cells } of agents) {
    const last = cells.findLast((cell) => cell !== null);
    if (last !== undefined && last !== null)
      counts.set(last.candidate, (counts.get(last.candidate) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}
