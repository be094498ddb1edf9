import { describe, expect, it } from 'vitest';
import { borda } from './rules/borda';
import { instantRunoff } from './rules/instant-runoff';
import { describeStep, readProfile, writeOrder, writeTally } from './written-rankings';

describe('profiles as people write them', () => {
  it('known: a line a group, options in alphabetical order, ties by "="', () => {
    expect(readProfile('\n 42: New York > Bern\n3: Bern = Oslo > New York\n')).toEqual({
      options: ['Bern', 'New York', 'Oslo'],
      ballots: [
        { kind: 'ranking', ranking: ['New York', 'Bern'] },
        { kind: 'weak-ranking', tiers: [['Bern', 'Oslo'], ['New York']] },
      ],
      counts: [42, 3],
      electorate: 45,
    });
  });

  it('known: a rule counts it, and its order, tally and steps can be written', () => {
    const profile = readProfile('2: A > B > C\n1: B > C > A');
    // A 2 x 2 + 0, B 2 x 1 + 2, C 0 + 1
    const { order, tally } = borda.count(profile);
    expect(writeOrder(order)).toBe('A = B > C');
    expect(writeTally({ ...tally, C: 1 / 3 })).toBe('A 4, B 4, C 0.33');
    expect((instantRunoff.steps?.(profile) ?? []).map(describeStep)[0]?.counts).toBe('A 2, B 1, C 0');
  });

  it.each(['A > B', '1: A >', ': A', '1.5: A > B', '-1: A', '1:'])(
    'contract: %j is not such a line',
    (line) => {
      expect(() => readProfile(line)).toThrow(
        `readProfile needs lines such as "42: A > B = C", got ${JSON.stringify(line)}`,
      );
    },
  );
});
