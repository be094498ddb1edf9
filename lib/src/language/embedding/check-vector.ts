import { AgoraError } from '../../agora-error';
import type { EmbeddingBackend } from './embedding-backend';

/** A number that is no number would silently spoil every mean that it enters. @throws AgoraError 'embedding-failed' */
export function checkVector(backend: EmbeddingBackend, vector: Float32Array, text: string): void {
  const { name, dimensions } = backend;
  if (vector.length !== dimensions)
    throw new AgoraError(
      'embedding-failed',
      `"${name}" gave ${vector.length} numbers, not ${dimensions}, for ${quote(text)}`,
    );
  if (!vector.every(Number.isFinite))
    throw new AgoraError('embedding-failed', `"${name}" gave a number that is not finite for ${quote(text)}`);
}

export const quote = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
