import type { Measured } from '../../claims/evaluate';

/** A test of two groups of clusters: the values of the first group, and those of the group that is subtracted. */
export function inGroups(of: Measured, less: Measured): Measured {
  return {
    cases: [
      ...of.cases.map((one) => ({ ...one, set: 'of' })),
      ...less.cases.map((one) => ({ ...one, set: 'less' })),
    ],
    alike: 'clusters',
    counted: [...(of.counted ?? []), ...(less.counted ?? [])],
  };
}
