import { describe, expect, it } from 'vitest';
import { Random } from './random';
import { breakTie } from './index';

describe('breakTie', () => {
  it('known: no winner and one winner need no policy', () => {
    for (const policy of ['none', 'fixed-order', 'random'] as const) {
      expect(breakTie([], policy)).toEqual({ selected: null, tied: false });
      expect(breakTie(['a'], policy)).toEqual({ selected: 'a', tied: false });
    }
  });

  it('known: several winners are none (the paper), the first in order, or drawn', () => {
    expect(breakTie(['a', 'b'], 'none')).toEqual({ selected: null, tied: true });
    expect(breakTie(['b', 'a'], 'fixed-order')).toEqual({ selected: 'b', tied: true });
    expect(breakTie(['b', 'a'], 'fixed-order', { order: ['c', 'a', 'b'] })).toEqual({
      selected: 'a',
      tied: true,
    });
    const random = Random.from(5);
    const drawn = Array.from({ length: 300 }, () => breakTie(['a', 'b'], 'random', { random }).selected);
    const share = drawn.filter((option) => option === 'a').length / 300;
    // 300 fair draws: standard deviation 0.029, so 0.12 is 4 of them.
    expect(Math.abs(share - 0.5)).toBeLessThan(0.12);
  });

  it('contract: what is no policy is refused at the door, also where nothing is tied', () => {
    expect(() => breakTie(['a'], 'nope' as 'none')).toThrow(
      'breakTie needs "none" or "fixed-order" or "random" as policy, got "nope"',
    );
  });

  it('contract: a policy without what it needs throws', () => {
    expect(() => breakTie(['a', 'b'], 'random')).toThrow(expect.objectContaining({ code: 'tie-policy' }));
    expect(() => breakTie(['a', 'b'], 'fixed-order', { order: ['c'] })).toThrow(
      expect.objectContaining({ code: 'tie-policy' }),
    );
  });
});
