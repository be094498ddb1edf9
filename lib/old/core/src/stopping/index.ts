export type { StoppingTrajectory, StoppingRound, VisibleRound } from './trajectory';
export { trajectoryOf, type TrajectoryOptions, type RoundFeatures } from './trajectory-of';
export {
  crossValidate,
  stoppedRound,
  type CrossValidation,
  type CrossValidationOptions,
  type Stop,
  type TestedStop,
  type ValidatedPolicy,
} from './cross-validate';
export { dialogueAct, type FittedDialogueAct } from './dialogue-act/dialogue-act';
export type { StopSignal } from './dialogue-act/learn-signals';
export type { DialogueActGrid, DialogueActOptions, DialogueActSetting } from './dialogue-act/settings';
export { livePolicy, roundObserver, type LivePolicy, type Observer } from './live-policy';
export {
  consecutiveAgreements,
  firstAgreement,
  informationDistancePolicy,
  lastRound,
  tokenBudget,
  validationCheckpoint,
  type ValidationCheckpointOptions,
} from './policies';
export type { FitSettings, FittedPolicy, TrainablePolicy } from './stopping-policy';
