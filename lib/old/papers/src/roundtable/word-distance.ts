import { z } from 'zod';
import type { Column } from 'agora-core/metrics';
import { roundDistance, sentenceEmbedder, utterances, type SentenceEmbedder } from 'agora-core/language';
import type { Collaboration } from 'agora-core/transcripts';
import { check, listOf, object } from 'agora-voting/internal';

/*
 * Information distance in two ways: by embeddings, as RoundTable takes it, and by the words that messages share, which needs
 * no model and a thousandth of the time.
 */

const messages = listOf('texts', z.string({ error: 'a text' }));
const given = object('arguments', { previous: messages, current: messages });

/**
 * The mean cosine distance of a round's messages to the centre of the round before, each message as its counts of words:
 * 0 if all use the same words equally often, 1 if no word is repeated. RoundTable's definition (Appendix D.4) with counts
 * in place of embeddings. Its level differs from that of embeddings, so only its course over rounds is comparable.
 * @returns null if nobody spoke in one of the rounds
 * @example
 * papers.roundtable.wordDistance(['We trade apples'], ['Trade apples, we!']).toFixed(2); // => '0.00'
 */
export function wordDistance(previous: readonly string[], current: readonly string[]): number | null {
  check('wordDistance', given, { previous, current });
  if (previous.length === 0 || current.length === 0) return null;
  const centre = new Map<string, number>();
  for (const text of previous)
    for (const [word, count] of wordCounts(text)) centre.set(word, (centre.get(word) ?? 0) + count);
  const distances = current.map((text) => 1 - cosine(wordCounts(text), centre));
  return distances.reduce((sum, one) => sum + one, 0) / distances.length;
}

function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** 0 where one of them has no words. */
function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [word, count] of one) product += count * (other.get(word) ?? 0);
  const lengths = norm(one) * norm(other);
  return lengths === 0 ? 0 : product / lengths;
}

function norm(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return Math.sqrt(sum);
}

export type DistanceBy = 'words' | 'embeddings';

/** The distance between the messages of two rounds that follow each other. */
export type DistanceBetween = (
  previous: readonly string[],
  current: readonly string[],
) => number | null | Promise<number | null>;

/**
 * The distance by words or by embeddings. Embeddings of all messages are computed at once, which is fastest, and kept on disk.
 * @throws AgoraError 'embedding-model-missing' for embeddings if the set-up could not install the model
 */
export async function distanceBetween(
  by: DistanceBy,
  run: Iterable<Collaboration> | AsyncIterable<Collaboration>,
): Promise<DistanceBetween> {
  if (by === 'words') return wordDistance;
  const embedder: SentenceEmbedder = sentenceEmbedder();
  const texts: string[] = [];
  for await (const collaboration of run) for (const { text } of utterances(collaboration)) texts.push(text);
  await embedder.embed(texts);
  return (previous, current) => roundDistance(previous, current, embedder);
}

/** The distance of each round to the one before it, from round 2 on. */
export function distanceColumn(between: DistanceBetween): Column {
  return {
    unfinished: true,
    of: async (collaboration) => {
      const spoken = utterances(collaboration);
      const last = Math.max(collaboration.finished?.rounds ?? 0, ...spoken.map(({ round }) => round));
      const textsIn = (round: number): string[] =>
        spoken.filter((message) => message.round === round).map(({ text }) => text);
      const values = [];
      for (let round = 2; round <= last; round++)
        values.push({ round: round, value: await between(textsIn(round - 1), textsIn(round)) });
      return values;
    },
  };
}
