import { z } from 'zod';
import { AgoraError, knownOptions, oneOf, wholeNumber } from '../error';
import type { Random } from '../random';
import type { Environment, JsonObject, Mind } from './environment';
import { cobbDouglas, groupOptimum } from './group-optimum';

/** One economy. `exponents[i][k]` is agent i's exponent of good k, and `optimum` is U_max. */
export type Economy = {
  readonly agents: readonly string[];
  readonly goods: readonly string[];
  /** The number of units of each good. */
  readonly supply: readonly number[];
  readonly exponents: readonly (readonly number[])[];
  readonly optimum: number;
};

/** The units of each good that each agent gets. Goods may be left over. */
export type Allocation = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface EconomyOptions {
  /** The number of agents. The paper uses 3 to 5 agents, with one good per agent. Default: 3. */
  readonly agents?: number;
  /**
   * The agents' exponents: one of the paper's three sets, or your own, with one row per agent and one column per good.
   */
  readonly preferences?: 'asymmetric' | 'symmetric' | 'uniform' | readonly (readonly number[])[];
}

const goodNames = 'apples bread cheese dates eggs figs grapes honey jam kale lemons milk'.split(' ');
/** The tolerance for rounded amounts such as 33.333333, in units of a good. */
const supplyTolerance = 1e-6;

/**
 * Creates the exchange economy, in which agents divide 100 units of each good. Each agent has a Cobb-Douglas utility
 * that the other agents do not know. No agent is told that the group is scored on total utility. Every collaboration
 * repeats the same economy, so confidence intervals over collaborations apply to this economy alone. Source:
 * RoundTable, sections 4.1, D.1 and D.2. The prompts follow Figures 16 and 17.
 */
export function exchangeEconomy(options: EconomyOptions = {}): Environment<Economy, Allocation> {
  knownOptions('exchangeEconomy', options, ['agents', 'preferences']);
  const { preferences = 'asymmetric' } = options;
  const isSet = typeof preferences === 'string';
  if (isSet) oneOf('preferences', preferences, ['asymmetric', 'symmetric', 'uniform']);
  const size = wholeNumber(
    'The number of agents',
    options.agents ?? (isSet ? 3 : preferences.length),
    2,
    100,
  );
  const exponents = isSet ? exponentsOf(preferences, size) : preferences.map((row) => [...row]);
  if (exponents.length !== size)
    throw new AgoraError(
      `Got ${exponents.length} rows of exponents for ${size} agents. Give one row per agent.`,
    );
  const width = exponents[0]!.length;
  if (
    exponents.some(
      (row) => row.length !== width || !row.every((one) => one >= 0) || !row.some((one) => one > 0),
    )
  )
    throw new AgoraError(
      'Each row of exponents needs one number per good. No exponent may be negative, and at least one must be above 0.',
    );
  const goods = (exponents[0] as number[]).map((_, good) => goodNames[good] ?? `good ${good + 1}`);
  const supply = goods.map(() => 100);
  const economy: Economy = {
    agents: exponents.map((_, agent) => `Agent ${letters(agent)}`),
    goods,
    supply,
    exponents,
    optimum: groupOptimum(exponents, supply).total,
  };
  // Build the schema only once. Building it for every reply would double the time that a simulated reply takes.
  const schema = allocationSchema(economy);
  return {
    name: 'exchange-economy',
    settings: { ...economy, preferences: isSet ? preferences : 'own' },
    cases: () => economy,
    agents: (one) => one.agents.map((name, place) => ({ name, background: backgroundText(one, place) })),
    task: taskText,
    proposal: (one) => (one === economy ? schema : allocationSchema(one)),
    form: formText,
    show: showAllocation,
    key: allocationKey,
    score: scoreOf,
    mind: traderMind,
  };
}

/**
 * Returns the paper's exponents, with one row per agent and one column for each of the K goods. Each row sums to 1.
 * - asymmetric (section 4.1): 0.8 for the agent's own good, 0.2 / (K - 1) for each other good.
 * - symmetric (D.2): every agent has 0.8 for the first good and 0.2 / (K - 1) for each other good. The appendix gives
 *   0.2 / |I|, but those exponents would sum to 0.933 with three agents, and section 4.1 says that exponents sum to 1.
 * - uniform (D.2): 1 / K for each good.
 */
function exponentsOf(set: 'asymmetric' | 'symmetric' | 'uniform', size: number): number[][] {
  const places = Array.from({ length: size }, (_, place) => place);
  if (set === 'uniform') return places.map(() => places.map(() => 1 / size));
  const preferredBy = (agent: number): number => (set === 'symmetric' ? 0 : agent);
  const other = (1 - 0.8) / (size - 1);
  return places.map((agent) => places.map((good) => (good === preferredBy(agent) ? 0.8 : other)));
}

