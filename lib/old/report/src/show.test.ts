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

  it('known: findings that agree are counted; the others are listed, the impossible first', () => {
    const list = [
      { claim: 'a', agrees: true },
      { claim: 'b', agrees: false },
      { claim: 'c', agrees: null },
      { claim: 'd', agrees: false, impossible: true },
    ];
    expect(findings(list, ['claim', 'outcome']).text.split('\n')).toEqual([
      '4 statements checked: 1 agree, 1 cannot be right, 1 do not agree, 1 undecided',
      '',
      'claim  outcome',
      '-----  ---------------',
      'd      cannot be right',
      'b      does not agree',
      'c      undecided',
    ]);
  });

  it('contract: columns that no finding has are refused, in an empty list too; usual ones without a part are left out', () => {
    expect(() => findings([], ['typo'])).toThrow('findings finds no row with the column "typo"');
    expect(() => findings([{ agrees: false }], ['clam'])).toThrow('did you mean "claim"?');
    expect(findings([{ agrees: false, claim: 'a' } as never]).text).toContain('outcome         claim\n');
  });

  it('contract: what is no finding is refused', () => {
    expect(() => findings([{ agrees: 'yes' } as never])).toThrow(/^findings needs/);
  });
});
