export { discussion, type DiscussionOptions } from './discussion';
export { strategies, type StrategyName } from './strategy';
