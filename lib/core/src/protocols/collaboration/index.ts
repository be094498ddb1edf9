export { collaboration, type CollaborationOptions } from './collaboration';
export { strategies, type StrategyName } from './strategy';
