import type { Message } from './model';

/** Estimates the number of tokens in a text, at four characters per token, without an encoder. */
export const roughTokens = (text: string): number => Math.ceil(text.length / 4);

/** Encoders take quadratic time for a long word, so texts are counted in pieces. Each cut adds at most one token. */
const pieceLength = 1000;

let count: ((text: string) => number) | undefined;

/** Counts the tokens in a text in the o200k encoding. For models with another encoding, the count is an estimate. */
export function countTokens(text: string): number {
  count ??= load();
  let tokens = 0;
  for (let from = 0; from < text.length; from += pieceLength)
    tokens += count(text.slice(from, from + pieceLength));
  return tokens;
}

/** Counts the tokens in a prompt, including the four tokens that the chat format adds to each message. */
export function countMessages(messages: readonly Message[]): number {
  let tokens = 0;
  for (const { content } of messages) tokens += 4 + countTokens(content);
  return tokens;
}

/** Loads the vocabulary. Loading takes a third of a second, so it is deferred until the first count. */
function load(): (text: string) => number {
  const encoding =
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require('gpt-tokenizer/encoding/o200k_base') as typeof import('gpt-tokenizer/encoding/o200k_base');
  // A special token such as <|endoftext|> in a prompt is ordinary text.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => encoding.countTokens(text, options);
}
