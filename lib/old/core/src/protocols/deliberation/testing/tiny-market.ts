import type { Environment } from '../../../environments';

/** What each agent's purse contains; they buy together. */
export interface Market {
  readonly purses: Readonly<Record<string, number>>;
}
type Basket = readonly string[];

const prices: Readonly<Record<string, number>> = { apple: 3, bread: 4, cheese: 8, dates: 9 };
const goods = Object.keys(prices);
/** Everything is worth its price, so the best basket costs as much of the money as possible. */
const cost = (basket: Basket): number => basket.reduce((sum, good) => sum + (prices[good] ?? 0), 0);

function bestFor(money: number): Basket {
  const baskets = goods.reduce<Basket[]>((all, good) => [...all, ...all.map((one) => [...one, good])], [[]]);
  return baskets
    .filter((one) => cost(one) <= money)
    .reduce((best, one) => (cost(one) > cost(best) ? one : best), []);
}

const readMoney = (value: unknown): number | undefined => {
  const { money } = (value ?? {}) as { money?: unknown };
  return typeof money === 'number' ? money : undefined;
};

/**
 * The smallest joint decision: everybody sees only its own purse, and all purses together pay for the basket. Its
 * members add up what they are told, without errors.
 * @param leader - the leader's name, if there is one
 */
export function tinyMarket(
  purses: Readonly<Record<string, number>> = { Ann: 3, Ben: 6 },
  leader?: string,
): Environment<Market, Basket> {
  return {
    name: 'tiny-market',
    settings: {},
    instance: () => ({ purses }),
    agents: () =>
      Object.entries(purses).map(([name, money]) => ({
        name,
        background: `Your purse holds ${money}.`,
        ...(leader !== undefined && { role: name === leader ? 'leader' : 'worker' }),
      })),
    task: () => `Buy together. Prices: ${JSON.stringify(prices)}`,
    proposalFormat: () => ({ text: '["good", ...]', schema: () => ({ type: 'array' }) }),
    readProposal: (_, value) => {
      const isBasket = Array.isArray(value) && value.every((good) => typeof good === 'string');
      const strange = isBasket ? value.find((good) => !goods.includes(good)) : undefined;
      if (!isBasket) return { ok: false, reason: 'a basket is a list of goods' };
      return strange === undefined
        ? { ok: true, value: value }
        : { ok: false, reason: `there is no ${strange}` };
    },
    proposalKey: (basket) => [...basket].sort().join(),
    showProposal: (_, basket) => basket.join(', ') || 'nothing',
    score: ({ purses }, basket) => {
      const money = Object.values(purses).reduce((sum, one) => sum + one, 0);
      const valid = basket !== null && basket.length > 0 && cost(basket) <= money;
      const optimum = cost(bestFor(money));
      return { valid, normalized: valid && basket !== null && optimum > 0 ? cost(basket) / optimum : 0 };
    },
    observe: ({ purses }, agent) => purses[agent] ?? 0,
    beliefs: {
      format: () => '{"money": <all money>}',
      read: (_, value) => {
        const money = readMoney(value);
        const unknown = Object.keys(value ?? {}).filter((name) => name !== 'money');
        if (money === undefined) return { ok: false, reason: '"money" is missing' };
        const negative = money < 0 ? ['money'] : [];
        return { ok: true, value: { belief: { money: Math.max(0, money) }, unknown, missing: [], negative } };
      },
      write: (_, belief) => belief,
      errors: ({ purses }, belief) => {
        const truth = Object.values(purses).reduce((sum, one) => sum + one, 0);
        const off = (readMoney(belief) ?? 0) - truth;
        return { hallucination: off > 0 ? 1 : 0, publicError: Math.abs(off) / truth };
      },
    },
    solver: {
      solve: (_, belief) => {
        const proposal = bestFor(readMoney(belief) ?? 0);
        return Promise.resolve({ proposal, reward: cost(proposal) });
      },
      calculate: (_, belief, basket) => {
        const money = readMoney(belief) ?? 0;
        const possible = goods.filter((good) => (prices[good] ?? 0) <= money);
        return { possible, ...(basket !== null && { short: Math.max(0, cost(basket) - money) }) };
      },
    },
    simulatedAgent: {
      believe: ({ observed, messages, agent }) => {
        const told = new Map<string, number>([[agent, observed as number]]);
        for (const { from, text } of messages) {
          const money = /My purse holds (\d+)\./.exec(text)?.[1];
          if (from !== agent && money !== undefined) told.set(from, Number(money));
        }
        return { money: [...told.values()].reduce((sum, one) => sum + one, 0) };
      },
      utility: ({ belief }, basket) => (cost(basket) <= (readMoney(belief) ?? 0) ? cost(basket) : -1),
      options: ({ belief }) => [bestFor(readMoney(belief) ?? 0)],
      sentence: ({ observed }) => `My purse holds ${observed as number}.`,
    },
  };
}
