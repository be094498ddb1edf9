import type { Random } from 'agora-voting';
import { skill, skilled, type Parameter, type ReasoningSimulatedAgent } from '../simulated-agent';
import type { Mind, Saying, SpeakingMind } from '../simulated-agent';
import { wholeShares } from '../whole-shares';
import fit from './fitted.json';
import { phrases } from './phrases';
import type { Allocation, EconomyInstance } from './types';

/** What an agent knows of an economy: everything except the others' exponents. */
export type EconomyView = Pick<EconomyInstance, 'agents' | 'goods' | 'supply'> & {
  readonly exponents: readonly number[];
};

export function observeEconomy(
  { agents, goods, supply, exponents }: EconomyInstance,
  agent: string,
): EconomyView {
  return { agents, goods, supply, exponents: exponents[agents.indexOf(agent)] ?? [] };
}

/**
 * The fitted values were found by `npm run fit` against nine numbers, the majority row of the paper's Table 1; all other
 * rows of that table, and all of Table 6, were never looked at in the fit.
 */
const fitted = (
  name: keyof typeof fit.parameters,
  meaning: string,
  scales?: Parameter['scales'],
): Parameter => ({
  value: fit.parameters[name],
  range: [0, 1],
  meaning,
  fitted: true,
  reason: "fitted to the majority row of RoundTable's Table 1",
  ...(scales && { scales }),
});

const parameters = {
  skill,
  candor: {
    value: 0.9,
    range: [0, 1],
    meaning: 'probability that a message says which good its writer values most',
    reason: "set to Table 9's 'Inform' of rounds 1 to 3, 0.9 to 1.0: that row of it is no test",
    fitted: true,
  },
  attention: {
    value: 0.7,
    range: [0, 1],
    meaning: "how far one statement moves a listener's belief from 'values all alike' to what was said",
    reason: 'two statements make a belief nearly certain; not identified by utilities alone, so not fitted',
  },
  reach: fitted(
    'reach',
    'how far a proposal goes from an even split (0) to the split that its beliefs call best (1)',
    'share',
  ),
  greed: fitted('greed', "extra weight of the proposer's own share"),
  concession: fitted('concession', "how far a new proposal moves towards the average of the others' latest"),
  initiative: fitted('initiative', 'probability of a new proposal by an agent that already has one'),
  proposalNoise: fitted(
    'proposalNoise',
    'standard deviation of the logarithm of each proposed share',
    'error',
  ),
  loyalty: fitted('loyalty', "what an agent's own proposal gains in its vote, in log utility"),
  inertia: fitted('inertia', 'what the standing decision gains in a vote, in log utility'),
  conformity: {
    ...fitted(
      'conformity',
      'what a candidate gains in a vote by others who say that they back it, in log utility, times ln(1 + their number)',
    ),
    reason:
      "fitted to the majority row of RoundTable's Table 1, times the share of the others then; not fitted again",
  },
  judgementNoise: fitted(
    'judgementNoise',
    'standard deviation of an agent’s error in judging a candidate, in log utility',
    'error',
  ),
} satisfies Record<string, Parameter>;

type Name = keyof typeof parameters;
/** How it believes that the agents value the goods: a row an agent, a weight a good. */
type Belief = readonly (readonly number[])[];
type EconomyMind = Mind<Allocation, EconomyView, Belief, Name>;

/** "Most" is taken to mean three quarters: a guess that an agent can make without knowing the others' utilities. */
const statedWeight = 0.75;

/**
 * A simulated agent of the economy first assumes that the others value all goods equally. It moves this belief towards
 * what they say they value most, proposes by it, and votes by the logarithm of its own utility relative to an even
 * split.
 */
export const simulatedTrader: ReasoningSimulatedAgent<Allocation, EconomyView, Belief, Name> = {
  parameters,
  profiles: skilled,
  profile: 'gpt-4o-mini',
  phrases,
  // A fifth of log utility, about 22 percent, is plain to see; an even split is worth the middle; below half of it one abstains.
  unit: 0.2,
  middle: 0,
  reservation: Math.log(0.5),
  estimate({ observed: { agents, goods, exponents }, agent, values, heard }) {
    const rows = agents.map(() => goods.map(() => 1 / goods.length));
    for (const { from, gaps } of heard('Inform', 'wants')) {
      const row = rows[agents.indexOf(from)];
      const named = goods.indexOf(gaps['good'] ?? '');
      if (row === undefined || named < 0 || goods.length < 2) continue;
      row.forEach((weight, k) => {
        const stated = k === named ? statedWeight : (1 - statedWeight) / (goods.length - 1);
        row[k] = weight + values.attention * (stated - weight);
      });
    }
    return rows.map((row, j) => (agents[j] === agent ? exponents : row));
  },
  utility: ({ observed: { agents, goods, supply, exponents }, agent }, allocation) => {
    let gain = 0;
    for (const [k, good] of goods.entries()) {
      const fair = (supply[k] ?? 0) / agents.length;
      // Nothing of a good that matters is as bad as can be, and still a number.
      gain += (exponents[k] ?? 0) * Math.log(Math.max((allocation[agent]?.[good] ?? 0) / fair, 1e-60));
    }
    return gain;
  },
  best: proposeAllocation,
  say,
};

/**
 * Each good is shared by what everybody is believed to gain from it, with extra weight for oneself, moved towards the
 * average of the others' latest proposals, and rounded to twentieths of the supply, as people and models like round numbers.
 */
