import type { Random } from 'agora-voting';
import {
  skill,
  skilled,
  type Mind,
  type Parameter,
  type ReasoningSimulatedAgent,
  type Saying,
} from '../simulated-agent';
import type { Known as KnownToIt, SpeakingMind, Statement } from '../simulated-agent';
import { among } from './beliefs';
import { phrases } from './phrases';
import { feasiblePart, search, shortages, worthOf, type Given } from './search';
import type { Amounts, Observed, Profile, State } from './types';

const failure = (value: number, meaning: string, reason: string): Parameter => ({
  value,
  range: [0, 1],
  meaning,
  reason,
  scales: 'error',
});

const guessed = 'a guess: no published number fixes it';

const parameters = {
  skill,
  silence: failure(
    0.25,
    'probability that an amount is left out of a message',
    `information not passed on; ${guessed}`,
  ),
  mishearing: failure(
    0.05,
    'probability that an amount is understood wrongly',
    `amounts misheard; ${guessed}`,
  ),
  fragmentAsTotal: failure(
    0.15,
    'probability of taking one fragment of what is shared for all that there is',
    `Appendix C.2 shows it; how often, nothing published says`,
  ),
  arithmeticError: failure(
    0.05,
    'probability of adding up fragments wrongly',
    `arithmetic errors; ${guessed}`,
  ),
  distrust: {
    value: 0.6,
    range: [0, 1],
    meaning: "probability of not following the solver's advice",
    reason: 'set to what Table 4 prints, where 0 to 86 percent of decisions follow it: that table is no test',
    fitted: true,
  },
  shortcut: failure(0.5, 'probability of a greedy plan where an exact one is looked for', guessed),
  carelessness: failure(0.1, 'probability of one item too many in a plan', `invalid plans; ${guessed}`),
  guess: {
    value: 0.25,
    range: [0, 1],
    meaning: "what an unheard amount is believed to be, as a share of one's own",
    reason: guessed,
  },
  loyalty: {
    value: 0.5,
    range: [0, 5],
    meaning: 'what the own plan gains in its judgement',
    reason: guessed,
  },
  judgementNoise: {
    value: 1,
    range: [0, 10],
    meaning: 'standard deviation of its error in judging a plan',
    reason: guessed,
    scales: 'error',
  },
} satisfies Record<string, Parameter>;

type Name = keyof typeof parameters;
type Hearing<P> = KnownToIt<P, Observed, Name>;

/** What sets the simulated agent of one domain apart. */
export interface JointWords<Proposal> {
  plan(proposal: Proposal): readonly Given[];
  proposal(plan: readonly Given[]): Proposal;
  show(proposal: Proposal): string;
  /** How much a guest likes a dish, from 0 to 2, by what is known of the guest in words; 1 where nothing is. */
  rating?(profile: Profile, item: string, needs: Amounts): number;
  /** What a dish is worth at a rating of 1. */
  worth?(needs: Amounts): number;
}

/**
 * A simulated member adds up what it sees and hears, plans by what it then believes, or takes what a solver advises, and
 * tells the others what it sees. It fails as the paper's models do, each failure at a stated rate.
 */
export function simulatedJointAgent<Proposal>(
  words: JointWords<Proposal>,
): ReasoningSimulatedAgent<Proposal, Observed, State, Name> {
  type Thinking = Mind<Proposal, Observed, State, Name>;
  const best = (mind: Thinking, random: Random | null): Proposal => {
    const { observed, belief, advice, values } = mind;
    if (advice != null && !random?.chance(values.distrust)) return advice;
    const plan =
      random?.chance(values.shortcut) === true
        ? feasiblePart(observed, belief, byValue(observed, belief))
        : search(observed, belief, 20_000).plan;
    if (!random?.chance(values.carelessness)) return words.proposal(plan);
    const more = byValue(observed, belief).filter(({ item }) => !plan.some((one) => one.item === item));
    return words.proposal(more.length === 0 ? plan : [...plan, random.pick(more)]);
  };
  return {
    parameters,
    profiles: skilled,
    profile: 'gpt-4o-mini',
    phrases,
    // A plan that takes more than it believes to be there is worth less than none, and never accepted.
    unit: 2,
    reservation: 0,
    estimate: (known, random) => estimate(words, known, random),
    utility({ observed, belief }, proposal) {
      const plan = words.plan(proposal);
      const lacking = shortages(observed, belief, plan).length;
      return lacking > 0 ? -10 * lacking : worthOf(belief, plan);
    },
    best,
    say: (mind, random) => {
      const own = mind.candidates.find(({ by }) => by.includes(mind.agent));
      return say(words, mind, random, own?.proposal ?? best(mind, null));
    },
  };
}

