import { embedTexts, type Embedder } from './embedders';

/**
 * Returns the information distance of a round: the mean cosine distance of its messages from the centre of the previous
 * round's messages. The centre is the plain mean of the message vectors. The distance is low if the messages say
 * nothing new, and null if this round or the previous round has no messages. Source: RoundTable, Appendix D.4.
 */
export async function informationDistance(
  previous: readonly string[],
  current: readonly string[],
  embedder: Embedder,
): Promise<number | null> {
  if (previous.length === 0 || current.length === 0) return null;
  const vectors = await embedTexts(embedder, [...previous, ...current]);
  const vectorsOf = (texts: readonly string[]) => texts.map((text) => vectors.get(text) as number[]);
  const centre = meanOf(vectorsOf(previous));
  let sum = 0;
  for (const vector of vectorsOf(current)) sum += 1 - cosine(vector, centre);
  return rounded(sum / current.length);
}

/**
 * Returns the cosine similarity of two texts. S²-MAD compares this similarity with a threshold to decide whether two
 * replies say the same thing (VecCS, sections 3.2 and 4.3). The paper uses bert-base-uncased as the embedder. Each
 * embedder needs its own threshold.
 */
export async function textSimilarity(one: string, other: string, embedder: Embedder): Promise<number> {
  const vectors = await embedTexts(embedder, [one, other]);
  return rounded(cosine(vectors.get(one) as number[], vectors.get(other) as number[]));
}

/**
 * Returns the cosine of two vectors, from -1 to 1. A zero vector has no direction, so its cosine is defined as 1 with
 * another zero vector and as 0 with any other vector.
 */
export function cosine(a: readonly number[], b: readonly number[]): number {
  const lengthOfA = lengthOf(a);
  const lengthOfB = lengthOf(b);
  if (lengthOfA === 0 || lengthOfB === 0) return lengthOfA === lengthOfB ? 1 : 0;
  let product = 0;
  for (let place = 0; place < a.length; place++)
    product += ((a[place] as number) / lengthOfA) * ((b[place] as number) / lengthOfB);
  return Math.max(-1, Math.min(1, product));
}

/**
 * Returns the length of a vector. The entries are first divided by the largest one, so that their squares neither
 * overflow nor underflow.
 */
export function lengthOf(vector: readonly number[]): number {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) return 0;
  let sum = 0;
  for (const value of vector) sum += (value / largest) ** 2;
  return largest * Math.sqrt(sum);
}

function meanOf(vectors: readonly (readonly number[])[]): number[] {
  const sum = new Array<number>((vectors[0] as readonly number[]).length).fill(0);
  for (const vector of vectors)
    for (const [place, value] of vector.entries())
      sum[place] = (sum[place] as number) + value / vectors.length;
  return sum;
}

/**
 * Rounds to four decimals. Vectors computed on different processors differ by about a millionth; differences of this
 * size should affect neither a comparison with a threshold nor a table.
 */
const rounded = (value: number): number => Math.round(1e4 * value) / 1e4;
