export { crossValidate, type CrossValidationOptions, type Stop, type Validated } from './cross-validate';
export {
  dialogueActPolicy,
  type DialogueActGrid,
  type DialogueActOptions,
  type DialogueActSetting,
  type FittedDialogueActPolicy,
  type StopSignal,
} from './dialogue-act-policy';
export {
  consecutiveAgreements,
  firstAgreement,
  informationDistancePolicy,
  lastRound,
  stopAfter,
  validationCheckpoint,
  type DistanceOptions,
  type FixedPolicy,
} from './policies';
export {
  trajectories,
  type FittedPolicy,
  type Goal,
  type LearningPolicy,
  type Round,
  type Trajectory,
  type TrajectoryOptions,
} from './trajectory';
export type { StoppingPolicy } from '../protocols/protocol';
