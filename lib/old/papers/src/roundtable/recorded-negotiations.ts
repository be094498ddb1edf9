import type { Columns, Measurable } from 'agora-core/metrics';
import { eventsOf, type Collaboration, type Event } from 'agora-core/transcripts';
import { AgoraError, Random, type VotingRule } from 'agora-voting';
import { dealKey, standingAfterRounds } from '../claims/computed-votes';
import { negotiations, tableAfter, type Negotiation } from '../claims/negotiations';
import { worthOf, type Deal, type Seat } from '../llm-deliberation/game';

/*
 * LLM-Deliberation's recorded negotiations (Abdelnabi et al. 2024), read as collaborations of RoundTable's exchange economy:
 * several parties with known utilities propose deals over several rounds. Nobody voted in them. The decision after a round is
 * either the deal on the table, or what a vote would have chosen had every party voted sincerely by its own score sheet.
 */

/** The games of 596 that have been read once; reading them takes seconds. */
let read: readonly Negotiation[] | undefined;

/** Which decision counts after a round: the winner of a computed vote, or the latest whole deal that anybody proposed. */
export type Standing = 'computed vote' | 'latest deal';

export interface NegotiationSettings {
  /** The number of parties. */
  readonly agents: number;
  /** The model that played the games. Default: all models. */
  readonly model?: string;
  readonly stands: Standing;
  /** Counts the computed votes. */
  readonly rule: VotingRule;
  /** Default: as the paper does for the rule's ballots. */
  readonly ties?: 'none' | 'fixed-order';
  /** The most games, drawn at random, and the most rounds of each. */
  readonly collaborations: number;
  readonly rounds: number;
}

/**
 * The recorded games of this many parties, as collaborations that `columns.economy` measures. The leader's final proposal is
 * left out, since it is no round.
 * @throws AgoraError 'setting' if no game has this many parties
 */
export function recordedGames(settings: NegotiationSettings): Measurable {
  const { agents, model, collaborations } = settings;
  read ??= Random.from(7, 'recorded negotiations').shuffle(negotiations());
  const wanted = read.filter(
    (game) => game.seats.length === agents && (model === undefined || game.model === model),
  );
  if (wanted.length === 0) {
    const sizes = [...new Set(read.map(({ seats }) => seats.length))].sort();
    throw new AgoraError(
      'setting',
      `recorded negotiations need ${sizes.join(', ')} as agents, got ${agents}`,
    );
  }
  const games = wanted.slice(0, collaborations).map((game, index) => collaborationOf(game, index, settings));
  return Object.assign(games, { evidence: 'recorded', name: 'llm-deliberation' } as const);
}

/** The models that played games of this many parties, those with most games first. */
export function modelsOfGames(agents: number): string[] {
  read ??= Random.from(7, 'recorded negotiations').shuffle(negotiations());
  const own = read.filter(({ seats }) => seats.length === agents).map(({ model }) => model);
  const gamesOf = (model: string): number => own.filter((other) => other === model).length;
  return [...new Set(own)].sort((a, b) => gamesOf(b) - gamesOf(a) || a.localeCompare(b));
}

function collaborationOf(
  game: Negotiation,
  index: number,
  { stands, rule, ties, rounds }: NegotiationSettings,
): Collaboration {
  const { seats, config, model, sheets } = game;
  const agents = seats.map(({ party }) => party);
  const played = Math.min(rounds, game.rounds);
  const standing = standingIn(game, stands, rule, ties).slice(0, played);
  const instance = { dataset: 'llm-deliberation', config: config, model: model, game: sheets };
  const events: Event[] = [
    { type: 'started', collaboration: index, instance: instance, agents: agents },
    ...saidIn(game, index, agents).filter((event) => 'round' in event && event.round <= played),
    ...standing.map((deal, place) =>
      decisionOn(game, index, place + 1, deal, stands === 'computed vote' ? rule.name : 'the table'),
    ),
  ];
  const last = standing.at(-1) ?? null;
  return {
    index: index,
    instance: instance,
    agents: agents,
    events: events,
    finished: {
      type: 'finished',
      collaboration: index,
      rounds: played,
      cause: 'the whole rounds were played',
      outcome: last,
      score: scoreOf(last, game),
    },
  };
}

/** The current decision after each whole round; null while there is none. */
function standingIn(
  game: Negotiation,
  stands: Standing,
  rule: VotingRule,
  ties: 'none' | 'fixed-order' | undefined,
): (Deal | null)[] {
  if (stands === 'computed vote') return standingAfterRounds(game, rule, ties);
  return Array.from({ length: game.rounds }, (_, place) => tableAfter(game, place + 1));
}

/** Messages and proposals; the leader's opening belongs to the first round. */
function saidIn(game: Negotiation, index: number, agents: readonly string[]): Event[] {
  return game.turns.flatMap(({ round, party, text, deal }, place): Event[] => {
    const when = { collaboration: index, round: Math.max(1, round), phase: `turn ${place}` };
    const others = agents.filter((agent) => agent !== party);
    const proposal = deal === null ? {} : { score: scoreOf(deal, game) };
    return [
      { type: 'message', ...when, from: party, to: others, text: text },
      { type: 'proposal', ...when, by: party, candidate: deal && dealKey(deal), proposal: deal, ...proposal },
    ];
  });
}

function decisionOn(game: Negotiation, index: number, round: number, deal: Deal | null, by: string): Event {
  const key = deal === null ? null : dealKey(deal);
  return {
    type: 'decision',
    collaboration: index,
    round: round,
    phase: 'decision',
    by: by,
    candidates: [],
    tally: {},
    winners: key === null ? [] : [key],
    selected: key,
    standing: key === null ? null : { candidate: key, proposal: deal },
    score: scoreOf(deal, game),
  };
}

/** As the exchange economy scores: each party's utility, and their sum as a share of the largest possible. */
function scoreOf(deal: Deal | null, { seats, optimum }: Negotiation) {
  const worth = (seat: Seat): number => (deal === null ? 0 : worthOf(deal, seat));
  const utilities = Object.fromEntries(seats.map((seat) => [seat.party, worth(seat)]));
  const accepting = seats.filter((seat) => deal !== null && worth(seat) >= seat.minimum);
  return {
    utilities: utilities,
    share: seats.reduce((sum, seat) => sum + worth(seat), 0) / optimum,
    unanimous: Number(accepting.length === seats.length),
  };
}

/**
 * Outcomes that utility does not show, in percent of games. accepted: the last decision gives every party its minimum.
 * lost: somebody proposed such a deal, but the game ends with another one or none; null for games in which nobody did.
 */
export const acceptanceColumns: Columns = {
  accepted: (game) => (isAcceptedAtEnd(game) ? 100 : 0),
  lost: (game) => {
    const isOffered = eventsOf(game, 'proposal').some(({ score }) => score?.['unanimous'] === 1);
    if (!isOffered) return null;
    return isAcceptedAtEnd(game) ? 0 : 100;
  },
};

const isAcceptedAtEnd = ({ finished }: Collaboration): boolean => finished?.score['unanimous'] === 1;
