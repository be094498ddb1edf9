export { answerOf, instanceOf, performance, type AgoraScore } from './scores';
