import type { ChatModel } from './chat-model';
import type { PricedModel } from './prices';

/** The same model (name, evidence, settings, prices) with something added to how it is asked. */
export function wrap(model: PricedModel, chat: ChatModel['chat']): PricedModel {
  const { name, evidence, settings, pricesOf } = model;
  return { name, evidence, settings, chat, ...(pricesOf === undefined ? {} : { pricesOf }) };
}
