import type { EmbeddingBackend } from './embedding-backend';
import { EmbeddingFailedError } from './embedding-errors';

/** A number that is no number would silently spoil every mean that it enters. @throws EmbeddingFailedError */
export function checkVector(backend: EmbeddingBackend, vector: Float32Array, text: string): void {
  const { name, dimensions } = backend;
  if (vector.length !== dimensions)
    throw new EmbeddingFailedError(
      `"${name}" gave ${vector.length} numbers, not ${dimensions}, for ${quote(text)}`,
    );
  if (!vector.every(Number.isFinite))
    throw new EmbeddingFailedError(`"${name}" gave a number that is not finite for ${quote(text)}`);
}

export const quote = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