/** Returns the text of the task, which all agents read. Its content follows Figure 16. */
function taskText({ agents, goods, supply }: Economy): string {
  const stock = goods.map((good, place) => `${showAmount(supply[place] ?? 0)} ${good}`);
  return [
    'You are working with other agents in a recurring exchange market.',
    `There are ${agents.length} agents in this market: ${enumerate(agents)}.`,
    `There are ${goods.length} kinds of goods: ${enumerate(goods)}.`,
    `The total quantities are ${enumerate(stock)}.`,
    'Together, you decide how to distribute the goods among the agents.',
    'Your goal is to maximise your own utility function.',
  ].join('\n');
}

/** Returns the text of an agent's objective, which only that agent reads. Its content follows Figure 17. */
function backgroundText({ goods, exponents }: Economy, agent: number): string {
  const factors = goods.flatMap((good, place) => {
    const exponent = exponents[agent]?.[place] ?? 0;
    return exponent > 0 ? [`${good}^${Number(exponent.toFixed(4))}`] : [];
  });
  return [
    'Your goal is to maximise your individual utility by talking to the other agents, making proposals and voting with them.',
    `Your utility function is ${factors.join(' * ')}, where each name is your amount of that good.`,
  ].join('\n');
}

/**
 * Describes the format of a proposal. Each limit is written as a sum over the agents. Without these sums, small models
 * give each agent the whole supply.
 */
function formText({ agents, goods, supply }: Economy): string {
  const bundle = goods.map((good) => `${JSON.stringify(good)}: <amount>`).join(', ');
  const entries = agents.map((agent) => `${JSON.stringify(agent)}: {${bundle}}`).join(', ');
  const limits = goods.map((good, place) => {
    const shares = agents.map((agent) => `${agent}'s ${good}`).join(' + ');
    return `- ${shares} <= ${showAmount(supply[place] ?? 0)}`;
  });
  return [
    `{${entries}}`,
    'Each amount must be 0 or more. The total amount of each good must not exceed the supply:',
    ...limits,
  ].join('\n');
}

/**
 * Returns the schema for an allocation, which gives every agent an amount of every good. Amounts may be fractional. The
 * amounts of a good must not exceed its supply.
 */
function allocationSchema({ agents, goods, supply }: Economy): z.ZodType<Allocation> {
  const amounts = goods.map((good, place) => [
    good,
    z
      .number()
      .min(0)
      .max((supply[place] ?? 0) + supplyTolerance),
  ]);
  const bundle = z.strictObject(Object.fromEntries(amounts) as Record<string, z.ZodNumber>);
  return z
    .strictObject(Object.fromEntries(agents.map((agent) => [agent, bundle])))
    .superRefine((allocation, context) => {
      for (const [place, good] of goods.entries()) {
        const shares = agents.map((agent) => allocation[agent]?.[good] ?? 0);
        const total = shares.reduce((sum, units) => sum + units, 0);
        const most = supply[place] ?? 0;
        if (total > most + supplyTolerance)
          context.addIssue({
            code: 'custom',
            message: `${good}: ${shares.map(showAmount).join(' + ')} = ${showAmount(total)} exceeds the supply of ${showAmount(most)}`,
          });
      }
    });
}

/**
 * Returns the key of an allocation. Two allocations have the same key if their amounts are the same after rounding to
 * nine decimal places, regardless of the order of their entries.
 */
function allocationKey(allocation: Allocation): string {
  const sorted = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(record).sort(([one], [two]) => (one < two ? -1 : 1));
  return JSON.stringify(
    sorted(allocation).map(([agent, bundle]) => [
      agent,
      sorted(bundle).map(([good, units]) => [good, Number(units.toFixed(9))]),
    ]),
  );
}

/** Writes one line per agent, such as "Agent A gets 80 apples, 10 bread, 10 cheese". */
function showAllocation({ agents, goods }: Economy, allocation: Allocation): string {
  return agents
    .map((agent) => {
      const bundle = goods.map((good) => `${showAmount(allocation[agent]?.[good] ?? 0)} ${good}`);
      return `${agent} gets ${bundle.join(', ')}`;
    })
    .join('\n');
}

/**
 * Returns each agent's utility, the sum of the utilities, U_max, and the sum as a share of U_max. The share is the
 * paper's group total utility, from 0 to 1. Without a decision, every utility is 0. The paper's measures of fairness,
 * rationality and rigidity can be computed from these values alone.
 */
