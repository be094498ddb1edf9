import type { Ballot, VotingRule } from 'agora-voting';
import { countVotes } from 'agora-voting/internal';
import { worthOf, type Deal, type Seat } from '../llm-deliberation/game';
import type { Negotiation } from './negotiations';

/*
 * What a vote after every whole round would have chosen if every party had voted by its own score sheet. Nobody cast these
 * votes: they show what a rule does with real proposals. As in RoundTable's protocol the agenda is everybody's latest
 * proposal and the standing decision, not all that was ever proposed. Every whole round of a game has a vote: four in most,
 * six and eight in games of four and three parties.
 */

/** The current decision after each whole round; null while there is none. */
export function standingAfterRounds(
  one: Negotiation,
  rule: VotingRule,
  ties?: 'none' | 'fixed-order',
): (Deal | null)[] {
  const latest = new Map<string, Deal>();
  let standing: Deal | null = null;
  const found: (Deal | null)[] = [];
  for (let round = 0; round <= one.rounds; round++) {
    for (const turn of one.turns)
      if (turn.round === round && turn.deal !== null) latest.set(turn.party, turn.deal);
    if (round === 0) continue;
    const agenda = agendaOf(one.seats, latest, standing);
    standing = selected(rule, agenda, one.seats, latest, ties) ?? standing;
    found.push(standing);
  }
  return found;
}

/** Everybody's latest deal in roster order, then the standing decision; equal deals are one candidate. */
export function agendaOf(
  seats: readonly Seat[],
  latest: ReadonlyMap<string, Deal>,
  standing: Deal | null,
): Deal[] {
  const agenda = new Map<string, Deal>();
  for (const { party } of seats) {
    const deal = latest.get(party);
    if (deal !== undefined && !agenda.has(dealKey(deal))) agenda.set(dealKey(deal), deal);
  }
  if (standing !== null && !agenda.has(dealKey(standing))) agenda.set(dealKey(standing), standing);
  return [...agenda.values()];
}

/** "A1,B2", for any order of the issues. */
export function dealKey(deal: Deal): string {
  return Object.keys(deal)
    .sort()
    .map((issue) => `${issue}${deal[issue]}`)
    .join();
}

/**
 * The winner of the parties' sincere ballots.
 * @param ties - whether one of several winners is selected, the first on the agenda. Default: under choice rules none is,
 * under graded rules the first
 */
export function selected(
  rule: VotingRule,
  agenda: readonly Deal[],
  seats: readonly Seat[],
  latest: ReadonlyMap<string, Deal>,
  ties: 'none' | 'fixed-order' = rule.ballot === 'choice' ? 'none' : 'fixed-order',
): Deal | null {
  if (agenda.length === 0) return null;
  const options = agenda.map(dealKey);
  const ballots = seats.map((seat) => {
    const own = latest.get(seat.party);
    return ballotBy(
      rule.ballot,
      options,
      agenda.map((deal) => worthOf(deal, seat)),
      own === undefined ? null : dealKey(own),
      seat.minimum,
    );
  });
  const { winners } = countVotes(rule, {
    options: options,
    ballots: ballots,
    electorate: seats.length,
  });
  if (winners.length === 0 || (ties === 'none' && winners.length > 1)) return null;
  return agenda[options.indexOf(winners[0] ?? '')] ?? null;
}

/**
 * A party's ballot, by the value of the candidates to it.
 * @param own - its own latest deal, which it prefers among equally good ones
 * @param minimum - the least value it accepts: it approves of every candidate with at least this value
 */
export function ballotBy(
  kind: VotingRule['ballot'],
  options: readonly string[],
  worth: readonly number[],
  own: string | null,
  minimum = 0,
): Ballot {
  const [lowest, highest] = [Math.min(...worth), Math.max(...worth)];
  const order = options
    .map((option, place) => ({ option: option, worth: worth[place] ?? 0, place: place }))
    .sort(
      (a, b) => b.worth - a.worth || Number(b.option === own) - Number(a.option === own) || a.place - b.place,
    )
    .map(({ option }) => option);
  if (kind === 'choice') return { kind: 'choice', choice: order[0] ?? '' };
  if (kind === 'ranking') return { kind: 'ranking', ranking: order };
  if (kind === 'approval')
    return { kind: 'approval', approved: options.filter((_, place) => (worth[place] ?? 0) >= minimum) };
  if (kind === 'rating') {
    const rating = (one: number) =>
      highest === lowest ? 3 : Math.floor(1 + (4 * (one - lowest)) / (highest - lowest) + 0.5);
    return { kind: 'rating', ratings: byOption(options, worth.map(rating)) };
  }
  const above = worth.map((one) => (highest === lowest ? 1 : one - lowest));
  return { kind: 'points', points: byOption(options, largestRemainders(above, options.length)) };
}

function byOption(options: readonly string[], values: readonly number[]): Record<string, number> {
  return Object.fromEntries(options.map((option, place) => [option, values[place] ?? 0]));
}

/** Divides points in whole numbers, in proportion to weights. Of equal remainders the first gets the point. */
export function largestRemainders(weights: readonly number[], points: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (points * weight) / total);
  const shares = exact.map(Math.floor);
  const left = points - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact
    .map((share, place) => ({ rest: share - Math.floor(share), place: place }))
    .sort((a, b) => b.rest - a.rest || a.place - b.place);
  for (const { place } of byRemainder.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1;
  return shares;
}
