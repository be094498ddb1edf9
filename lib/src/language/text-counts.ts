import { readChunk, type Chunk } from './chunk';
import { dictionaryIsLoaded, syllablesOf } from './syllables';

/** What there is to count in a text. */
export interface TextCounts {
  readonly text: string;
  /** As textstat cuts them. */
  readonly words: number;
  /** The same, but for scripts without spaces. */
  readonly length: number;
  readonly sentences: number;
  readonly letters: number;
  readonly latinLetters: number;
  /** Null when they were not asked for, as they need the dictionary. */
  readonly syllables: number | null;
}

const space = 32;
const shortest = 3;

let last: TextCounts | undefined;

/**
 * Counts a text in one go. The last text is remembered, as its length and its grade are asked for in turn; for that,
 * syllables are counted whenever the dictionary is there already.
 */
export function countText(text: string, wanted: 'words' | 'syllables'): TextCounts {
  if (text === last?.text && (last.syllables !== null || wanted === 'words')) return last;
  const withSyllables = wanted === 'syllables' || dictionaryIsLoaded();
  let [words, length, letters, latinLetters, syllables] = [0, 0, 0, 0, 0];
  let [sentences, inSentence] = [0, 0];
  let [start, hash] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : space;
    if (code !== space) {
      hash = (Math.imul(hash, 31) + code) | 0;
      continue;
    }
    if (at > start) {
      const chunk = chunkAt(text, start, at, hash);
      words += chunk.words.length;
      length += chunk.length;
      letters += chunk.letters;
      latinLetters += chunk.latinLetters;
      if (withSyllables) syllables += chunk.syllables >= 0 ? chunk.syllables : pronounce(chunk);
      inSentence += chunk.before;
      const { after } = chunk;
      for (let piece = 0; piece < after.length; piece++) {
        if (inSentence >= shortest) sentences++;
        inSentence = after[piece] ?? 0;
      }
    }
    start = at + 1;
    hash = 0;
  }
  if (inSentence >= shortest) sentences++;
  if (sentences === 0 && text !== '') sentences = 1;
  last = {
    text,
    words,
    length,
    sentences,
    letters,
    latinLetters,
    syllables: withSyllables ? syllables : null,
  };
  return last;
}

/** All words of a text, in order. */
export const wordsIn = (text: string): string[] =>
  text.split(' ').flatMap((part) => [...chunkOf(part).words]);

function pronounce(chunk: Chunk): number {
  chunk.syllables = chunk.words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return chunk.syllables;
}

/** Chunks come again and again, so each is read once. Emptied when it has grown large. */
const known = new Map<string, Chunk>();
const mostKnown = 200_000;
/** The last one met for each hash of characters, so that a text is looked through without being cut up. */
const places = 1 << 17;
const met: (Chunk | null)[] = new Array<null>(places).fill(null);

function chunkAt(text: string, start: number, end: number, hash: number): Chunk {
  const place = (hash ^ (hash >>> 15)) & (places - 1);
  const likely = met[place];
  if (likely != null && stands(likely.text, text, start, end)) return likely;
  const chunk = chunkOf(text.slice(start, end));
  met[place] = chunk;
  return chunk;
}

function chunkOf(part: string): Chunk {
  let chunk = known.get(part);
  if (chunk === undefined) {
    if (known.size >= mostKnown) known.clear();
    chunk = readChunk(part);
    known.set(part, chunk);
  }
  return chunk;
}

function stands(part: string, text: string, start: number, end: number): boolean {
  if (part.length !== end - start) return false;
  for (let at = 0; at < part.length; at++)
    if (part.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}
