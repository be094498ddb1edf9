import type { ChatMessage } from './chat-model';
import { type CountedText, fresh, RecentTexts } from './recent-texts';

/** What the chat format itself takes: three tokens a message and one for its role, and three to begin the answer. */
const tokensPerMessage = 4;
const tokensToBegin = 3;

/** Room for counts: so many lines and phrases, of so many characters together. Then the memory starts anew. */
const maxPieces = 50_000;
const maxCharacters = 4_000_000;

/** Texts of this length and more are prompts, and worth comparing with the next one. */
const longText = 1000;

const counts = new Map<string, number>();
const prompts = new RecentTexts(6);
let characters = 0;
let countPlainly: ((text: string) => number) | undefined;

/**
 * Tokens of a text by the o200k encoding (gpt-4o and later). For other models this is an estimate.
 *
 * Prompts grow by appending and share most of their lines, and agents that act at once are asked nearly the same: so
 * counts are remembered by line and by phrase, and a prompt is counted from where it parts from one of the last.
 * The sum is exact: no piece that the encoding's own splitter makes crosses the places where texts are cut here.
 */
export function countTokens(text: string): number {
  if (text.length < longText) return countTo(fresh(text), countPhrases);
  const known = prompts.find(text);
  return known === undefined ? countTo(prompts.begin(text), countLine) : (known.totals.at(-1) ?? 0);
}

/** Tokens of a whole prompt, with what the chat format adds around each message. */
export function countMessages(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + tokensPerMessage + countTokens(content), tokensToBegin);
}

/** Counts the rest of a text, line by line. */
function countTo({ text, ends, totals }: CountedText, count: (line: string) => number): number {
  let total = totals.at(-1) ?? 0;
  for (let from = ends.at(-1) ?? 0; from < text.length;) {
    const to = endOfLine(text, from);
    total += count(text.slice(from, to));
    ends.push((from = to));
    totals.push(total);
  }
  return total;
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
  return counts.get(line) ?? remember(line, countPhrases(line));
}

function countPhrases(line: string): number {
  let total = 0;
  for (let from = 0; from < line.length;) {
    const to = endOfPhrase(line, from);
    total += countPhrase(line.slice(from, to));
    from = to;
  }
  return total;
}

/**
 * After a punctuation mark or a number that a space follows, or a number that JSON goes on after: the splitter's pieces
 * hold a space at their beginning only, and digits together with nothing else.
 */
const phraseEnd = /[.,;:?!0-9](?= )|[0-9](?=[,}\]])/g;

function endOfPhrase(line: string, from: number): number {
  phraseEnd.lastIndex = from;
  return phraseEnd.test(line) ? phraseEnd.lastIndex : line.length;
}

function countPhrase(phrase: string): number {
  return counts.get(phrase) ?? remember(phrase, (countPlainly ??= load())(phrase));
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
