export { replayDebates, type ReplaySettings } from './replay';
export type { AnswerOf, DebateAnswer } from './standing-answers';
