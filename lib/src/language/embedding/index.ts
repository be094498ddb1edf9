export type { Embedded, EmbeddingBackend } from './embedding-backend';
export type { EmbeddingModelName } from './embedding-model';
export type { OnnxSettings } from './onnx-backend';
export {
  sentenceEmbedder,
  type EmbeddingReport,
  type ReportingEmbedder,
  type SentenceEmbedder,
  type SentenceEmbedderSettings,
} from './sentence-embedder';
