import { describe, expect, it } from 'vitest';
import { distinct } from './filter';
import type { Said } from './member';
import { byAnswer, type Statement, type StatementJudge } from './similarity';

const says = (from: string, ...answers: string[]): Said => ({ from, text: from, answers });
const names = (judge: StatementJudge, statements: readonly Said[]) =>
  distinct(judge, statements).map(({ from }) => from);

describe('distinct', () => {
  const judge = byAnswer.begin();

  it('known: of two alike the first stays; a summary of two views stands for both, whatever the order', () => {
    expect(names(judge, [says('a', '1'), says('b', '1'), says('c', '2')])).toEqual(['a', 'c']);
    expect(names(judge, [says('a', '1'), says('b', '1', '2')])).toEqual(['b']);
    expect(names(judge, [says('b', '1', '2'), says('a', '1')])).toEqual(['b']);
    expect(names(judge, [says('a'), says('b')])).toEqual(['a', 'b']); // nothing could be read: nothing is alike
    expect(names(judge, [])).toEqual([]);
  });

  it('law: what is left covers everything, also where likeness does not carry over', () => {
    // Places on a line are alike within 1: 0 and 1, 1 and 2, but not 0 and 2.
    const near: StatementJudge = {
      learn: () => {},
      covers: (known: readonly Statement[], { text }) =>
        known.some((other) => Math.abs(Number(other.text) - Number(text)) <= 1),
    };
    for (const order of ['012', '021', '102', '120', '201', '210', '01234', '43210', '13024']) {
      const all = [...order].map((place) => says(place));
      const left = distinct(near, all);
      for (const one of all) expect(near.covers(left, one)).toBe(true);
      expect(left.length).toBeLessThan(all.length);
    }
  });
});
