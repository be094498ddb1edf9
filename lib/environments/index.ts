export { questions, type Answer, type QuestionCase, type QuestionOptions, type QuestionSetName } from './questions';
export { readLetter } from './answers';
export { readMath, sameMath } from './math-answer';
