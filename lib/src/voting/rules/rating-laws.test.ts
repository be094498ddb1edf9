import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangeAsCoded } from '../../papers/gedi/as-coded';
import { RatingProfile } from '../rating-profile';
import { majorityJudgement, range, star } from './rules';

const rules = [range, range({ scale: { lowest: 0, highest: 5 } }), star, majorityJudgement, rangeAsCoded];
const letters = [...'abcde'];

/** Ratings of 1 to 5 options by 1 to 9 voters, on 1 to 5, which all scales hold, and one order of the options. */
const elections = fc.integer({ min: 1, max: 5 }).chain((m) => {
  const row = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: m, maxLength: m });
  const numbers = Array.from({ length: m }, (_, option) => option);
  return fc.record({
    options: fc.constant(letters.slice(0, m)),
    rows: fc.array(row, { minLength: 1, maxLength: 9 }),
    shown: fc.shuffledSubarray(numbers, { minLength: m, maxLength: m }),
  });
});

describe.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
  it('law: every option stands once in the order, and the first tier wins', () => {
    fc.assert(
      fc.property(elections, ({ options, rows }) => {
        const { tally, order, winners } = rule.count(RatingProfile.ofRows(options, rows));
        expect([...order.flat()].sort()).toEqual(options);
        expect(order[0]).toEqual(winners);
        expect(winners).toEqual(options.filter((option) => winners.includes(option)));
        expect(Object.keys(tally).sort()).toEqual(options);
      }),
    );
  });

  it('law: anonymity, and counts equal repeated ballots', () => {
    fc.assert(
      fc.property(elections, ({ options, rows }) => {
        const repeated = RatingProfile.ofRows(options, [...rows, ...[...rows].reverse(), ...rows]);
        const counted = RatingProfile.ofRows(options, rows, new Array(rows.length).fill(3));
        expect(rule.count(repeated)).toEqual(rule.count(counted));
        expect(rule.steps?.(repeated)).toEqual(rule.steps?.(counted));
      }),
    );
  });

  it('law: the order in which options are shown changes nothing, but in gedi range', () => {
    const isNeutral = fc.check(
      fc.property(elections, ({ options, rows, shown }) => {
        const before = rule.count(RatingProfile.ofRows(options, rows));
        const after = rule.count(
          RatingProfile.ofRows(
            shown.map((option) => options[option] as string),
            rows.map((row) => shown.map((option) => row[option] as number)),
          ),
        );
        expect(after.tally).toEqual(before.tally);
        expect(after.order.map((tier) => [...tier].sort())).toEqual(before.order);
      }),
    );
    expect(isNeutral.failed).toBe(rule === rangeAsCoded);
  });

  it('law: a profile of written ballots counts like a compiled one', () => {
    fc.assert(
      fc.property(elections, ({ options, rows }) => {
        const compiled = RatingProfile.ofRows(options, rows);
        const { ballots, electorate } = compiled;
        expect(rule.count(Object.freeze({ options, ballots, electorate }))).toEqual(rule.count(compiled));
      }),
      { numRuns: 30 },
    );
  });

  it('contract: nobody wins when nobody votes', () => {
    expect(rule.count({ options: ['a', 'b'], ballots: [], electorate: 2 })).toEqual({
      tally: { a: 0, b: 0 },
      order: [['a', 'b']],
      winners: [],
    });
  });

  it('contract: missing ratings, ratings off the scale and an empty agenda throw by name', () => {
    const voting = (ratings: Record<string, number>) => ({
      options: ['a', 'b'],
      ballots: [{ kind: 'rating' as const, ratings }],
      electorate: 1,
    });
    expect(() => rule.count(voting({ a: 1 }))).toThrow('option "b" has no rating');
    expect(() => rule.count(voting({ a: 1, b: 10 }))).toThrow(
      expect.objectContaining({ code: 'invalid-ballot' }),
    );
    expect(() => rule.count(voting({ a: 1, b: 1.5 }))).toThrow(
      expect.objectContaining({ code: 'invalid-ballot' }),
    );
    expect(() => rule.count({ options: [], ballots: [], electorate: 1 })).toThrow(
      expect.objectContaining({ code: 'empty-agenda' }),
    );
    const compiled = RatingProfile.ofRows(['a', 'b'], [[1, 10]]);
    expect(() => rule.count(compiled)).toThrow('the rating of option "b" is 10');
  });
});

describe('scales', () => {
  it('contract: scales that make no sense throw by name and quote the ends', () => {
    for (const make of [range, star, majorityJudgement]) {
      expect(() => make({ scale: { lowest: 5, highest: 5 } })).toThrow(
        expect.objectContaining({ code: 'setting' }),
      );
      expect(() => make({ scale: { lowest: 0, highest: 1.5 } })).toThrow('the lowest below the highest');
    }
    expect(() => range({ scale: { lowest: 0, highest: 0 } })).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
  });

  it('law: a scale moved up moves nothing', () => {
    fc.assert(
      fc.property(elections, ({ options, rows }) => {
        const up = rows.map((row) => row.map((rating) => rating + 10));
        for (const make of [range, star, majorityJudgement]) {
          const [low, high] = [
            make({ scale: { lowest: 0, highest: 9 } }),
            make({ scale: { lowest: 10, highest: 19 } }),
          ];
          expect(high.count(RatingProfile.ofRows(options, up)).order).toEqual(
            low.count(RatingProfile.ofRows(options, rows)).order,
          );
        }
      }),
    );
  });
});
