/** Functions that several cells of one paper's notebook share. */
export { replay, type ReplayOptions } from './s2-mad';
export { computedVotes } from './roundtable';