/** Every item with the doer to whom it is worth most, the most worth first. */
function byValue({ items, doers }: Observed, { values }: State): Given[] {
  const worth = ({ item, doer }: Given) => values[doer]?.[item] ?? 0;
  return items
    .map((item) => doers.map((doer) => ({ item, doer })).reduce((a, b) => (worth(b) > worth(a) ? b : a)))
    .filter((one) => worth(one) > 0)
    .sort((a, b) => worth(b) - worth(a));
}

/** "rice 2, eggs 0.5" and back. */
const listed = (amounts: readonly (readonly [string, number])[]): string =>
  amounts.map(([name, amount]) => `${name} ${amount}`).join(', ');
const unlisted = (text: string): (readonly [string, number])[] =>
  text.split(', ').flatMap((one) => {
    const at = one.lastIndexOf(' ');
    const amount = Number(one.slice(at + 1));
    return at > 0 && Number.isFinite(amount) && amount >= 0 ? [[one.slice(0, at), amount] as const] : [];
  });

/** "Food Allergies: Nuts / Soy | Gender: Female" and back. */
const described = (facts: readonly (readonly [string, readonly string[]])[]): string =>
  facts
    .map(([field, words]) => `${field}: ${words.join(' / ').replace(/[.;?!|]/g, '') || 'none'}`)
    .join(' | ');
const undescribed = (text: string): Profile =>
  Object.fromEntries(
    text.split(' | ').map((one) => {
      const [field = '', words = 'none'] = one.split(': ');
      return [field, words === 'none' ? [] : words.split(' / ')];
    }),
  );

/** Amounts of these names that others tell of, by `key`; the last word counts. */
function told(
  statements: readonly Statement[],
  key: (statement: Statement) => string,
  names: readonly string[],
  hear: (amount: number) => number,
): Map<string, Map<string, number>> {
  const nameOf = among(names);
  const rows = new Map<string, Map<string, number>>();
  for (const statement of statements) {
    const row = rows.get(key(statement)) ?? new Map<string, number>();
    rows.set(key(statement), row);
    for (const [written, amount] of unlisted(statement.gaps['amounts'] ?? '')) {
      const name = nameOf(written);
      if (name !== undefined) row.set(name, hear(amount));
    }
  }
  return rows;
}

const speaker = ({ from }: Statement): string => from;

function estimate<P>(words: JointWords<P>, known: Hearing<P>, random: Random | null): State {
  const { observed, agent, agents, values, heard } = known;
  const { view, resources, doers } = observed;
  const slips = (probability: number, amount: number): number => {
    if (random === null || !random.chance(probability)) return amount;
    const wrong = amount < 10 ? amount + random.pick([-1, 1]) : Math.round(amount * random.pick([0.8, 1.2]));
    return Math.max(0, wrong);
  };
  const hear = (amount: number) => slips(values.mishearing, amount);
  const profiles: Record<string, Profile> = { ...view.profiles };
  for (const { gaps } of heard('Inform', 'profile')) {
    const guest = gaps['guest'] ?? '';
    profiles[guest] = { ...undescribed(gaps['facts'] ?? ''), ...profiles[guest] };
  }
  const rows = told(heard('Inform', 'values'), ({ gaps }) => gaps['whose'] ?? '', observed.items, hear);
  for (const [whose, row] of Object.entries(view.values)) rows.set(whose, new Map(Object.entries(row)));
  const worth = valuesBelieved(words, known, rows, profiles);
  if (view.isWhole) return { shared: view.shared, own: view.own, values: worth };

  const others = agents.filter((name) => name !== agent);
  const shared = told(heard('Inform', 'shared'), speaker, resources.shared, hear);
  const asTotal = random?.chance(values.fragmentAsTotal) === true;
  const total = (name: string): number => {
    const mine = view.shared[name] ?? 0;
    const theirs = others.map((other) => shared.get(other)?.get(name) ?? Math.floor(mine * values.guess));
    const sum = asTotal ? Math.max(mine, ...theirs) : theirs.reduce((a, b) => a + b, mine);
    return slips(values.arithmeticError, sum);
  };
  const own = told(heard('Inform', 'own'), speaker, resources.own, hear);
  const means = (doer: string): Amounts =>
    view.own[doer] ??
    Object.fromEntries(
      resources.own.map((name) => [
        name,
        own.get(doer)?.get(name) ?? (view.own[agent]?.[name] ?? 0) * values.guess,
      ]),
    );
  return {
    shared: Object.fromEntries(resources.shared.map((name) => [name, total(name)])),
    own: resources.own.length === 0 ? {} : Object.fromEntries(doers.map((doer) => [doer, means(doer)])),
    values: worth,
  };
}

