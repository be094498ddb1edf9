import type { ChatMessage } from './chat-model';

/** What the chat format itself takes: three tokens a message and one for its role, and three to begin the answer. */
const tokensPerMessage = 4;
const tokensToBegin = 3;

/** Room for counts: so many lines, of so many characters together. Then the memory starts anew. */
const maxLines = 100_000;
const maxCharacters = 16_000_000;

const counts = new Map<string, number>();
let characters = 0;
let countPlainly: ((text: string) => number) | undefined;

/**
 * Tokens of a text by the o200k encoding (gpt-4o and later). For other models this is an estimate.
 *
 * Prompts grow by appending and share most of their lines, so counts are remembered by line. The sum is exact:
 * no piece that the encoding's own splitter makes crosses the places where lines are cut here.
 */
export function countTokens(text: string): number {
  let total = 0;
  for (let from = 0; from < text.length;) {
    const to = endOfLine(text, from);
    total += countLine(text.slice(from, to));
    from = to;
  }
  return total;
}

/** Tokens of a whole prompt, with what the chat format adds around each message. */
export function countMessages(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + tokensPerMessage + countTokens(content), tokensToBegin);
}

/** Where the line ends: after all line feeds that follow it, blank lines included, and not before a slash. */
function endOfLine(text: string, from: number): number {
  let feed = text.indexOf('\n', from);
  while (feed >= 0) {
    let next = feed + 1;
    while (next < text.length && isSpace(text.charCodeAt(next))) {
      if (text.charCodeAt(next) === 10) feed = next;
      next++;
    }
    if (text.charCodeAt(feed + 1) !== 47) return feed + 1;
    feed = text.indexOf('\n', feed + 1);
  }
  return text.length;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)));
}

function countLine(line: string): number {
  const remembered = counts.get(line);
  if (remembered !== undefined) return remembered;
  const count = (countPlainly ??= load())(line);
  if (counts.size >= maxLines || characters + line.length > maxCharacters) {
    counts.clear();
    characters = 0;
  }
  // A copy: a slice would keep the whole prompt that it was cut from in memory.
  counts.set(Buffer.from(line, 'utf16le').toString('utf16le'), count);
  characters += line.length;
  return count;
}

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
