import type { JsonSchema } from 'agora-voting/internal';
import type { EconomyInstance } from './types';

/**
 * The words of the economy. Content from RoundTable, Figures 16 and 17, in our own words: what everybody is told,
 * and what one agent alone is told. That the group is measured by its total utility is told to nobody.
 */
export function taskText(instance: EconomyInstance): string {
  const stock = instance.goods.map((good, place) => `${showAmount(instance.supply[place] ?? 0)} ${good}`);
  return [
    `You take part in a market that meets again and again. Its ${instance.agents.length} agents are ${enumerate(instance.agents)}.`,
    `There are ${instance.goods.length} kinds of goods, and in all ${enumerate(stock)} to share out.`,
    'Together, the agents decide how much of each good every agent gets.',
    'Your own goal is to make your own utility as large as you can.',
  ].join('\n');
}

/** Figure 17: the agent's own utility function, which no other agent is shown. */
export function backgroundText(instance: EconomyInstance, agent: number): string {
  return [
    'By talking, proposing and voting, bring about the allocation that gives you the highest utility.',
    `Your utility is ${utilityFormula(instance.goods, instance.exponents[agent] ?? [])}, where each name stands for the amount of that good that you get.`,
  ].join('\n');
}

/** "apples^0.8 * bread^0.1 * cheese^0.1"; goods that do not matter are left out. */
function utilityFormula(goods: readonly string[], exponents: readonly number[]): string {
  return goods
    .flatMap((good, place) => {
      const exponent = exponents[place] ?? 0;
      return exponent > 0 ? [`${good}^${Number(exponent.toFixed(4))}`] : [];
    })
    .join(' * ');
}

/**
 * The limits on shares are written as sums: small models gave everything to everybody, also when words
 * said that shares may add up to at most the supply.
 */
export function formatText(instance: EconomyInstance): string {
  const { agents, goods, supply } = instance;
  const bundle = goods.map((good) => `${JSON.stringify(good)}: <amount>`).join(', ');
  const entries = agents.map((agent) => `${JSON.stringify(agent)}: {${bundle}}`).join(', ');
  const sums = goods.map((good, place) => {
    const shares = agents.map((agent) => `${good} of ${agent}`).join(' + ');
    return `- ${shares} <= ${showAmount(supply[place] ?? 0)}`;
  });
  return [
    `{${entries}}`,
    'Each amount is a number of at least 0. What one agent gets, no other can have:',
    ...sums,
  ].join('\n');
}

export function formatSchema(instance: EconomyInstance): JsonSchema {
  const amounts = instance.goods.map((good, place): [string, JsonSchema] => [
    good,
    { type: 'number', minimum: 0, maximum: instance.supply[place] ?? 0 },
  ]);
  const bundle = objectOf(amounts);
  return objectOf(instance.agents.map((agent): [string, JsonSchema] => [agent, bundle]));
}

function objectOf(properties: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

function enumerate(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** An amount as prompts show it: at most six decimals, no trailing zeros. */
export function showAmount(amount: number): string {
  return String(Number(amount.toFixed(6)));
}