/** What items are worth by who does them: as told, or as one's own are; in a menu, the mean of what is known of the guests. */
function valuesBelieved<P>(
  words: JointWords<P>,
  { observed: { items, doers, needs, view }, agent }: Hearing<P>,
  rows: ReadonlyMap<string, ReadonlyMap<string, number>>,
  profiles: Readonly<Record<string, Profile>>,
): State['values'] {
  const [kitchen] = doers;
  const row = (valueOf: (item: string) => number) =>
    Object.fromEntries(items.map((item) => [item, valueOf(item)]));
  if (doers.length > 1 || kitchen === undefined)
    return Object.fromEntries(
      doers.map((doer) => [
        doer,
        row((item) => rows.get(doer)?.get(item) ?? view.values[agent]?.[item] ?? 0),
      ]),
    );
  const guests = Object.values(profiles);
  return {
    [kitchen]: row((item) => {
      const known = [...rows.values()].flatMap((one) => one.get(item) ?? []);
      const rated = guests.map(
        (guest) =>
          (words.rating?.(guest, item, needs[item] ?? {}) ?? 1) * (words.worth?.(needs[item] ?? {}) ?? 0),
      );
      const all = known.length > 0 ? known : rated;
      return all.length === 0 ? 0 : all.reduce((a, b) => a + b, 0) / all.length;
    }),
  };
}

/** What it sees and has not told yet, as far as it thinks of it; what it makes of the others' plan; and its own. */
function say<P>(
  words: JointWords<P>,
  mind: SpeakingMind<P, Observed, State, Name>,
  random: Random,
  plan: P,
): Saying[] {
  const { observed, belief, agent, agents, standing, heard, values } = mind;
  const { view, resources, items } = observed;
  const said: Saying[] = [];
  const own = (statements: readonly Statement[]) => statements.filter(({ from }) => from === agent);
  const tell = (says: string, names: readonly string[], amounts: Amounts, whose = '') => {
    const before = own(heard('Inform', says)).filter(({ gaps }) => (gaps['whose'] ?? '') === whose);
    const already = told(
      before,
      () => '',
      names,
      (amount) => amount,
    ).get('');
    const now = names
      .filter((name) => (amounts[name] ?? 0) > 0 && already?.has(name) !== true)
      .filter(() => !random.chance(values.silence));
    if (now.length === 0) return;
    const gaps = {
      amounts: listed(now.map((name) => [name, amounts[name] ?? 0])),
      ...(whose !== '' && { whose }),
    };
    said.push({ act: 'Inform', says, gaps });
  };
  if (!view.isWhole) {
    tell('shared', resources.shared, view.shared);
    tell('own', resources.own, view.own[agent] ?? {});
    for (const [whose, row] of Object.entries(view.values)) tell('values', items, row, whose);
    for (const [guest, profile] of Object.entries(view.profiles ?? {})) {
      const before = own(heard('Inform', 'profile')).filter(({ gaps }) => gaps['guest'] === guest);
      const already = new Set(before.flatMap(({ gaps }) => Object.keys(undescribed(gaps['facts'] ?? ''))));
      const facts = Object.entries(profile).filter(
        ([field]) => !already.has(field) && !random.chance(values.silence),
      );
      if (facts.length > 0)
        said.push({ act: 'Inform', says: 'profile', gaps: { guest, facts: described(facts) } });
    }
    const unheard = agents.find(
      (name) => name !== agent && !heard('Inform', 'shared').some(({ from }) => from === name),
    );
    if (unheard !== undefined) said.push({ act: 'Request', says: 'all' });
  }
  if (standing !== null && !standing.by.includes(agent)) {
    const [why] = shortages(observed, belief, words.plan(standing.proposal));
    const { id } = standing;
    said.push(
      why === undefined
        ? { act: 'Accept', says: 'backs', gaps: { id } }
        : { act: 'Decline', says: 'short', gaps: { id, why } },
    );
  }
  if (words.plan(plan).length > 0)
    said.push({ act: 'Propose', says: 'plan', gaps: { plan: words.show(plan) } });
  return said;
}
