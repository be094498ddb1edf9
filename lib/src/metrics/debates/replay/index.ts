export { type ReplayedTurn } from './filter-turns';
export { replayDebates, type ReplayRow } from './replay-debates';
export { replayFilter, type DebateReplay, type Replay } from './replay-filter';
export { type ReplaySettings } from './replay-settings';
