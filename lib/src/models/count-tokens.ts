import type { ChatMessage } from './chat-model';
import { fresh, RecentTexts } from './recent-texts';

/** What the chat format itself takes: three tokens a message and one for its role, and three to begin the answer. */
const tokensPerMessage = 4;
const tokensToBegin = 3;

/** Room for counts: so many lines and sentences, of so many characters together. Then the memory starts anew. */
const maxPieces = 50_000;
const maxCharacters = 4_000_000;

/** Texts of this length and more are prompts, and worth comparing with the next one. */
const longText = 1000;

const counts = new Map<string, number>();
const prompts = new RecentTexts(8);
let characters = 0;
let countPlainly: ((text: string) => number) | undefined;

/**
 * Tokens of a text by the o200k encoding (gpt-4o and later). For other models this is an estimate.
 *
 * Prompts grow by appending and share most of their lines, and agents that act at once are asked nearly the same: so
 * counts are remembered by line and by sentence, and a prompt is counted from where it parts from one of the last.
 * The sum is exact: no piece that the encoding's own splitter makes crosses the places where texts are cut here.
 */
export function countTokens(text: string): number {
  const isPrompt = text.length >= longText;
  const counted = isPrompt ? prompts.longestStart(text) : fresh(text);
  const { ends, totals } = counted;
  let total = totals.at(-1) ?? 0;
  for (let from = ends.at(-1) ?? 0; from < text.length;) {
    const to = endOfLine(text, from);
    total += countLine(text.slice(from, to));
    ends.push((from = to));
    totals.push(total);
  }
  if (isPrompt) prompts.remember(counted);
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
  const known = counts.get(line);
  if (known !== undefined) return known;
  let total = 0;
  for (let from = 0; from < line.length;) {
    const to = endOfSentence(line, from);
    total += countPiece(line.slice(from, to));
    from = to;
  }
  return remember(line, total);
}

/** Before a space after a punctuation mark: every piece of the splitter's that holds the mark ends there. */
function endOfSentence(line: string, from: number): number {
  for (let space = line.indexOf(' ', from + 1); space >= 0; space = line.indexOf(' ', space + 1)) {
    if ('.;:?!'.includes(line[space - 1] as string)) return space;
  }
  return line.length;
}

function countPiece(piece: string): number {
  return counts.get(piece) ?? remember(piece, (countPlainly ??= load())(piece));
}

function remember(text: string, count: number): number {
  if (counts.size >= maxPieces || characters + text.length > maxCharacters) {
    counts.clear();
    characters = 0;
  }
  // A copy: a slice would keep the whole prompt that it was cut from in memory.
  counts.set(Buffer.from(text, 'utf16le').toString('utf16le'), count);
  characters += text.length;
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
