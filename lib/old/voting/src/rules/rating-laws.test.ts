import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RatingProfile } from '../rating-profile';
import { majorityJudgement, range, star } from './rules';

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
