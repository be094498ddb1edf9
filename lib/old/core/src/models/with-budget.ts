import { AgoraError } from 'agora-voting';
import { check, settings as shape, whole } from 'agora-voting/internal';
import { BudgetAccount, budgetSettings, type Budget, type Spending } from './budget-account';
import { aModel, wrap, type ChatModel, type ChatRequest, type Usage } from './chat-model';
import { countMessages } from './count-tokens';
import { endsWaiting } from './on-abort';
import { costOf, freeOfCharge, pricesOf, pricesSettings, type Prices } from './prices';

export interface BudgetSettings {
  /** US dollars per million tokens. Default: the model's own prices, or the list prices. */
  readonly prices?: Prices;
  /** What an earlier part of the same run has spent. */
  readonly spent?: Partial<Spending>;
  /** The expected longest answer, in tokens, before any was seen, if `maxTokens` is not set. Default 1,024. */
  readonly firstOutputGuess?: number;
}

const known = shape({
  prices: pricesSettings.optional(),
  spent: budgetSettings.optional(),
  firstOutputGuess: whole(0).optional(),
});

/**
 * Stops before the call that could exceed the budget. Each call reserves its prompt's tokens and its longest possible
 * output. Prompt tokens are counted, and scaled by the highest ratio of reported to counted tokens so far. The output
 * is `maxTokens`, or the longest answer so far. So the calls in flight together stay within the budget, unless an
 * answer is longer than all before. Afterwards the actual usage is charged; failed calls and cached replies cost
 * nothing.
 *
 * @param budget - limits, or an account that several models share
 * @throws AgoraError 'setting' when the cost is limited and a call's price is unknown
 * @example
 * const model = models.withBudget(models.simulated(), { tokens: 1_000_000, cost: 5 });
 */
export function withBudget(
  model: ChatModel,
  budget: Budget | BudgetAccount,
  settings: BudgetSettings = {},
): ChatModel {
  check('withBudget', aModel, model);
  check('withBudget', known, settings);
  const account = budget instanceof BudgetAccount ? budget : new BudgetAccount(budget, settings.spent);
  if (account.budget.cost !== undefined && (settings.prices ?? pricesOf(model)) === undefined) {
    throw new AgoraError(
      'setting',
      `A budget of cost needs to know what ${model.name} costs. Pass prices: { inputPerMillion, outputPerMillion } ` +
        'in US dollars with the model or the budget, or limit tokens instead.',
    );
  }
  let longest = 0;
  let scale = 1;
  const expected = (request: ChatRequest, counted: number): Usage => ({
    inputTokens: Math.ceil(counted * scale),
    outputTokens:
      request.sampling?.maxTokens ?? (longest > 0 ? longest : (settings.firstOutputGuess ?? 1024)),
    counted: 'tokenizer',
  });
  return wrap(model, async (inner, request, options) => {
    const prices = settings.prices ?? pricesOf(model, request.call) ?? freeOfCharge;
    const counted = countMessages(request.messages);
    const amount = spending(expected(request, counted), prices);
    await account.reserve(amount, endsWaiting(options));
    let paid: Spending = { tokens: 0, cost: 0 };
    try {
      const reply = await inner.chat(request, options);
      if (!reply.cached) {
        paid = spending(reply.usage, prices);
        longest = Math.max(longest, reply.usage.outputTokens);
        scale = Math.max(scale, reply.usage.inputTokens / counted);
      }
      return reply;
    } finally {
      account.settle(amount, paid);
    }
  });
}

function spending(usage: Usage, prices: Prices): Spending {
  return { tokens: usage.inputTokens + usage.outputTokens, cost: costOf(usage, prices) };
}
