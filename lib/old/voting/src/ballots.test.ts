import { describe, expect, it } from 'vitest';
import type { Ballot, BallotKind } from './index';
import { checkBallot } from './ballots';
import { readBallot } from './read-ballot';

const options = ['1', '2', '3'];

describe('checkBallot', () => {
  const bad: [string, Ballot, RegExp][] = [
    ['unknown option', { kind: 'choice', choice: '9' }, /no option "9": the options are "1", "2", "3"/],
    ['unknown rated option', { kind: 'rating', ratings: { 1: 1, 2: 2, 3: 3, 4: 4 } }, /no option "4"/],
    ['unrated option', { kind: 'rating', ratings: { 1: 1, 3: 3 } }, /option "2" has no rating/],
    ['rating above 5', { kind: 'rating', ratings: { 1: 1, 2: 6, 3: 3 } }, /"2" is 6: .* from 1 to 5/],
    ['rating below 1', { kind: 'rating', ratings: { 1: 1, 2: 0, 3: 3 } }, /"2" is 0/],
    ['broken rating', { kind: 'rating', ratings: { 1: 1, 2: 2.5, 3: 3 } }, /"2" is 2.5: .* whole number/],
    ['rating that is no number', { kind: 'rating', ratings: { 1: NaN, 2: 2, 3: 3 } }, /"1" is NaN/],
    ['unranked option', { kind: 'ranking', ranking: ['3', '1'] }, /"2" is missing from the ranking/],
    ['doubly ranked option', { kind: 'ranking', ranking: ['1', '2', '1'] }, /"1" is ranked more than once/],
    ['negative points', { kind: 'points', points: { 1: 4, 2: -1 } }, /"2" are -1: .* at least 0/],
    ['endless points', { kind: 'points', points: { 1: Infinity } }, /"1" are Infinity/],
    ['points that fall short', { kind: 'points', points: { 1: 1, 2: 1.5 } }, /add up to 2.5: .* exactly 3/],
  ];

  it.each(bad)('contract: %s is turned away with its reason', (_what, ballot, reason) => {
    const reading = checkBallot(ballot, options);
    expect(reading.ok ? '' : reading.reason).toMatch(reason);
  });

  it('known: thirds of points may be a rounding error off, hundredths not', () => {
    const third = 10 / 3;
    const settings = { points: 10 };
    expect(
      checkBallot({ kind: 'points', points: { 1: third, 2: third, 3: third } }, options, settings).ok,
    ).toBe(true);
    expect(checkBallot({ kind: 'points', points: { 1: 3.33, 2: 3.33, 3: 3.33 } }, options, settings).ok).toBe(
      false,
    );
  });

  it('contract: a truncated ranking must still rank something', () => {
    expect(checkBallot({ kind: 'ranking', ranking: ['2'] }, options, { truncated: true }).ok).toBe(true);
    expect(checkBallot({ kind: 'ranking', ranking: [] }, options, { truncated: true }).ok).toBe(false);
  });
});

describe('readBallot', () => {
  const read = (kind: BallotKind, value: unknown): unknown => {
    const reading = readBallot(kind, value, options);
    return reading.ok ? reading.value : reading.reason;
  };

  it.each([3, '3', ' Proposal 3', 'proposal #3', '#3', 'candidate-3'])(
    'known: %j names option 3',
    (value) => {
      expect(read('choice', value)).toEqual({ kind: 'choice', choice: '3' });
    },
  );

  it.each([null, undefined, 'None', 'null', '', 'abstain'])(
    'known: %j abstains under every rule',
    (value) => {
      for (const kind of ['choice', 'rating', 'ranking', 'points'] as const)
        expect(read(kind, value)).toBeNull();
    },
  );

  it('known: ratings and points as an object or as a list of rows', () => {
    const ratings = { 1: 5, 2: 1, 3: 4 };
    expect(read('rating', { '1': 5, 'Proposal 2': 1, '3': 4 })).toEqual({ kind: 'rating', ratings });
    expect(
      read('rating', [
        { id: 1, rating: 5 },
        { id: 2, rating: 1 },
        { id: '3', rating: 4 },
      ]),
    ).toEqual({ kind: 'rating', ratings });
    expect(read('points', [{ id: 1, points: 3 }])).toEqual({ kind: 'points', points: { 1: 3 } });
    expect(read('ranking', [3, '1', 'Proposal 2'])).toEqual({ kind: 'ranking', ranking: ['3', '1', '2'] });
  });

  it.each([
    ['choice', 'both', /"both" is none of the options/],
    ['choice', { id: 1 }, /is no option/],
    ['choice', [1], /is no option/],
    ['rating', 5, /object from each id to a number, not 5/],
    ['rating', { 1: '5', 2: 1, 3: 1 }, /"1" must be a number, not "5"/],
    ['rating', { '1': 5, 'Proposal 1': 4, '2': 1, '3': 1 }, /"1" is named more than once/],
    ['rating', {}, /"1" has no rating/],
    ['rating', [5, 1, 1], /object from each id/],
    ['ranking', '3', /must be a list of ids/],
    ['ranking', [1, 2, 3, 4], /"4" is none of the options/],
    ['points', { 1: null }, /"1" must be a number, not null/],
    ['points', { 1: 2 }, /add up to 2/],
  ] as const)('contract: %s %j is turned away', (kind, value, reason) => {
    expect(read(kind, value)).toMatch(reason);
  });

  it('contract: an exact id wins over a looser reading, and over an abstention', () => {
    const names = ['Proposal 3', '3', 'None'];
    const choose = (value: unknown): unknown => {
      const reading = readBallot('choice', value, names);
      return reading.ok ? reading.value : reading.reason;
    };
    expect(choose('Proposal 3')).toEqual({ kind: 'choice', choice: 'Proposal 3' });
    expect(choose(3)).toEqual({ kind: 'choice', choice: '3' });
    expect(choose('None')).toEqual({ kind: 'choice', choice: 'None' });
    expect(choose('#3')).toMatch(/none of the options/);
  });

  it('contract: with nothing to vote on, only an abstention is a vote', () => {
    expect(readBallot('choice', 1, [])).toMatchObject({ ok: false });
    expect(readBallot('choice', null, [])).toEqual({ ok: true, value: null });
  });
});
