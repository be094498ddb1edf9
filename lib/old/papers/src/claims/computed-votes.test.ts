import { describe, expect, it } from 'vitest';
import { ruleByName } from 'agora-voting';
import { worthOf, type Deal, type Seat } from '../llm-deliberation/game';
import { agendaOf, ballotBy, largestRemainders, selected, standingAfterRounds } from './computed-votes';
import { negotiations, type Negotiation, type Turn } from './negotiations';

const seat = (party: string, scores: number[]): Seat => ({
  party: party,
  role: 'player',
  scores: { A: scores },
  minimum: 0,
});
const seats = [seat('ann', [9, 5, 0]), seat('ben', [0, 6, 9]), seat('cid', [0, 5, 9])];
const deal = (option: number): Deal => ({ A: option });
const latest = (...options: number[]) =>
  new Map(options.map((option, place) => [seats[place]!.party, deal(option)]));
const choose = (rule: string, of: Map<string, Deal>) =>
  selected(ruleByName(rule), agendaOf(seats, of, null), seats, of);

describe('agendaOf', () => {
  it('known: everybody’s latest deal in roster order, equal ones once, the standing decision last', () => {
    expect(agendaOf(seats, latest(2, 1, 2), deal(3))).toEqual([deal(2), deal(1), deal(3)]);
    expect(agendaOf(seats, latest(2, 1), deal(1))).toEqual([deal(2), deal(1)]);
    expect(agendaOf(seats, new Map(), null)).toEqual([]);
  });
});

describe('selected', () => {
  it('known: two of three favour option 3; a tie of three choices selects nothing', () => {
    expect(choose('plurality', latest(1, 2, 3))).toEqual(deal(3));
    expect(choose('majority', latest(1, 2, 3))).toEqual(deal(3));
    expect(choose('unanimous', latest(1, 2, 3))).toBeNull();
    const own = [seat('ann', [9, 0, 0]), seat('ben', [0, 9, 0]), seat('cid', [0, 0, 9])];
    const options = new Map(own.map(({ party }, place) => [party, deal(place + 1)]));
    expect(selected(ruleByName('plurality'), agendaOf(own, options, null), own, options)).toBeNull();
    // A graded rule takes the first of the top.
    expect(selected(ruleByName('rated'), agendaOf(own, options, null), own, options)).toEqual(deal(1));
  });

  it('known: a party that likes two deals equally takes its own', () => {
    const level = [seat('ann', [5, 5]), seat('ben', [5, 5]), seat('cid', [0, 9])];
    const of = new Map([
      ['ann', deal(1)],
      ['ben', deal(2)],
      ['cid', deal(2)],
    ]);
    expect(selected(ruleByName('majority'), agendaOf(level, of, null), level, of)).toEqual(deal(2));
  });
});

describe('ballotBy', () => {
  it('known: ratings from 1 to 5 over what is on the agenda, points in whole numbers', () => {
    expect(ballotBy('rating', ['x', 'y', 'z'], [10, 5, 0], null)).toEqual({
      kind: 'rating',
      ratings: { x: 5, y: 3, z: 1 },
    });
    expect(ballotBy('rating', ['x', 'y'], [4, 4], null)).toEqual({ kind: 'rating', ratings: { x: 3, y: 3 } });
    expect(ballotBy('points', ['x', 'y', 'z'], [3, 2, 1], null)).toEqual({
      kind: 'points',
      points: { x: 2, y: 1, z: 0 },
    });
    expect(ballotBy('points', ['x', 'y'], [4, 4], null)).toEqual({ kind: 'points', points: { x: 1, y: 1 } });
    expect(ballotBy('ranking', ['x', 'y'], [4, 4], 'y')).toEqual({ kind: 'ranking', ranking: ['y', 'x'] });
  });

  it('known: of equal remainders the first gets the point', () => {
    expect(largestRemainders([1, 1, 1], 4)).toEqual([2, 1, 1]);
    expect(largestRemainders([0, 5], 2)).toEqual([0, 2]);
  });
});

describe('standingAfterRounds', () => {
  it('known: what was selected stands until another is; the opening is on the first agenda', () => {
    const turn = (round: number, party: string, option: number | null): Turn => ({
      round: round,
      party: party,
      text: '',
      deal: option === null ? null : deal(option),
    });
    const turns = [
      turn(0, 'ann', 1),
      turn(1, 'ben', 3),
      turn(1, 'cid', null),
      turn(1, 'ann', null),
      turn(2, 'ben', null),
      turn(2, 'cid', 1),
      turn(2, 'ann', 1),
    ];
    const game: Negotiation = {
      config: '',
      model: '',
      sheets: '',
      seats: seats,
      turns: turns,
      rounds: 2,
      optimum: 23,
    };
    expect(standingAfterRounds(game, ruleByName('majority'))).toEqual([deal(3), deal(3)]);
    expect(standingAfterRounds(game, ruleByName('unanimous'))).toEqual([null, null]);
  });
});

describe('votes on the recorded games', () => {
  it('reference: by tags plurality ends at 83 percent and rated stands at 87 after round 1, as an independent program found', () => {
    const games = negotiations('tags');
    const shareOf = (one: Negotiation, deal: Deal | null | undefined) =>
      deal ? (100 * one.seats.reduce((sum, party) => sum + worthOf(deal, party), 0)) / one.optimum : 0;
    const meanOf = (rule: string, place: number) =>
      games.reduce(
        (sum, one) => sum + shareOf(one, standingAfterRounds(one, ruleByName(rule)).at(place)),
        0,
      ) / games.length;
    expect(Math.floor(meanOf('plurality', -1))).toBe(83);
    expect(Math.floor(meanOf('rated', 0))).toBe(87);
  });
});
