export { bestRound, oracle } from './best-round';
export { courseOf, type CourseOptions } from './course-of';
export {
  crossValidate,
  type CrossValidation,
  type CrossValidationOptions,
  type ValidatedPolicy,
} from './cross-validate';
export { dialogueAct, type FittedDialogueAct } from './dialogue-act/dialogue-act';
export { type StopSignal } from './dialogue-act/learn-signals';
export {
  type DialogueActGrid,
  type DialogueActOptions,
  type DialogueActSetting,
} from './dialogue-act/settings';
export { consecutiveAgreements, firstAgreement, lastRound } from './fixed-policies';
export { foldsOf } from './folds';
export { gapClosed } from './gap-closed';
export { informationDistance, type InformationDistanceOptions } from './information-distance';
export { livePolicy, roundObserver, type LivePolicy, type Observer } from './live-policy';
export { type RoundFeatures } from './observe-rounds';
export { stoppedRound, type Stop } from './stopped-round';
export {
  type FitSettings,
  type FittedPolicy,
  type TrainablePolicy,
  type VisibleRound,
} from './stopping-policy';
export { type StoppingCourse, type StoppingRound } from './stopping-round';
export { type StoppingSummary, type TestedStop } from './summarize-stops';
export { validationCheckpoint, type ValidationCheckpointOptions } from './validation-checkpoint';
