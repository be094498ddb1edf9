import { number, settings } from 'agora-voting/internal';
import type { CallIdentity, ChatModel, Usage } from './chat-model';

/** Prices of tokens, in US dollars per million. */
export interface Prices {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

export const pricesSettings = settings({ inputPerMillion: number(0), outputPerMillion: number(0) });

export const freeOfCharge: Prices = { inputPerMillion: 0, outputPerMillion: 0 };

/**
 * List prices of the hosted models in the papers, as their provider announced them. Prices change: pass `prices`
 * yourself if they matter.
 */
const known: ReadonlyMap<string, Prices> = new Map([
  // Announced 18 July 2024.
  ['gpt-4o-mini-2024-07-18', { inputPerMillion: 0.15, outputPerMillion: 0.6 }],
  // The undated name has meant the model of 18 July 2024 since then.
  ['gpt-4o-mini', { inputPerMillion: 0.15, outputPerMillion: 0.6 }],
  // Announced 13 May 2024.
  ['gpt-4o-2024-05-13', { inputPerMillion: 5, outputPerMillion: 15 }],
  // Announced 6 August 2024. The undated name has meant this model since 2 October 2024.
  ['gpt-4o', { inputPerMillion: 2.5, outputPerMillion: 10 }],
  // Announced 25 January 2024.
  ['gpt-3.5-turbo-0125', { inputPerMillion: 0.5, outputPerMillion: 1.5 }],
  ['gpt-3.5-turbo', { inputPerMillion: 0.5, outputPerMillion: 1.5 }],
]);

/** The list price of a hosted model by its name, or undefined. */
export function knownPrices(model: string): Prices | undefined {
  return known.get(model);
}

/** The prices of a model's calls per million tokens, if known. */
export function pricesOf(model: ChatModel, call?: CallIdentity): Prices | undefined {
  return model.pricesOf === undefined ? knownPrices(model.name) : model.pricesOf(call);
}

/** The share of its prices that an endpoint takes for calls in batches, as OpenAI announced in April 2024. */
export const shareInBatches = 0.5;

/** The prices of a model's calls in batches. */
export function inBatches({ inputPerMillion, outputPerMillion }: Prices): Prices {
  return {
    inputPerMillion: inputPerMillion * shareInBatches,
    outputPerMillion: outputPerMillion * shareInBatches,
  };
}

/** The cost of a call's tokens, in US dollars. */
export function costOf(usage: Pick<Usage, 'inputTokens' | 'outputTokens'>, prices: Prices): number {
  return (usage.inputTokens * prices.inputPerMillion + usage.outputTokens * prices.outputPerMillion) / 1e6;
}
