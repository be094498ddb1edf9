export { readMathAnswer, allMathAnswers } from './read-math-answer';
export { mathAnswerKey, sameMathAnswer } from './math-answer-key';
export type { FoundAnswer, MathAnswerReading } from './read-math-answer';
