import type { Collaboration } from '../protocols/protocol';
import { positionsOf, type Positions } from './positions';
import type { Talks } from './talk-file';

/** What an agent backs in a round: where its group ends, something else, or nothing that is known. */
export type Stance = 'final position' | 'another position' | 'no position';
export const stances: readonly Stance[] = ['final position', 'another position', 'no position'];

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
 * Over several talks, candidates differ. So each agent's position is compared with where its group ends: what it decided,
 * or what most agents back in the end if nothing is decided. An agent keeps its last known position.
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