function proposeAllocation(
  { observed: { agents, goods, supply }, belief, agent, candidates, values }: EconomyMind,
  random: Random | null,
): Allocation {
  const { reach, greed, concession, proposalNoise } = values;
  const others = candidates.flatMap(({ by, proposal }) =>
    by.filter((name) => name !== agent).map(() => proposal),
  );
  const amounts = goods.map((good, k) => {
    const weights = agents.map(
      (name, j) =>
        Math.pow(belief[j]?.[k] ?? 0, reach) *
        (name === agent ? 1 + greed : 1) *
        (random === null ? 1 : Math.exp(random.normal(0, proposalNoise))),
    );
    const total = sum(weights);
    const units = supply[k] || 1;
    const shares = agents.map((name, j) => {
      const wanted = total === 0 ? 1 / agents.length : (weights[j] as number) / total;
      if (others.length === 0) return wanted;
      let met = 0;
      for (const proposal of others) met += proposal[name]?.[good] ?? 0;
      return wanted + concession * (met / others.length / units - wanted);
    });
    return wholeShares(shares, 20).map((count) => Number(((count * (supply[k] ?? 0)) / 20).toFixed(6)));
  });
  return Object.fromEntries(
    agents.map((name, j) => [name, Object.fromEntries(goods.map((good, k) => [good, amounts[k]?.[j] ?? 0]))]),
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** What it wants, what it thinks of the candidates, what it offers, and what it would like to know. */
function say(mind: SpeakingMind<Allocation, EconomyView, Belief, Name>, random: Random): Saying[] {
  const { observed, agent, agents, round, rounds, standing, favourite, candidates, values, heard } = mind;
  const others = agents.filter((name) => name !== agent);
  const said: Saying[] = round === 1 ? [{ act: 'Inform', says: 'greeting', gaps: { agent } }] : [];
  if (random.chance(values.candor)) said.push(wants(observed));
  const judged = standing ?? favourite;
  if (judged !== null) {
    const { id } = judged;
    const what = standing === null ? `proposal ${id}` : `the standing decision, proposal ${id},`;
    said.push(verdict(observed, judged.proposal[agent] ?? {}, what));
  }
  if (favourite !== null) {
    const { id } = favourite;
    const isDefended = favourite.by.includes(agent) && standing?.id !== id;
    said.push(
      isDefended
        ? { act: 'Defend', says: 'own', gaps: { id } }
        : { act: 'Accept', says: 'backs', gaps: { id } },
    );
    const rejected = candidates.find((one) => one.id !== id && !one.by.includes(agent));
    if (rejected !== undefined && random.chance(0.3))
      said.push({ act: 'Decline', says: 'other', gaps: { id: rejected.id } });
  }
  if (round > 1 && random.chance(0.8)) {
    const halfway = candidates.some(({ by }) => !by.includes(agent)) && random.chance(values.concession);
    const offer = offerText(proposeAllocation(mind, null));
    said.push({ act: halfway ? 'Compromise' : 'Propose', says: 'offer', gaps: { offer } });
  }
  if (round === rounds && standing !== null)
    said.push({ act: 'Summarize', says: 'standing', gaps: { id: standing.id, round } });
  const told = heard('Inform', 'wants').map(({ from }) => from);
  const doubted = round > 1 ? others.find((name) => !told.includes(name)) : undefined;
  if (doubted !== undefined) said.push({ act: 'Request', says: 'wants', gaps: { name: doubted } });
  else if (others.length > 0 && round > 2 && random.chance(0.4))
    said.push({ act: 'Confirm', says: 'wants', gaps: { name: random.pick(others) } });
  else if (others.length > 0) said.push({ act: 'Request', says: round === 1 ? 'first' : 'later' });
  return said;
}

function wants({ goods, exponents }: EconomyView): Saying {
  const [first, ...rest] = goods
    .map((good, k) => ({ good, weight: exponents[k] ?? 0 }))
    .sort((a, b) => b.weight - a.weight);
  if (first === undefined || first.weight - (rest[0]?.weight ?? first.weight) < 1e-9)
    return { act: 'Inform', says: 'noFavourite' };
  const spare = rest.map(({ good }) => good).join(' and ');
  return { act: 'Inform', says: 'wants', gaps: { good: first.good, spare } };
}

/** Judges a bundle by its share of the good that matters most: more than 1.3 of a fair share is good, 0.95 is fair. */
function verdict(
  { agents, goods, supply, exponents }: EconomyView,
  mine: Readonly<Record<string, number>>,
  what: string,
): Saying {
  const most = exponents.indexOf(Math.max(...exponents));
  const share = ((mine[goods[most] ?? ''] ?? 0) / (supply[most] || 1)) * agents.length;
  const bundle = goods.map((good) => `${mine[good] ?? 0} ${good}`).join(', ');
  return {
    act: 'Evaluate',
    says: share >= 1.3 ? 'good' : share >= 0.95 ? 'fair' : 'poor',
    gaps: { what, bundle },
  };
}

/** "Agent A takes 80 apples, 10 bread; Agent B takes ...". */
function offerText(allocation: Allocation): string {
  return Object.entries(allocation)
    .map(([name, bundle]) => {
      const goods = Object.entries(bundle).map(([good, amount]) => `${amount} ${good}`);
      return `${name} takes ${goods.join(', ')}`;
    })
    .join('; ');
}
