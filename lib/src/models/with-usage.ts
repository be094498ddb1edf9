import type { ChatModel } from './chat-model';
import { costOf, type PricedModel, type Prices, pricesOf } from './prices';
import type { UsageLedger } from './usage-ledger';
import { wrap } from './wrap';

/**
 * Enters every reply in a ledger. Put it outside a cache to have cached calls counted as such.
 * @param prices - US dollars per million tokens; left out, the model's own or the list price
 */
export function withUsage(model: PricedModel, ledger: UsageLedger, prices?: Prices): ChatModel {
  return wrap(model, async (request, options) => {
    const reply = await model.chat(request, options);
    const price = prices ?? pricesOf(model, request.call);
    const money = price === undefined ? undefined : costOf(reply.usage, price);
    ledger.add(request.call, reply.usage, reply.cached, money);
    return reply;
  });
}
