import { z } from 'zod';
import { AgoraError } from '../agora-error';
import { check, flag, having, listOf, object, settings as settingsOf } from '../check';
import { collaborationsGiven } from '../transcripts/collaboration';
import { RunningAverage, type Average } from './average';
import type { SentenceEmbedder } from './embedding/sentence-embedder';
import { byRound, lastRound, utterances, type Collaborations } from './utterance';

/** How far one round of a collaboration moved from the round before. */
export interface RoundDistance {
  readonly collaboration: number;
  /** From 2. */
  readonly round: number;
  /** 0 to 2; null when nobody spoke in this round or the one before. */
  readonly distance: number | null;
}

export interface InformationDistances {
  readonly byCollaboration: readonly RoundDistance[];
  /** Over the collaborations whose distance is not null; n counts them. */
  readonly byRound: readonly (Average & { readonly round: number })[];
}

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
const distanceArguments = object('arguments', {
  collaborations: collaborationsGiven,
  embedder: embedderGiven,
  settings: settingsGiven,
});
const roundArguments = object('arguments', {
  previous: textsGiven,
  current: textsGiven,
  embedder: embedderGiven,
  settings: settingsGiven,
});

/**
 * Information distance: the mean cosine distance of a round's messages to the centre (the mean vector) of the messages
 * of the round before, so low when a round says nothing new. Source: RoundTable, Appendix D.4. Every message counts, so
 * an agent with two messages counts twice. (Appendix D.7 calls it the "average embedding distance for messages between
 * adjacent rounds"; we take that as the same measure.) A
 * collaboration's distances have four decimals.
 * @example
 * const embedder = { name: 'letters', dimensions: 2, embed: async (texts) => texts.map((text) => Float32Array.of(text.split('a').length - 1, text.split('b').length - 1)) };
 * const says = (round, text) => ({ type: 'message', collaboration: 0, round, phase: 'talk', from: 'Ann', to: [], text });
 * const talk = { index: 0, instance: null, agents: ['Ann'], events: [says(1, 'aa'), says(2, 'bb')], finished: null };
 * (await language.informationDistance([talk], embedder)).byRound; // => [{ round: 2, mean: 1, standardError: null, n: 1 }]
 */
export async function informationDistance(
  collaborations: Collaborations,
  embedder: SentenceEmbedder,
  settings: DistanceSettings = {},
): Promise<InformationDistances> {
  check('informationDistance', distanceArguments, { collaborations, embedder, settings });
  const courses: { readonly collaboration: number; readonly rounds: readonly (readonly string[])[] }[] = [];
  for await (const collaboration of collaborations) {
    const said = byRound(utterances(collaboration));
    const length = lastRound(collaboration.finished, said.keys());
    const rounds = Array.from({ length }, (_, r) => (said.get(r + 1) ?? []).map(({ text }) => text));
    courses.push({ collaboration: collaboration.index, rounds });
  }
  const texts = [...new Set(courses.flatMap(({ rounds }) => rounds.flat()))];
  const vectors = await embedAll(texts, embedder);
  const byCollaboration = courses.flatMap(({ collaboration, rounds }) => {
    const found = rounds.map((round) => round.map((text) => vectors.get(text) as Float32Array));
    return found.slice(1).map((current, r) => {
      const distance = settledDistance(found[r] as Float32Array[], current, settings);
      return { collaboration, round: r + 2, distance };
    });
  });
  return { byCollaboration, byRound: averages(byCollaboration) };
}

/**
 * The same between two rounds, given as their texts: for a collaboration that is still running.
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
  return distance === null ? null : settled(distance);
}

/**
 * A distance or cosine of embeddings with four decimals, as analyses take it. Two processors' vectors differ by about a
 * millionth, which moves a distance by a ten-millionth: it then seldom changes, and what is equal stays equal. No
 * reading rests on the fifth decimal.
 */
export const settled = (value: number): number => Math.round(1e4 * value) / 1e4;

/** The same between two rounds, given as their vectors, and unrounded. */
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

function averages(distances: readonly RoundDistance[]): (Average & { readonly round: number })[] {
  const sums = new Map<number, RunningAverage>();
  for (const { round, distance } of distances) {
    const sum = sums.get(round) ?? new RunningAverage();
    sums.set(round, sum);
    if (distance !== null) sum.add(distance);
  }
  return [...sums].sort(([a], [b]) => a - b).map(([round, sum]) => ({ round, ...sum.average() }));
}
