import { describe, expect, it } from 'vitest';
import { tableOneCriteria } from '../../../papers/src/gedi/figures';
import { blindDictatorial, borda, instantRunoff, plurality, range, rankedPairs } from '../rules/rules';
import type { VotingRule } from '../voting-rule';
import { asDeterministic, criteriaTable, describeOutcome } from './index';

describe('criteriaTable', () => {
  it('known: GEDI Table 1, but for Borda and majority, where a counterexample is found', () => {
    const rows: VotingRule[] = [
      asDeterministic(blindDictatorial),
      range,
      plurality,
      borda,
      instantRunoff,
      rankedPairs,
    ];
    const table = criteriaTable(rows, tableOneCriteria, { maxOptions: 3 });
    // Majority, monotonicity, consistency, independence, Condorcet. Printed the same, with a tick for Borda's majority.
    expect(
      table.map((row) => row.map(({ outcome }) => (outcome.kind === 'none' ? 'y' : 'n')).join('')),
    ).toEqual(['nyyyn', 'nyyyn', 'yyynn', 'nyynn', 'ynnnn', 'yynny']);
    expect(table[3]?.[0]?.text).toBe('broken: 3 options, 3 voters');
    expect(table.flat().every(({ outcome }) => outcome.kind === 'violated' || !outcome.stopped)).toBe(true);
  });

  it('known: an outcome in words says how far the search went and why it ended', () => {
    const effort = { profiles: 5, elections: 5, symmetry: { anonymous: true, neutral: true } };
    const upTo = [{ options: 2, voters: 4 }];
    expect(describeOutcome({ kind: 'none', upTo, ...effort })).toBe(
      'met up to so many voters: 4 with 2 options',
    );
    expect(describeOutcome({ kind: 'none', upTo: [], stopped: 'elections', ...effort })).toBe(
      'nothing searched through; stopped for want of elections',
    );
  });
});
