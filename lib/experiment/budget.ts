import { AgoraError } from '../error';
import type { Model } from '../models/model';
import { priceOf, type Price } from '../models/prices';

/** The most that a run may use. */
export interface Budget {
  readonly limit: number;
  /** What these tokens cost, in the unit of the limit. */
  cost(tokens: { readonly input: number; readonly output: number }): number;
  show(amount: number): string;
}

/**
 * A budget of tokens, or of dollars at the price of the model. Tokens that the endpoint caches cost as much as others.
 *
 * @throws AgoraError if the price of the model is not known, or the budget is no positive number
 */
export function budgetOf(budget: number | { readonly dollars: number } | undefined, model: Model): Budget {
  const limit = typeof budget === 'object' ? budget.dollars : (budget ?? Number.POSITIVE_INFINITY);
  if (!(limit > 0)) throw new AgoraError(`budget must be above 0, not ${String(limit)}.`);
  if (typeof budget !== 'object')
    return { limit, cost: ({ input, output }) => input + output, show: (amount) => `${amount} tokens` };
  const price = priceOf(model);
  if (price === undefined)
    throw new AgoraError(
      `The price of ${model.name} is not known. Pass price: { input, output } to the model, in dollars per million tokens, or a budget of tokens.`,
    );
  return { limit, cost: (tokens) => dollars(tokens, price), show: (amount) => `$${amount.toFixed(2)}` };
}

/** What tokens cost, in dollars. */
export const dollars = (tokens: { readonly input: number; readonly output: number }, price: Price): number =>
  (tokens.input * price.input + tokens.output * price.output) / 1e6;
