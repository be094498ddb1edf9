/** Functions that several cells in a paper's notebook share. */
export { replay, type ReplayOptions } from './s2-mad';
export { computedVotes } from './roundtable';