function scoreOf({ agents, goods, exponents, optimum }: Economy, allocation: Allocation | null): JsonObject {
  const utilities: Record<string, number> = {};
  let total = 0;
  for (const [place, agent] of agents.entries()) {
    const bundle = goods.map((good) => allocation?.[agent]?.[good] ?? 0);
    const utility = allocation === null ? 0 : cobbDouglas(exponents[place] ?? [], bundle);
    utilities[agent] = utility;
    total += utility;
  }
  return { utilities, total, optimum, share: total / optimum };
}

/**
 * The smallest difference in log utility that a trader notices. It corresponds to a difference in utility of about 22
 * percent. This value is a guess.
 */
const noticeable = 0.2;

/**
 * Builds the simulated trader, which concedes over time (after Faratin et al., 1998). In round 1, the trader demands a
 * utility that is about halfway, on a log scale, between the utility of an even split and that of owning all goods. In
 * each further round, the distance between the demand and the even split shrinks by a fifth. The trader asks for the
 * bundle that reaches its demand with the fewest goods, and divides the remaining goods evenly among the other agents,
 * whose preferences it does not know.
 */
function traderMind({ agents, goods, supply, exponents }: Economy, agent: string): Mind<Allocation> {
  const own = exponents[agents.indexOf(agent)] ?? [];
  const everything = own.map(() => 1);
  const even = cobbDouglas(
    own,
    everything.map(() => 1 / agents.length),
  );
  return {
    utility(allocation) {
      let logGain = 0;
      for (const [k, good] of goods.entries()) {
        const relative = ((allocation[agent]?.[good] ?? 0) * agents.length) / (supply[k] ?? 1);
        // The minimum of 1e-60 prevents a utility of -Infinity if a bundle lacks a good.
        logGain += (own[k] ?? 0) * Math.log(Math.max(relative, 1e-60));
      }
      return logGain / noticeable;
    },
    propose(random: Random, round: number) {
      const demand = 0.5 * 0.8 ** (round - 1) * (0.75 + 0.5 * random.uniform());
      const shares = cheapestBundle(own, even ** (1 - demand));
      const amounts = goods.map((_, k) => {
        const units = supply[k] ?? 0;
        const mine = Math.round((shares[k] ?? 0) * units);
        const theirs = Math.floor((100 * (units - mine)) / (agents.length - 1)) / 100;
        return { mine, theirs };
      });
      const bundleOf = (name: string): Record<string, number> =>
        Object.fromEntries(
          goods.map((good, k) => [good, (name === agent ? amounts[k]?.mine : amounts[k]?.theirs) ?? 0]),
        );
      return Object.fromEntries(agents.map((name) => [name, bundleOf(name)]));
    },
    sentence() {
      const most = Math.max(...own);
      const wanted = goods.filter((_, k) => own[k] === most);
      return wanted.length === goods.length
        ? 'I need all goods equally.'
        : `I need ${enumerate(wanted)} most.`;
    },
  };
}

/**
 * Returns the smallest bundle that reaches a given utility. The bundle is given as shares of the supply, and the
 * utility as a share of the utility of owning all goods. Amounts are proportional to the exponents, as is optimal for a
 * Cobb-Douglas utility at equal prices. A share that would exceed 1 is set to 1.
 */
function cheapestBundle(exponents: readonly number[], utility: number): number[] {
  const boughtUp = new Set<number>();
  for (;;) {
    const rest = exponents.map((_, k) => k).filter((k) => !boughtUp.has(k) && (exponents[k] ?? 0) > 0);
    let degree = 0;
    let logNeeded = Math.log(utility);
    for (const k of rest) {
      const exponent = exponents[k] as number;
      degree += exponent;
      logNeeded -= exponent * Math.log(exponent);
    }
    const budget = Math.exp(logNeeded / degree);
    const tooMuch = rest.filter((k) => (exponents[k] as number) * budget > 1 + 1e-12);
    if (tooMuch.length === 0)
      return exponents.map((exponent, k) => (boughtUp.has(k) ? 1 : Math.min(1, exponent * budget)));
    for (const k of tooMuch) boughtUp.add(k);
  }
}

/** Returns the letters for an agent's name: "A" to "Z", then "AA", "AB" and so on. */
function letters(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last;
}

const enumerate = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** Formats an amount for prompts, with at most six decimals and without trailing zeros. */
const showAmount = (amount: number): string => String(Number(amount.toFixed(6)));
