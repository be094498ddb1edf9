export { questions, type OpenQuestionSettings, type QuestionSettings } from './questions';
export type { ChoiceQuestionEnvironment, QuestionScore } from './choice-questions';
export type { OpenQuestionEnvironment } from './open-questions';
export { readMmlu } from './read-mmlu';
export { readMmluPro } from './read-mmlu-pro';
export { readArcChallenge } from './read-arc-challenge';
export { readGpqa } from './read-gpqa';
export { readGsm8k, readGsm8kSolutions, type Gsm8kSolution } from './read-gsm8k';
export { readMath } from './read-math';
export { readModelPredictions, type ModelPredictions, type PredictionRow } from './model-predictions';
export { balancedQuestions, firstOfEachSubject, firstQuestions, withExamples } from './subsets';
export {
  generateArithmetic,
  generateQuestions,
  type ArithmeticGeneration,
  type QuestionGeneration,
} from './generate';
export { sampleQuestions } from './sample-questions';
export { readChoice } from './read-choice';
export { readChoiceText } from './read-choice-text';
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
