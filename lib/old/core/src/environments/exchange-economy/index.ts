export { exchangeEconomy } from './exchange-economy';
export { groupOptimum, type GroupOptimum } from './optimum';
export type { Allocation, EconomyInstance, EconomyScore, EconomySettings, PreferenceSet } from './types';
