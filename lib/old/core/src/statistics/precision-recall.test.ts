import { describe, expect, it } from 'vitest';
import { precisionRecall, ratio } from './index';

const flags = (bits: string) => [...bits].map((bit) => bit === '1');

describe('precisionRecall', () => {
  it('known: by hand', () => {
    const { precision, recall, f1 } = precisionRecall(flags('111100'), flags('110011'));
    expect([precision?.effect, recall?.effect, f1?.effect]).toEqual([1 / 2, 1 / 2, 1 / 2]);
    expect(precisionRecall(flags('1110'), flags('1000')).f1?.effect).toBe(2 / 4);
  });

  it('law: recall is the ratio of its sums, clustered; found and there in turn, precision and recall change places', () => {
    const [predicted, actual] = [flags('110101100'), flags('101101001')];
    const clusters = [1, 1, 1, 2, 2, 2, 3, 3, 3];
    const one = precisionRecall(predicted, actual, { clusters });
    const both = predicted.map((is, place) => Number(is && actual[place]));
    expect(one.recall).toEqual(ratio(both, actual.map(Number), { clusters }));
    const other = precisionRecall(actual, predicted, { clusters });
    expect([other.precision, other.recall, other.f1]).toEqual([one.recall, one.precision, one.f1]);
  });

  it('contract: nothing found has no precision; lengths and kinds are checked', () => {
    const none = precisionRecall(flags('000'), flags('010'));
    expect([none.precision, none.recall?.effect, none.f1?.effect]).toEqual([null, 0, 0]);
    expect(() => precisionRecall(flags('10'), flags('1'))).toThrow('precisionRecall needs');
    expect(() => precisionRecall([1] as never, flags('1'))).toThrow('true or false');
  });
});
