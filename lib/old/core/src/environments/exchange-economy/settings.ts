import { AgoraError } from 'agora-voting';
import { check, either, listOf, number, oneOf, positive, settings, whole } from 'agora-voting/internal';
import type { EconomyInstance, EconomySettings } from './types';

/** Room for rounding in exponents that are meant to sum to 1. */
const SUM_TOLERANCE = 1e-9;

const exponentRows = listOf('exponents', listOf('exponents', number(0), 1), 1);
const economySettings = settings({
  agents: whole(1, 1000).optional(),
  goods: whole(1, 1000).optional(),
  supply: either('units above 0 of each good', positive(), listOf('units', positive(), 1)).optional(),
  preferences: either(
    '"asymmetric", "symmetric" or "uniform", or a row of exponents for each agent',
    oneOf('asymmetric', 'symmetric', 'uniform'),
    exponentRows,
  ).optional(),
});

/**
 * Settings as an economy, all of them checked.
 * @throws AgoraError 'setting' naming the setting, its value and what is needed
 */
export function resolveSettings(given: EconomySettings): Omit<EconomyInstance, 'optimum'> {
  check('exchangeEconomy', economySettings, given);
  const { preferences = 'asymmetric', agents = 3, goods = agents, supply = 100 } = given;
  const economy = {
    agents: agentNames(agents),
    goods: goodNames(goods),
    supply: typeof supply === 'number' ? Array.from({ length: goods }, () => supply) : [...supply],
    exponents:
      typeof preferences === 'string'
        ? preferenceExponents(preferences, agents, goods)
        : preferences.map((row) => [...row]),
  };
  if (economy.supply.length !== goods) fail(`a supply for each of ${goods} goods`, economy.supply);
  if (economy.exponents.length !== agents)
    fail(`a row of exponents for each of ${agents} agents`, economy.exponents);
  economy.exponents.forEach((row, agent) => checkExponents(row, goods, economy.agents[agent] as string));
  return economy;
}

function checkExponents(row: readonly number[], goods: number, whose: string): void {
  if (row.length !== goods) fail(`${goods} exponents for ${whose}, one per good`, row);
  const sum = row.reduce((total, exponent) => total + exponent, 0);
  if (sum > 1 + SUM_TOLERANCE)
    fail(
      `exponents for ${whose} that sum to at most 1 (with increasing returns the sum of utilities is not concave, and the optimum cannot be certified)`,
      sum,
    );
  if (sum === 0) fail(`at least one exponent above 0 for ${whose}, who wants nothing otherwise`, row);
}

function fail(needed: string, got: unknown): never {
  throw new AgoraError('setting', `exchangeEconomy needs ${needed}, got ${JSON.stringify(got)}`);
}

const goods = [
  'apples',
  'bread',
  'cheese',
  'dates',
  'eggs',
  'figs',
  'grapes',
  'honey',
  'jam',
  'kale',
  'lemons',
  'milk',
];

/** Short everyday words: "apples", "bread", ...; after twelve "good 13", "good 14", ... */
function goodNames(count: number): string[] {
  return Array.from({ length: count }, (_, good) => goods[good] ?? `good ${good + 1}`);
}

/** "Agent A" to "Agent Z", then "Agent AA", "Agent AB", ... */
function agentNames(count: number): string[] {
  return Array.from({ length: count }, (_, agent) => `Agent ${letters(agent)}`);
}

function letters(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last;
}

/** The exponent of the good that an agent prefers. Source: RoundTable, section 4.1. */
const PREFERRED = 0.8;

/**
 * The paper's exponents, a row per agent and a column per good.
 *
 * - asymmetric (section 4.1): 0.8 for the agent's own good, 0.2 / (K - 1) for each other. With fewer goods than
 *   agents, the goods go round again.
 * - symmetric (Appendix D.2): 0.8 for the first good, for everybody. The others get 0.2 / (K - 1), so that exponents sum
 *   to 1 as section 4.1 asks; the appendix prints 0.2 / |I|, and with K = |I| = 3 a sum of 0.8 + 2 x 0.2 / 3 = 0.933.
 * - uniform (Appendix D.2): 1 / K each. The paper writes 1 / |I|, which is the same where goods are as many as agents.
 *
 * With a single good its exponent is 1.
 */
export function preferenceExponents(
  set: 'asymmetric' | 'symmetric' | 'uniform',
  agents: number,
  goods: number,
): number[][] {
  const others = (1 - PREFERRED) / (goods - 1);
  const row = (preferred: number, other: number): number[] =>
    Array.from({ length: goods }, (_, good) => (good === preferred ? PREFERRED : other));
  return Array.from({ length: agents }, (_, agent) => {
    if (set === 'uniform' || goods === 1) return Array.from({ length: goods }, () => 1 / goods);
    return row(set === 'symmetric' ? 0 : agent % goods, others);
  });
}
