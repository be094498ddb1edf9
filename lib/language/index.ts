export { cueLabeller } from './cue-labeller';
export { proposedDeal, readDeal, type Deal, type Issues, type SpokenDeal } from './deals';
export {
  dialogueActs,
  labelMessages,
  type DialogueAct,
  type LabelledMessage,
  type Labeller,
  type Utterance,
} from './dialogue-acts';
export { sentenceEmbedder, wordCounts, type Embedder, type SentenceEmbedderOptions } from './embedders';
export { informationDistance, textSimilarity } from './information-distance';
export { labelPrompts, modelLabeller, type LabelPrompts, type ModelLabellerOptions } from './model-labeller';
export { readingGrade, wordCount } from './readability';
export {
  transitionGraph,
  transitionProbabilities,
  type LabelledCollaboration,
  type Transition,
  type TransitionNode,
} from './transitions';
