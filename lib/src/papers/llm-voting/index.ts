export { readElections, type Election } from './read-elections';
export { summary, type ElectionRow } from './summary';
export { rereadReplies, type RereadRow } from './reread-replies';
