import { describe, expect, it } from 'vitest';
import { everyFinding, findingCounts } from './every-finding';

describe('findings of all papers', () => {
  it('known: the printed numbers that cannot be right', () => {
    const impossible = everyFinding().filter((one) => one.impossible);
    expect(impossible.map(({ paper, printed }) => `${paper}: ${printed}`)).toEqual([
      'RoundTable: the formula of section 4.1',
      'RoundTable: 64% and 80% (Appendix E.1)',
      'RoundTable: plurality 0.81, ranked 0.89 (Table 10)',
      'GEDI: -0.4 (Table 2)',
      'GEDI: -9.7 (Table 2)',
      'GEDI: +1.3 (Table 2)',
      'GEDI: caption of Table 5',
      'S2-MAD: 72.7%',
      'S2-MAD: 94.3%',
      'S2-MAD: 72.7%',
      'Deliberation: equation 2',
      'Deliberation: Table 4',
      'Strategies: 1,873 and 661 (Table 1)',
    ]);
  });

  it('law: each finding is counted once, and what cannot be right does not agree', () => {
    for (const row of findingCounts())
      expect(row.agree + row['cannot be right'] + row['do not agree'] + row.undecided).toBe(row.statements);
    expect(everyFinding().every(({ impossible, agrees }) => !impossible || agrees === false)).toBe(true);
    expect(findingCounts().reduce((sum, { statements }) => sum + statements, 0)).toBe(everyFinding().length);
  });
});
