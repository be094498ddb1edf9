import { z } from 'zod';
import { check } from 'agora-voting/internal';
import type { ChatMessage } from './chat-model';

/** The overhead of the chat format: three tokens per message and one for its role, and three to begin the answer. */
const tokensPerMessage = 4;
const tokensToBegin = 3;

/**
 * Token counts of lines and pieces of lines. Prompts repeat with small additions. The cache is emptied when it is
 * full.
 */
const counts = new Map<string, number>();
const mostCounts = 20_000;

/**
 * A line, up to the last line feed of the blank lines after it. A slash after a line feed belongs to the line before.
 */
const lines = /[^\n]*(?:\n(?:\s*\n)?\/[^\n]*)*(?:\n(?:\s*\n)?)?/g;
/**
 * A phrase, up to its punctuation mark or number. If there is none within 200 characters: up to 200 characters that
 * end before a space, after a word, or where digits begin. Otherwise digits, blanks, or 200 characters.
 */
const pieces = new RegExp(
  [
    /[^]{0,199}?(?:[.,;:?!\p{N}](?= )|\p{N}(?=[,}\]])|$)/u,
    /[^]{0,199}(?:\S(?= )|[\p{L}\p{N}](?=[^\p{L}\p{M}\p{N}'’])|[^\s\p{N}](?=\p{N}))/u,
    /\s?\p{N}{198}/u,
    /\s{0,999}\n|\s{1,1000}(?!\S)/u,
    /[^]{1,200}/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/**
 * Tokens of a text in the o200k encoding (gpt-4o and later); an estimate for other models. The text is counted in
 * lines and pieces of lines. No token of the encoding crosses their borders, so the sum is exact, with two
 * exceptions: words and rows of marks of more than 200 characters, and more than 1,000 blanks, are cut, because the
 * encoder takes quadratic time.
 * @example
 * models.countTokens('hello world'); // => 2
 */
export function countTokens(text: string): number {
  check('countTokens', aText, text);
  return sum(text.match(lines), countLine);
}

/**
 * Tokens of a whole prompt, with the overhead of the chat format for each message.
 */
export function countMessages(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + tokensPerMessage + countTokens(content), tokensToBegin);
}

const countLine = (line: string): number => remembered(line, () => sum(line.match(pieces), countPiece));
const countPiece = (piece: string): number => remembered(piece, () => (encode ??= load())(piece));

function sum(parts: readonly string[] | null, count: (part: string) => number): number {
  return (parts ?? []).reduce((total, part) => total + count(part), 0);
}

function remembered(text: string, count: () => number): number {
  const known = counts.get(text);
  if (known !== undefined) return known;
  if (counts.size >= mostCounts) counts.clear();
  const counted = count();
  // Makes a copy: a slice would keep the whole prompt in memory.
  counts.set(Buffer.from(text, 'utf16le').toString('utf16le'), counted);
  return counted;
}

let encode: ((text: string) => number) | undefined;

const aText = z.string({ error: 'a text' });

/** Loads the vocabulary at the first count, since loading takes a third of a second. */
function load(): (text: string) => number {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const encoding = require('gpt-tokenizer/encoding/o200k_base') as {
    countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
  };
  // A marker such as <|endoftext|> in a prompt counts as ordinary text.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => encoding.countTokens(text, options);
}
