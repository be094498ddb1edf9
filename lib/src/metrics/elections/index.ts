export {
  accuracyByQuorum,
  accuracyByRule,
  accuracyByUnreliable,
  hitRateAtK,
  type AtK,
  type AtQuorum,
  type AtUnreliable,
  type RuleAccuracy,
} from './accuracy';
export type { BallotFailure, DictatorKind, Election, RecordedBallot, RecordedPoll } from './election';
export { elections } from './elections';
export { ensembleAccuracyByQuorum, type EnsembleAccuracy, type EnsembleSettings } from './ensemble-accuracy';
export { meanOverRuns, type OverRuns } from './mean-over-runs';
export { profileValidity, type ProfileValidity } from './profile-validity';
export type { Decider, RecountSettings } from './recount-settings';
export { accuracyBySubject, subjectDifferences, type AtSubject, type SubjectDifference } from './subjects';
