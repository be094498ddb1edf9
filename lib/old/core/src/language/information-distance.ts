import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, flag, having, listOf, object, settings as settingsOf } from 'agora-voting/internal';
import type { SentenceEmbedder } from './embedding/sentence-embedder';

export interface DistanceSettings {
  /**
   * Brings each vector of the round before to length 1 before the centre is taken. The paper does not say. Default
   * false: the centre is the plain mean, as in the paper's words.
   */
  readonly normalise?: boolean;
}

export const embedderGiven = having('a sentence embedder', { name: 'string', embed: 'function' });
export const textsGiven = listOf('texts', z.string({ error: 'a text' }));
const settingsGiven = settingsOf({ normalise: flag.optional() });
const roundArguments = object('arguments', {
  previous: textsGiven,
  current: textsGiven,
  embedder: embedderGiven,
  settings: settingsGiven,
});

/**
 * Information distance: the mean cosine distance of a round's messages to the centre (the mean vector) of the messages
 * of the round before, so low when a round says nothing new; null when nobody spoke in one of them. Source: RoundTable,
 * Appendix D.4. Every message counts, so an agent with two messages counts twice. (Appendix D.7 calls it the "average
 * embedding distance for messages between adjacent rounds"; we take that as the same measure.) It has four decimals.
 * `columns.distance` takes it over collaborations.
 * @example
 * const embedder = { name: 'lengths', dimensions: 1, embed: async (texts) => texts.map((text) => Float32Array.of(text.length)) };
 * await language.roundDistance(['Hello'], ['How are you?'], embedder); // => 0
 */
export async function roundDistance(
  previous: readonly string[],
  current: readonly string[],
  embedder: SentenceEmbedder,
  settings: DistanceSettings = {},
): Promise<number | null> {
  check('roundDistance', roundArguments, { previous, current, embedder, settings });
  if (previous.length === 0 || current.length === 0) return null;
  const vectors = await embedAll([...new Set([...previous, ...current])], embedder);
  const of = (texts: readonly string[]) => texts.map((text) => vectors.get(text) as Float32Array);
  return settledDistance(of(previous), of(current), settings);
}

function settledDistance(...between: Parameters<typeof distanceToCentre>): number | null {
  const distance = distanceToCentre(...between);
  return distance === null ? null : rounded(distance);
}

/**
 * A distance or cosine of embeddings with four decimals, as analyses take it. Two processors' vectors differ by about a
 * millionth, which moves a distance by a ten-millionth: rounded distances seldom change, and equal ones stay equal. No
 * result depends on the fifth decimal.
 */
export const rounded = (value: number): number => Math.round(1e4 * value) / 1e4;

/** The distance between two rounds, given as their vectors, unrounded. */
export function distanceToCentre(
  previous: readonly Float32Array[],
  current: readonly Float32Array[],
  { normalise = false }: DistanceSettings = {},
): number | null {
  const [first] = previous;
  if (first === undefined || current.length === 0) return null;
  const centre = new Float64Array(first.length);
  for (const vector of previous) {
    const weight = normalise ? norm(vector) || 1 : 1;
    vector.forEach((value, i) => (centre[i] = (centre[i] as number) + value / weight / previous.length));
  }
  return current.reduce((sum, vector) => sum + cosineDistance(vector, centre), 0) / current.length;
}

/**
 * 1 - cosine, from 0 (one direction) to 2 (opposite ones). A zero vector has no direction: it is 1 away from any
 * other, as from a vector at right angles, and 0 away from another zero vector.
 * @throws AgoraError 'embedding-failed' when the lengths differ
 */
export function cosineDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length)
    throw new AgoraError(
      'embedding-failed',
      `vectors must be of one length, got ${a.length} and ${b.length}`,
    );
  const [lengthA, lengthB] = [norm(a), norm(b)];
  if (lengthA === 0 || lengthB === 0) return lengthA === lengthB ? 0 : 1;
  let product = 0;
  for (let i = 0; i < a.length; i++) product += ((a[i] as number) / lengthA) * ((b[i] as number) / lengthB);
  return Math.min(2, Math.max(0, 1 - product));
}

function norm(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) ** 2;
  return Math.sqrt(sum);
}

async function embedAll(
  texts: readonly string[],
  embedder: SentenceEmbedder,
): Promise<Map<string, Float32Array>> {
  const vectors = texts.length === 0 ? [] : await embedder.embed(texts);
  if (vectors.length !== texts.length)
    throw new AgoraError(
      'embedding-failed',
      `"${embedder.name}" gave ${vectors.length} vectors for ${texts.length} texts`,
    );
  return new Map(texts.map((text, place) => [text, vectors[place] as Float32Array]));
}
