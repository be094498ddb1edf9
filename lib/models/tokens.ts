import type { Message } from './model';

/** About four characters are a token of English. Costs nothing. */
export const roughTokens = (text: string): number => Math.ceil(text.length / 4);

/** Encoders take quadratic time for a long word, so texts are counted in pieces. That adds a token a piece at most. */
const pieceLength = 1000;

let count: ((text: string) => number) | undefined;

/** Tokens of a text in the o200k encoding, which is an estimate for models that have another one. */
export function countTokens(text: string): number {
  count ??= load();
  let tokens = 0;
  for (let from = 0; from < text.length; from += pieceLength)
    tokens += count(text.slice(from, from + pieceLength));
  return tokens;
}

/** Tokens of a prompt, with the four tokens that the chat format adds to each message. */
export function countMessages(messages: readonly Message[]): number {
  let tokens = 0;
  for (const { content } of messages) tokens += 4 + countTokens(content);
  return tokens;
}

/** The vocabulary is loaded at the first count, because that takes a third of a second. */
function load(): (text: string) => number {
  const encoding =
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require('gpt-tokenizer/encoding/o200k_base') as typeof import('gpt-tokenizer/encoding/o200k_base');
  // A mark such as <|endoftext|> in a prompt is ordinary text.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => encoding.countTokens(text, options);
}
