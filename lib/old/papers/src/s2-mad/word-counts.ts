import type { SentenceEmbedder } from 'agora-core/language';

const dimensions = 4096;

/**
 * Texts as counts of their words: a similarity that needs no model. Words share a place if their hashes agree, which
 * is rare. Two texts without a common word have a cosine of about 0.
 * @example
 * (await wordCounts.embed(['yes yes no']))[0].filter((count) => count > 0).sort(); // => [1, 2]
 */
export const wordCounts: SentenceEmbedder = {
  name: 'word counts',
  dimensions: dimensions,
  embed: (texts) => Promise.resolve(texts.map(countsOf)),
};

function countsOf(text: string): Float32Array {
  const counts = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const place = hashOf(word) % dimensions;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** FNV-1a, 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
