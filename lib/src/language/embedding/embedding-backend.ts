/** One embedded text. */
export interface Embedded {
  /** Its place among the texts that were asked for. */
  readonly index: number;
  readonly vector: Float32Array;
  /** How long the text is for the model, before anything was cut off. */
  readonly tokens: number;
}

/**
 * What turns texts into vectors, without remembering any: the seam for a model of your own. `sentenceEmbedder` asks it
 * for each distinct text once, for several at a time.
 */
export interface EmbeddingBackend {
  /** Names the vectors: two backends of one name and fingerprint give the same ones. */
  readonly name: string;
  /** What else the vectors depend on (weights, longest text); part of the cache's folder. */
  readonly fingerprint: string;
  readonly dimensions: number;
  /** What comes after so many tokens of a text is not read. */
  readonly maxTokens: number;
  /** Calls `deliver` with some texts at a time, in any order, until each was delivered once. */
  embed(texts: readonly string[], deliver: (embedded: readonly Embedded[]) => void): Promise<void>;
  /** Frees what it holds; it may be used again. */
  close(): void;
}
