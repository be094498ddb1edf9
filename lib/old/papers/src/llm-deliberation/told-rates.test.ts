import { expect, it } from 'vitest';
import { toldRates } from './told-rates';

it('known: 656 statements; gpt-4 tells in 4 of 100 cases, and a third of the numbers is not on the sheet', () => {
  const { byModel, byKind } = toldRates();
  expect(byKind.map(({ said }) => said)).toEqual([26, 76, 397, 157]);
  expect(byKind[0]).toMatchObject({ true: 17, 'in part': 0, false: 9 });
  expect(byModel.find(({ model }) => model === 'gpt-4')).toMatchObject({ parties: 2270 });
  expect(byModel.find(({ model }) => model === 'gpt-4')?.percent).toBeCloseTo(3.7, 1);
  for (const { low, high } of byKind) {
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThanOrEqual(100);
  }
});
