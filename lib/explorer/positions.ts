import type { BallotJson, Collaboration, Event } from '../protocols/protocol';

/** The candidate that an agent backs in a round. */
export interface Position {
  /**
   * The candidate that the agent's ballot ranks first. If the agent has cast no ballot, or its ballot has a tie for
   * first place, the agent's last proposal or answer in the round.
   */
  readonly candidate: string;
  /** The event that states this position. */
  readonly event: number;
  /** The agent's previous position if the agent changed its mind; otherwise null. */
  readonly movedFrom: string | null;
}

/** A change of mind. */
export interface Move {
  readonly agent: string;
  readonly round: number;
  readonly from: string;
  readonly to: string;
  /** The events that state the old and the new position. */
  readonly before: number;
  readonly event: number;
}

/** A candidate. Lists of candidates are in the order of first appearance. */
export interface Candidate {
  readonly id: string;
  /** The agent that first proposed the candidate; empty for election options. */
  readonly by: string;
  readonly proposal: unknown;
}

export interface Positions {
  readonly rounds: readonly number[];
  /** Each agent's position in each round, or null if the agent stated no position in that round. */
  readonly agents: readonly { readonly name: string; readonly cells: readonly (Position | null)[] }[];
  /** The decision in force after each round. */
  readonly standing: readonly (string | null)[];
  readonly candidates: readonly Candidate[];
  readonly moves: readonly Move[];
}

/** Returns the candidate that each agent backs in each round of a collaboration, and all changes of mind. */
export function positionsOf({ agents, events }: Pick<Collaboration, 'agents' | 'events'>): Positions {
  const candidates = new Map<string, Candidate>();
  const stated = new Map<string, Map<number, { candidate: string; event: number; isBallot: boolean }>>();
  const standing = new Map<number, string | null>();
  const rounds = new Set<number>();
  const meet = (id: string, by: string, proposal: unknown): void => {
    if (!candidates.has(id)) candidates.set(id, { id, by, proposal });
  };
  const state = (agent: string, round: number, candidate: string, event: number, isBallot: boolean): void => {
    const own =
      stated.get(agent) ?? new Map<number, { candidate: string; event: number; isBallot: boolean }>();
    stated.set(agent, own);
    if (isBallot || own.get(round)?.isBallot !== true) own.set(round, { candidate, event, isBallot });
  };
  events.forEach((event, place) => {
    if (event.round > 0) rounds.add(event.round);
    if (event.type === 'proposal' && event.candidate !== null) {
      meet(event.candidate, event.agent, event.proposal);
      state(event.agent, event.round, event.candidate, place, false);
    } else if (event.type === 'vote') {
      const first = favouriteOf(event.ballot);
      if (first !== null) {
        meet(first, '', null);
        state(event.agent, event.round, first, place, true);
      }
    } else if (event.type === 'decision' && !standing.has(event.round)) {
      // Several rules may count a round's votes. The first count determines the decision.
      standing.set(event.round, event.standing?.candidate ?? null);
      if (event.standing !== null) meet(event.standing.candidate, '', event.standing.proposal);
    }
  });

  const columns = [...rounds].sort((a, b) => a - b);
  const names = [...new Set([...agents.map(({ name }) => name), ...stated.keys()])];
  const moves: Move[] = [];
  const rows = names.map((name) => {
    let last: { readonly candidate: string; readonly event: number } | undefined;
    const cells = columns.map((round): Position | null => {
      const now = stated.get(name)?.get(round);
      if (now === undefined) return null;
      const { candidate, event } = now;
      const hasMoved = last !== undefined && last.candidate !== candidate;
      if (hasMoved)
        moves.push({ agent: name, round, from: last!.candidate, to: candidate, before: last!.event, event });
      const movedFrom = hasMoved ? last!.candidate : null;
      last = { candidate, event };
      return { candidate, event, movedFrom };
    });
    return { name, cells };
  });
  moves.sort((a, b) => a.event - b.event);
  return {
    rounds: columns,
    agents: rows,
    standing: columns.map((round) => standing.get(round) ?? null),
    candidates: [...candidates.values()],
    moves,
  };
}

/** Returns the option that a ballot ranks first, or null if several options tie for first or the voter abstains. */
export function favouriteOf(ballot: BallotJson): string | null {
  if (typeof ballot === 'string') return ballot;
  if (Array.isArray(ballot)) {
    const first = [(ballot as readonly BallotJson[])[0]].flat();
    return first.length === 1 && typeof first[0] === 'string' ? first[0] : null;
  }
  if (typeof ballot !== 'object' || ballot === null) return null;
  const numbers = Object.entries(ballot).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  const most = Math.max(...numbers.map(([, number]) => number));
  const best = numbers.filter(([, number]) => number === most);
  return best.length === 1 ? best[0]![0] : null;
}

/**
 * Returns the events that an agent heard between its previous position and its change of mind. These are other agents'
 * messages, answers and summaries that the agent could read. Events by agents that already backed the new position come
 * first. The events preceded the change, but did not necessarily cause it.
 */
export function heardBefore(
  { events }: Pick<Collaboration, 'events'>,
  { agent, before, event: until, to }: Move,
): { readonly event: number; readonly isSponsor: boolean }[] {
  const sponsors = new Set<string>();
  const heard: number[] = [];
  const round = events[until]!.round;
  // Some protocols record which agents' views an agent read.
  const only = events.find((one) => one.type === 'heard' && one.agent === agent && one.round === round);
  events.slice(0, until).forEach((event, place) => {
    if (!('agent' in event) || event.agent === undefined || event.agent === agent) return;
    if (event.type === 'proposal' && event.candidate === to) sponsors.add(event.agent);
    if (event.type === 'vote' && favouriteOf(event.ballot) === to) sponsors.add(event.agent);
    if (place <= before || !canRead(event, agent)) return;
    if (only?.type === 'heard' && event.type !== 'summary' && !only.from.includes(event.agent)) return;
    heard.push(place);
  });
  return heard
    .map((place) => ({ event: place, isSponsor: sponsors.has((events[place] as { agent: string }).agent) }))
    .sort((a, b) => Number(b.isSponsor) - Number(a.isSponsor) || a.event - b.event);
}

/**
 * Returns whether an agent could read another agent's event. Ballots and labels do not count, because they are not
 * speech.
 */
function canRead(event: Event, reader: string): boolean {
  if (event.type === 'message' || event.type === 'summary')
    return event.readers === undefined || event.readers.includes(reader);
  return event.type === 'proposal' && event.text !== undefined;
}
