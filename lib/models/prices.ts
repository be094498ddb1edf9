import type { Model } from './model';

/** A price in dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/**
 * List prices as of late 2025, without discounts for cached or batched tokens. A model has the price of the longest key
 * that its name starts with. Pass `price` to the model if its vendor charges a different price.
 */
const listPrices: Readonly<Record<string, Price>> = {
  'gpt-4o': { input: 2.5, output: 10 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
  'gpt-4.1': { input: 2, output: 8 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4 },
  'gpt-5': { input: 1.25, output: 10 },
  'gpt-5-mini': { input: 0.25, output: 2 },
  'gpt-5-nano': { input: 0.05, output: 0.4 },
  'gpt-5-pro': { input: 15, output: 120 },
  o3: { input: 2, output: 8 },
  'o3-mini': { input: 1.1, output: 4.4 },
  'o4-mini': { input: 1.1, output: 4.4 },
  'claude-opus-4': { input: 15, output: 75 },
  'claude-opus-4-5': { input: 5, output: 25 },
  'claude-sonnet-4': { input: 3, output: 15 },
  'claude-haiku-4-5': { input: 1, output: 5 },
  'claude-3-5-haiku': { input: 0.8, output: 4 },
  'gemini-2.5-pro': { input: 1.25, output: 10 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5 },
  'gemini-2.5-flash-lite': { input: 0.1, output: 0.4 },
  'gemini-2.0-flash': { input: 0.1, output: 0.4 },
  'gemini-2.0-flash-lite': { input: 0.075, output: 0.3 },
};

/**
 * Matches a version suffix such as "-2025-08-07", "-latest" or "-preview-05-20". The suffixes "-pro" and "-lite" do not
 * match, because they name other models.
 */
const isVersion = /^[-@](?:\d|latest|preview|chat-latest|exp)/;

/** Returns a model's price, or undefined if the price is unknown. Ignores a router's prefix, such as "openai/". */
export function priceOf({ name, price }: Pick<Model, 'name' | 'price'>): Price | undefined {
  if (price !== undefined) return price;
  const bare = name.slice(name.lastIndexOf('/') + 1);
  const [known] = Object.keys(listPrices)
    .filter((one) => bare === one || (bare.startsWith(one) && isVersion.test(bare.slice(one.length))))
    .sort((a, b) => b.length - a.length);
  return known === undefined ? undefined : listPrices[known];
}
