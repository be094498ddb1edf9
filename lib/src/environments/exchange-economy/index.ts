export { exchangeEconomy } from './exchange-economy';
export { agentParameters, publishedSkill } from './simulated';
export { groupOptimum, type GroupOptimum } from './optimum';
export { preferenceExponents } from './preferences';
export { utility } from './utility';
export type { Allocation, EconomyInstance, EconomyScore, EconomySettings, PreferenceSet } from './types';
