import { afterEach, describe, expect, it, vi } from 'vitest';
import { check, findings } from './show';

afterEach(() => vi.restoreAllMocks());

describe('check cells', () => {
  it('known: says how many hold', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    check({ 'one is one': true, 'two is two': true });
    expect(log).toHaveBeenCalledWith('2 checks hold.');
  });

  it('contract: every statement that does not hold is named, and nonsense is turned away', () => {
    expect(() => check({ yes: true, 'no one': false, never: false })).toThrow('Does not hold: no one; never');
    expect(() => check({ odd: 1 } as never)).toThrow(/^check needs/);
    expect(() => check({})).toThrow('at least one statement');
  });

  it('known: findings say yes, NO or cannot tell', () => {
    const list = [true, false, null].map((agrees) => ({ claim: 'c', agrees }));
    expect(findings(list, ['claim', 'agrees']).text.split('\n').slice(2)).toEqual([
      'c      yes',
      'c      NO',
      'c      cannot tell',
    ]);
  });
});
