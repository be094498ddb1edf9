export { readMathAnswer, allMathAnswers } from './read-math-answer';
export { mathAnswerKey, sameMathAnswer } from './math-answer-key';
export type { FoundAnswer, MathAnswerReading } from './read-math-answer';
export {
  handCheckedSample,
  handCheckedTexts,
  type HandChecked,
  type HandCheckedSample,
} from './hand-checked';
export {
  scoreExtraction,
  type Count,
  type ExtractionScore,
  type FoundScore,
  type LabelledText,
} from './score-extraction';
