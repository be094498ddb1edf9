import { z } from 'zod';
import { check } from 'agora-voting/internal';
import type { ChatMessage } from './chat-model';

/** What the chat format itself takes: three tokens a message and one for its role, and three to begin the answer. */
const tokensPerMessage = 4;
const tokensToBegin = 3;

/** Counts of lines and pieces of lines, as prompts come again and again with a little added; forgotten when it is full. */
const counts = new Map<string, number>();
const mostCounts = 20_000;

/** A line to the last line feed of the blank lines behind it; a slash behind a line feed belongs to the line before. */
const lines = /[^\n]*(?:\n(?:\s*\n)?\/[^\n]*)*(?:\n(?:\s*\n)?)?/g;
/**
 * A phrase, to its mark or number; where there is none within 200 characters, up to 200 that end before a space, behind
 * a word, or where digits begin; else digits, blanks, or 200 characters.
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
 * Tokens of a text by the o200k encoding (gpt-4o and later). For other models this is an estimate. A text is counted by
 * lines and pieces of lines that none of the encoding's own tokens crosses, so the sum is exact, but for words and rows
 * of marks of more than 200 characters, and more than 1,000 blanks: they are cut, as the encoder takes quadratic time.
 * @example
 * models.countTokens('hello world'); // => 2
 */
export function countTokens(text: string): number {
  check('countTokens', aText, text);
  return sum(text.match(lines), countLine);
}

/**
 * Tokens of a whole prompt, with what the chat format adds around each message.
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
  // A copy: a slice would keep the whole prompt that it was cut from in memory.
  counts.set(Buffer.from(text, 'utf16le').toString('utf16le'), counted);
  return counted;
}

let encode: ((text: string) => number) | undefined;

const aText = z.string({ error: 'a text' });

/** Loads the vocabulary when the first count is wanted: it takes a third of a second. */
function load(): (text: string) => number {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const encoding = require('gpt-tokenizer/encoding/o200k_base') as {
    countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
  };
  // A marker such as <|endoftext|> in a prompt is text like any other.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => encoding.countTokens(text, options);
}
