import { describe, expect, it } from 'vitest';
import { detection, ratio } from './index';

const flags = (bits: string) => [...bits].map((bit) => bit === '1');

describe('detection', () => {
  it('known: by hand', () => {
    const { precision, recall, f1 } = detection(flags('111100'), flags('110011'));
    expect([precision?.effect, recall?.effect, f1?.effect]).toEqual([1 / 2, 1 / 2, 1 / 2]);
    expect(detection(flags('1110'), flags('1000')).f1?.effect).toBe(2 / 4);
  });

  it('law: recall is the ratio of its sums, clustered; found and there in turn, precision and recall change places', () => {
    const [found, there] = [flags('110101100'), flags('101101001')];
    const clusters = [1, 1, 1, 2, 2, 2, 3, 3, 3];
    const one = detection(found, there, { clusters });
    const both = found.map((is, place) => Number(is && there[place]));
    expect(one.recall).toEqual(ratio(both, there.map(Number), { clusters }));
    const other = detection(there, found, { clusters });
    expect([other.precision, other.recall, other.f1]).toEqual([one.recall, one.precision, one.f1]);
  });

  it('contract: nothing found has no precision; lengths and kinds are checked', () => {
    const none = detection(flags('000'), flags('010'));
    expect([none.precision, none.recall?.effect, none.f1?.effect]).toEqual([null, 0, 0]);
    expect(() => detection(flags('10'), flags('1'))).toThrow('detection needs');
    expect(() => detection([1] as never, flags('1'))).toThrow('true or false');
  });
});
