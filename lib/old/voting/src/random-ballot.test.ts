import { describe, expect, it } from 'vitest';
import { Random } from './random';
import { ballotSchema, describeBallot } from './ask-ballot';
import { ballotOrder } from './ballot-order';
import { checkBallot } from './ballots';
import { randomBallot } from './random-ballot';

const options = ['A', 'B', 'C', 'D'];
const settings = { scale: { lowest: 0, highest: 2 }, approvals: { least: 1, most: 3 }, points: 2.5 };
const kinds = ['ranking', 'rating', 'choice', 'approval', 'points'] as const;

describe('randomBallot', () => {
  it.each(kinds)('law: a random %s ballot is valid, and the stream decides it', (kind) => {
    const ballots = Array.from({ length: 200 }, (_, seed) =>
      randomBallot(kind, options, settings, Random.from(seed)),
    );
    for (const ballot of ballots) expect(checkBallot(ballot, options, settings)).toMatchObject({ ok: true });
    expect(new Set(ballots.map((ballot) => JSON.stringify(ballot))).size).toBeGreaterThan(3);
    expect(randomBallot(kind, options, settings, Random.from(5))).toEqual(ballots[5]);
  });

  it('law: every option comes first equally often, and every rating is as likely', () => {
    const random = Random.from(1);
    const firsts = new Map<string, number>();
    const ratings = [0, 0, 0];
    for (let draw = 0; draw < 4000; draw++) {
      const ranking = randomBallot('ranking', options, settings, random);
      const [first] = ballotOrder(ranking, options)[0] ?? [];
      firsts.set(first ?? '', (firsts.get(first ?? '') ?? 0) + 1);
      const rating = randomBallot('rating', options, settings, random);
      const ofA = rating.kind === 'rating' ? (rating.ratings['A'] ?? 0) : NaN;
      ratings[ofA] = (ratings[ofA] ?? 0) + 1;
    }
    for (const option of options) expect(Math.abs((firsts.get(option) ?? 0) - 1000)).toBeLessThan(120); // 4.4 deviations
    for (const count of ratings) expect(Math.abs(count - 4000 / 3)).toBeLessThan(130);
  });
});

describe('ballotOrder', () => {
  it('known: every kind of ballot as an order, with ties', () => {
    const order = (ballot: Parameters<typeof ballotOrder>[0]) =>
      ballotOrder(ballot, options).map((tier) => tier.join(''));
    expect(order({ kind: 'ranking', ranking: ['C', 'A'] })).toEqual(['C', 'A', 'BD']);
    expect(order({ kind: 'weak-ranking', tiers: [['D', 'B'], ['A']] })).toEqual(['BD', 'A', 'C']);
    expect(order({ kind: 'choice', choice: 'B' })).toEqual(['B', 'ACD']);
    expect(order({ kind: 'approval', approved: [] })).toEqual(['ABCD']);
    expect(order({ kind: 'rating', ratings: { A: 1, B: 5, C: 1, D: 0 } })).toEqual(['B', 'AC', 'D']);
    expect(order({ kind: 'points', points: { D: 2 } })).toEqual(['D', 'ABC']);
  });
});

it('known: ballots of options, without a way to abstain', () => {
  const wording = { thing: 'option', abstain: false };
  expect(describeBallot('choice', options, {}, wording)).toEqual({
    form: '"<id>"',
    meaning: 'The id is that of the one option you vote for: A, B, C, D.',
  });
  for (const kind of kinds)
    expect(describeBallot(kind, options, settings, wording).meaning).not.toMatch(/proposal|abstain|null/);
  expect(ballotSchema('choice', options, {}, wording)).toEqual({ type: 'string', enum: options });
});
