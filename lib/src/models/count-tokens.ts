import type { ChatMessage } from './chat-model';
import { type CountedText, fresh, RecentTexts } from './recent-texts';

/** What the chat format itself takes: three tokens a message and one for its role, and three to begin the answer. */
const tokensPerMessage = 4;
const tokensToBegin = 3;

/** Room for counts: so many lines and phrases, of so many characters together. Then the memory starts anew. */
const maxPieces = 20_000;
const maxCharacters = 2_000_000;

/** Texts of this length and more are prompts, and so long a section of one is worth comparing with earlier ones. */
const promptLength = 1000;
const sectionLength = 200;

const counts = new Map<string, number>();
const prompts: { readonly text: string; readonly total: number }[] = [];
const sections = new RecentTexts(12);
let characters = 0;
let countPlainly: ((text: string) => number) | undefined;

/**
 * Tokens of a text by the o200k encoding (gpt-4o and later). For other models this is an estimate.
 *
 * Prompts come again and again with a little added or changed. So counts are remembered by line and by phrase, and
 * sections (they begin with "#") are counted from where they part from an earlier one. The sum is exact: no piece that
 * the encoding's own splitter makes crosses the places where texts are cut here.
 */
export function countTokens(text: string): number {
  if (text.length < promptLength) return countTo(fresh(text), countPhrases);
  const known = prompts.find((prompt) => prompt.text === text);
  if (known !== undefined) return known.total;
  let total = 0;
  for (let from = 0; from < text.length;) {
    const feed = text.indexOf('\n#', from);
    const to = feed < 0 ? text.length : feed + 1;
    total += countSection(text.slice(from, to));
    from = to;
  }
  prompts.push({ text, total });
  if (prompts.length > 6) prompts.shift();
  return total;
}

/** Tokens of a whole prompt, with what the chat format adds around each message. */
export function countMessages(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + tokensPerMessage + countTokens(content), tokensToBegin);
}

function countSection(section: string): number {
  if (section.length < sectionLength) return countTo(fresh(section), countLine);
  const known = sections.find(section);
  return known === undefined ? countTo(sections.begin(section), countLine) : (known.totals.at(-1) ?? 0);
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
