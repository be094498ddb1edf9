export {
  dialogueActs,
  type DialogueAct,
  type LabelFailure,
  type LabelledCollaboration,
  type LabelledUtterance,
  type Labeller,
  type Labelling,
  type LabelTask,
  type UnlabelledUtterance,
} from './dialogue-act';
export type { EmbeddingModelName } from './embedding/embedding-model';
export {
  sentenceEmbedder,
  type Embedded,
  type EmbeddingBackend,
  type EmbeddingReport,
  type ReportingEmbedder,
  type SentenceEmbedder,
  type SentenceEmbedderSettings,
} from './embedding/sentence-embedder';
export { roundDistance, type DistanceSettings } from './information-distance';
export { actsBy, labelCollaborations } from './label-collaboration';
export { llmLabeller, type LlmLabellerSettings } from './llm-labeller';
export { cueLabeller } from './cue-labeller';
export { messageLength, readingGrade } from './readability';
export { intendedLabels, scoreLabels, type LabelScore, type LabelScores } from './score-labels';
export { embeddingSimilarity, textCosines, type TextSimilarity } from './text-similarity';
export {
  transitionGraph,
  transitionProbabilities,
  type ActGraph,
  type Transition,
  type TransitionNode,
} from './transitions';
export { utterances, type Collaborations, type Utterance } from './utterance';
