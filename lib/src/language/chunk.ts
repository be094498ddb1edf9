/** What stands between two spaces, most often one word, and what the counts need to know about it. */
export interface Chunk {
  readonly text: string;
  /** Its words, without punctuation. */
  readonly words: readonly string[];
  /** How many words it counts for: more than those where a script puts no space between words. */
  readonly length: number;
  /** How many words stand before its first run of . ! ? */
  readonly before: number;
  /** How many words stand after each such run: "end." gives [0]. */
  readonly after: readonly number[];
  readonly letters: number;
  readonly latinLetters: number;
  /** Of all its words; -1 until somebody asks. */
  syllables: number;
}

/** A word holds letters and digits of any script, and the underscore. Marks, signs and emoji are none. */
const inWord = /[\p{L}\p{N}_]/u;
const punctuation = /'(?![tsd]|ve|ll|re)|[^\p{L}\p{N}_\s']/gu;
/** The same for ASCII, several times as fast. */
const inAsciiWord = /\w/;
const asciiPunctuation = /'(?![tsd]|ve|ll|re)|[^\w\s']/g;
const notAscii = /[^\x00-\x7f]/; // eslint-disable-line no-control-regex -- the range of ASCII begins with one
/** Scripts that put no space between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

export function readChunk(text: string): Chunk {
  return plain(text) ?? read(text);
}

const none: readonly number[] = [];
const one: readonly number[] = [0];

/** The quick way for most chunks of English: letters, and one mark at their end. */
function plain(text: string): Chunk | undefined {
  const [, word, mark] = /^([A-Za-z]+)([.!?,;:]?)$/.exec(text) ?? [];
  if (word === undefined || mark === undefined) return undefined;
  const letters = word.length;
  const after = mark === '.' || mark === '!' || mark === '?' ? one : none;
  return { text, words: [word], length: 1, before: 1, after, letters, latinLetters: letters, syllables: -1 };
}

function read(text: string): Chunk {
  const ascii = !notAscii.test(text);
  const words = tokens(text.replace(ascii ? asciiPunctuation : punctuation, ''));
  const holdsWord = ascii ? inAsciiWord : inWord;
  const wordsIn = (piece: string) => tokens(piece).filter((token) => holdsWord.test(token)).length;
  const [before = 0, ...after] = text.split(/[.!?]+/).map(wordsIn);
  const letters = text.match(ascii ? /[a-z]/gi : /\p{L}/gu)?.length ?? 0;
  return {
    text,
    words,
    length: !ascii && unspaced.test(text) ? lengthOf(text) : words.length,
    before,
    after,
    letters,
    latinLetters: ascii ? letters : (text.match(/\p{sc=Latin}/gu)?.length ?? 0),
    syllables: -1,
  };
}

const tokens = (text: string): string[] => text.split(/\s+/).filter((token) => token !== '');

let segmenter: Intl.Segmenter | undefined;

function lengthOf(text: string): number {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  let length = 0;
  for (const token of tokens(text)) {
    if (!unspaced.test(token)) length += inWord.test(token) ? 1 : 0;
    else for (const segment of segmenter.segment(token)) if (segment.isWordLike) length++;
  }
  return length;
}
