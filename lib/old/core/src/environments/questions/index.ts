export { questions, type OpenQuestionSettings, type QuestionSettings } from './questions';
export type { ChoiceQuestionEnvironment, QuestionScore } from './choice-questions';
export type { OpenQuestionEnvironment } from './open-questions';
export { readQuestions } from './read-questions';
export { firstOfEachSubject, withExamples } from './subsets';
export {
  generateArithmetic,
  generateQuestions,
  type ArithmeticGeneration,
  type QuestionGeneration,
} from './generate';
export { sampleQuestions } from './sample-questions';
export type { LoadedQuestions, QuestionRemark } from './question-file';
export type {
  ChoiceQuestion,
  ChosenAnswer,
  OpenAnswer,
  OpenInstance,
  OpenQuestion,
  OpenQuestionSet,
  QuestionInstance,
  QuestionSet,
} from './types';
export {
  mathAnswerKey,
  readMathAnswer,
  sameMathAnswer,
  type FoundAnswer,
  type MathAnswerReading,
} from './math-answer';
