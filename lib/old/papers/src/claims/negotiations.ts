import { type Collaboration, eventsOf, recorded } from 'agora-core/transcripts';
import { dealIn } from '../llm-deliberation/deal';
import { seatsOf, worthOf, type Deal, type Seat } from '../llm-deliberation/game';

/** One turn of a negotiation. */
export interface Turn {
  /** Counted from 1; 0 is the leader's opening, which is in no round. */
  readonly round: number;
  readonly party: string;
  readonly text: string;
  readonly deal: Deal | null;
}

/** A recorded negotiation as RoundTable's claims read it: without the leader's final proposal. */
export interface Negotiation {
  readonly config: string;
  readonly model: string;
  /** The name of its score sheets. */
  readonly sheets: string;
  readonly seats: readonly Seat[];
  readonly turns: readonly Turn[];
  /** Whole rounds, in which every party speaks once. */
  readonly rounds: number;
  /** The largest total of any deal. */
  readonly optimum: number;
}

/** words: the one reader, primary. tags: as the authors read deals, a sensitivity cut. */
export type DealReader = 'words' | 'tags';

/** Configurations with fewer games are left out. */
const fewestGames = 5;

/** The games with a final proposal by the leader, of configurations with at least five of them: 596 in 24. */
export function negotiations(reader: DealReader = 'words'): Negotiation[] {
  const games = [...recorded('llm-deliberation')].filter(({ finished }) => finished?.cause !== 'broken off');
  const counts = new Map<string, number>();
  for (const game of games) counts.set(configOf(game), (counts.get(configOf(game)) ?? 0) + 1);
  return games
    .filter((game) => (counts.get(configOf(game)) ?? 0) >= fewestGames)
    .map((game) => negotiationOf(game, reader));
}

const configOf = ({ instance }: Collaboration): string => (instance as { config: string }).config;

/** One game. Exported for tests. */
export function negotiationOf(game: Collaboration, reader: DealReader): Negotiation {
  const { config, model, game: sheets } = game.instance as Readonly<Record<string, string>>;
  const seats = seatsOf(game);
  const proposals = eventsOf(game, 'proposal'); // one a message, in the same order
  const turns = eventsOf(game, 'message').flatMap(({ from, phase, text }, place): Turn[] => {
    const turn = phase === 'opening' ? 0 : Number(/^turn (\d+)$/.exec(phase)?.[1]);
    if (Number.isNaN(turn)) return []; // the final proposal
    const tagged = (proposals[place]?.proposal ?? null) as Deal | null;
    const deal = reader === 'words' ? dealIn(text, seats[0]?.scores ?? {}) : tagged;
    return [{ round: Math.ceil(turn / seats.length), party: from, text: text, deal: deal }];
  });
  return {
    config: config ?? '',
    model: modelOf(model ?? ''),
    sheets: sheets ?? '',
    seats: seats,
    turns: turns,
    rounds: Math.floor((turns.length - 1) / seats.length),
    optimum: optimumOf(seats),
  };
}

/** Names of models as the claims have them: gpt-3.5 in any role is one. */
function modelOf(name: string): string {
  return name.includes(' with gpt-3.5') ? 'gpt-4 with gpt-3.5 in a role' : name.replace('_', '-');
}

/** Issues add up, so each takes the option that is best for all together. */
function optimumOf(seats: readonly Seat[]): number {
  let optimum = 0;
  for (const [issue, options] of Object.entries(seats[0]?.scores ?? {}))
    optimum += Math.max(
      ...options.map((_, option) =>
        seats.reduce((sum, { scores }) => sum + (scores[issue]?.[option] ?? 0), 0),
      ),
    );
  return optimum;
}

/** The deal on the table after a round: the latest that anybody proposed, the opening's included. */
export function tableAfter({ turns }: Negotiation, round: number): Deal | null {
  return turns.findLast((turn) => turn.round <= round && turn.deal !== null)?.deal ?? null;
}

/** Total utility of the deal on the table over the largest total, in percent; 0 while there is none. */
export function utilityShare(one: Negotiation, round: number): number {
  const deal = tableAfter(one, round);
  if (deal === null) return 0;
  return (100 * one.seats.reduce((sum, seat) => sum + worthOf(deal, seat), 0)) / one.optimum;
}
