export { questions, type QuestionSettings } from './questions';
export { choiceQuestions, type ChoiceQuestionSettings } from './choice-questions';
export type { ChoiceQuestionEnvironment, QuestionScore } from './choice-members';
export { readMmlu } from './read-mmlu';
export { readMmluPro } from './read-mmlu-pro';
export { readArcChallenge } from './read-arc-challenge';
export { readGpqa } from './read-gpqa';
export { readModelPredictions, type ModelPredictions, type PredictionRow } from './model-predictions';
export { firstOfEachSubject, withExamples } from './subsets';
export { generateQuestions, type QuestionGeneration } from './generate';
export { sampleQuestions, type SampleName } from './sample-questions';
export { readChoice } from './read-choice';
export { readChoiceText, statedChoices } from './read-choice-text';
export { readRankingText } from './read-ranking-text';
export { defaultRaterProfile, raterParameters, raterProfiles } from './simulated';
export type { LoadedQuestions, QuestionRemark } from './question-row';
export type { ChoiceQuestion, ChosenAnswer, QuestionInstance, QuestionSet } from './types';
export * from './open';
export {
  allMathAnswers,
  handCheckedSample,
  handCheckedTexts,
  mathAnswerKey,
  readMathAnswer,
  sameMathAnswer,
  scoreExtraction,
  type ExtractionScore,
  type FoundAnswer,
  type HandChecked,
  type HandCheckedSample,
  type LabelledText,
  type MathAnswerReading,
} from './math-answer';
