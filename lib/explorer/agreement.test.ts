import { describe, expect, it } from 'vitest';
import { cohensKappa, disagreements, fleissKappa } from './agreement';

const codes = (text: string) =>
  new Map([...text].flatMap((code, at) => (code === '.' ? [] : [[`0/${at}`, code] as const])));

describe('agreement', () => {
  it('known: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no give 0.40', () => {
    const one = codes('y'.repeat(25) + 'n'.repeat(25));
    const other = codes('y'.repeat(20) + 'n'.repeat(5) + 'y'.repeat(10) + 'n'.repeat(15));
    const { items, agreed, kappa } = cohensKappa(one, other);
    expect([items, agreed]).toEqual([50, 70]);
    expect(kappa).toBeCloseTo(0.4);
    expect(disagreements([one, other])).toHaveLength(15);
  });

  it('known: the usual Fleiss example with ten subjects and fourteen raters gives 0.210', () => {
    const rows = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    const rated = rows.map((row) => row.flatMap((count, code) => Array<string>(count).fill(String(code))));
    const readers = Array.from({ length: 14 }, (_, reader) =>
      codes(rated.map((row) => row[reader]).join('')),
    );
    expect(fleissKappa(readers).kappa).toBeCloseTo(0.21, 3);
  });

  it('law: perfect agreement is 1; only events that both coded count; with a single code, kappa is null', () => {
    expect(cohensKappa(codes('abab'), codes('abab')).kappa).toBe(1);
    expect(cohensKappa(codes('ab..'), codes('abba')).items).toBe(2);
    expect(cohensKappa(codes('aaaa'), codes('aaaa')).kappa).toBeNull();
    expect(fleissKappa([codes('ab')])).toEqual({ items: 0, agreed: 0, kappa: null });
    const pair = [codes('abcab'), codes('abcba')];
    expect(fleissKappa(pair).agreed).toBeCloseTo(cohensKappa(pair[0]!, pair[1]!).agreed);
  });
});
