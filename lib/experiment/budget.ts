import { AgoraError } from '../error';
import type { Model } from '../models/model';
import { priceOf, type Price } from '../models/prices';

/** A limit on the tokens or dollars that a run uses. */
export interface Budget {
  readonly limit: number;
  /** Returns the cost of the tokens, in the same unit as `limit`. */
  cost(tokens: { readonly input: number; readonly output: number }): number;
  show(amount: number): string;
}

/**
 * Creates a budget in tokens, or in dollars at the model's price. Cached tokens are counted at the full price.
 *
 * @throws AgoraError if the model's price is unknown, or if the budget is not a positive number
 */
export function budgetOf(budget: number | { readonly dollars: number } | undefined, model: Model): Budget {
  const limit = typeof budget === 'object' ? budget.dollars : (budget ?? Number.POSITIVE_INFINITY);
  if (typeof limit !== 'number' || !(limit > 0))
    throw new AgoraError(
      `budget must be a positive number of tokens or an amount such as { dollars: 2 }, not ${JSON.stringify(budget)}.`,
    );
  if (typeof budget !== 'object')
    return { limit, cost: ({ input, output }) => input + output, show: (amount) => `${amount} tokens` };
  const price = priceOf(model);
  if (price === undefined)
    throw new AgoraError(
      `The price of ${model.name} is unknown. Pass price: { input, output } to the model, in dollars per million tokens, or set a budget in tokens.`,
    );
  return {
    limit,
    cost: (tokens) => dollars(tokens, price),
    show: (amount) => `$${amount.toFixed(amount < 1 ? 4 : 2)}`,
  };
}

/** Returns the cost of tokens in dollars. */
export const dollars = (tokens: { readonly input: number; readonly output: number }, price: Price): number =>
  (tokens.input * price.input + tokens.output * price.output) / 1e6;
