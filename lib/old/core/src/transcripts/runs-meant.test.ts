import { describe, expect, it } from 'vitest';
import { runsMeant } from './runs-meant';

describe('runsMeant', () => {
  const runs = [
    ['a debate', 'a-debate-01'],
    ['a debate', 'a-debate-02'],
    ['a debate of two', 'a-debate-of-two-03'],
  ];
  const meant = (given: string) => runsMeant(given, runs, (names) => names).map((names) => names[1]);

  it('known: an equal name comes before those that begin with the text', () => {
    expect(meant('a debate of two')).toEqual(['a-debate-of-two-03']);
    expect(meant('a debate')).toEqual(['a-debate-01', 'a-debate-02']);
    expect(meant('a-debate-02')).toEqual(['a-debate-02']);
  });

  it('known: the beginning of any name will do', () => {
    expect(meant('a debate of')).toEqual(['a-debate-of-two-03']);
    expect(meant('a-debate-of-two')).toEqual(['a-debate-of-two-03']);
    expect(meant('a-debate')).toEqual(['a-debate-01', 'a-debate-02', 'a-debate-of-two-03']);
  });

  it('contract: no other part of a name, and no empty text, means a run', () => {
    expect(meant('debate')).toEqual([]);
    expect(meant('')).toEqual([]);
  });
});
