import { readChunk, type Chunk } from './chunk';

/** What there is to count in a text. */
export interface TextCounts {
  readonly text: string;
  readonly chunks: readonly Chunk[];
  /** As textstat cuts them. */
  readonly words: number;
  /** The same, but for scripts without spaces. */
  readonly length: number;
  readonly sentences: number;
  readonly letters: number;
  readonly latinLetters: number;
}

const space = 32;
const shortest = 3;

let last: TextCounts | undefined;

/** Counts a text in one go. The last text is remembered, as its length and its grade are asked for in turn. */
export function countText(text: string): TextCounts {
  if (text === last?.text) return last;
  const chunks: Chunk[] = [];
  let [words, length, letters, latinLetters] = [0, 0, 0, 0];
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
      chunks.push(chunk);
      words += chunk.words.length;
      length += chunk.length;
      letters += chunk.letters;
      latinLetters += chunk.latinLetters;
      inSentence += chunk.before;
      for (const more of chunk.after) {
        if (inSentence >= shortest) sentences++;
        inSentence = more;
      }
    }
    start = at + 1;
    hash = 0;
  }
  if (inSentence >= shortest) sentences++;
  if (sentences === 0 && text !== '') sentences = 1;
  last = { text, chunks, words, length, sentences, letters, latinLetters };
  return last;
}

/** Chunks come again and again, so each is read once. Emptied when it has grown large. */
const known = new Map<string, Chunk>();
const mostKnown = 200_000;
/** The last one met for each hash of characters, so that a text is looked through without being cut up. */
const places = 1 << 17;
const met: (Chunk | null)[] = new Array<null>(places).fill(null);

function chunkAt(text: string, start: number, end: number, hash: number): Chunk {
  const place = (hash ^ (hash >>> 16)) & (places - 1);
  const likely = met[place];
  if (likely != null && stands(likely.text, text, start, end)) return likely;
  const part = text.slice(start, end);
  let chunk = known.get(part);
  if (chunk === undefined) {
    if (known.size >= mostKnown) known.clear();
    chunk = readChunk(part);
    known.set(part, chunk);
  }
  met[place] = chunk;
  return chunk;
}

function stands(part: string, text: string, start: number, end: number): boolean {
  if (part.length !== end - start) return false;
  for (let at = 0; at < part.length; at++)
    if (part.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}
