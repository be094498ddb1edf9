/** The weights of an embedding model are not on this machine, and could not be fetched. */
export class EmbeddingModelMissingError extends Error {
  readonly code = 'embedding-model-missing';
  override readonly name = 'EmbeddingModelMissingError';
}

/** An embedding model was there, but did not give vectors; or what it gave does not fit. */
export class EmbeddingFailedError extends Error {
  readonly code = 'embedding-failed';
  override readonly name = 'EmbeddingFailedError';
}
