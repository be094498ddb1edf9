export { actRatios, type ActRatioSettings, type RoundActs } from './act-ratios';
export type { Average } from './average';
export {
  dialogueActDefinitions,
  dialogueActs,
  type DialogueAct,
  type LabelledUtterance,
} from './dialogue-act';
export { labelCollaboration, labelCollaborations, labelTasks } from './label-collaboration';
export type {
  LabelFailure,
  LabelTask,
  LabelledCollaboration,
  Labeller,
  Labelling,
  UnlabelledUtterance,
} from './labeller';
export { llmLabeller, type LlmLabellerSettings } from './llm-labeller';
export { messageLength, readingGrade, sentenceCount } from './readability';
export { mostProbableEdges } from './most-probable-edges';
export { labelOffline, offlineLabeller } from './offline-labeller';
export { intendedLabels, scoreLabels, type LabelScore, type LabelScores } from './score-labels';
export {
  transitionNodes,
  transitionProbabilities,
  type Transition,
  type TransitionNode,
  type TransitionSettings,
} from './transitions';
export { embeddingSimilarity, textCosines, type TextSimilarity } from './text-similarity';
export { transitionGraph, type ActGraph } from './transition-graph';
export { utterances, type Utterance } from './utterance';
export {
  wordFeatures,
  type Collaborations,
  type RoundWords,
  type WordFeatureSettings,
} from './word-features';
export { actsBy } from './acts-by';
export * from './embedding';
export {
  cosineDistance,
  distanceToCentre,
  informationDistance,
  roundDistance,
  type DistanceSettings,
  type InformationDistances,
  type RoundDistance,
} from './information-distance';
