export { exchangeEconomy } from './exchange-economy';
export { agentParameters } from './simulated';
export { groupOptimum, type GroupOptimum } from './optimum';
export type { Allocation, EconomyInstance, EconomyScore, EconomySettings, PreferenceSet } from './types';
