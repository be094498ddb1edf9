import { Random } from 'agora-voting';
import { limitsOf, search, take, takenBy, type Given } from '../joint-decision/search';
import { casesSeed, select } from '../joint-decision/select';
import type { Amounts, JointCase, Known, State, View } from '../joint-decision/types';
import chosen from './chosen.json';
import teams from './teams.json';

/** The sub-domains, written for this library (teams.json). */
export const domains = ['research', 'cafeteria', 'camping'] as const;
export type TaskDomain = (typeof domains)[number];

const numbers = (text: string) => text.trim().split(' ').map(Number);
const amountsOf = (names: readonly string[], text: string): Amounts =>
  Object.fromEntries(names.map((name, place) => [name, numbers(text)[place] ?? 0]));

/** "Name | mean and deviation of its value | own resources that it takes | shared ones that it takes". */
const teamOf = (domain: TaskDomain) => {
  const { about, own, shared, tasks, people } = teams[domain];
  return {
    about,
    own,
    shared,
    tasks: tasks.map((line, place) => {
      const [name = '', value = '', takesOwn = '', takesShared = ''] = line.split('|');
      const [mean = 0, deviation = 0] = numbers(value);
      const needs = { ...amountsOf(own, takesOwn), ...amountsOf(shared, takesShared) };
      return { name: name.trim(), place, mean, deviation, needs };
    }),
    // "Who | what the person may be | mean amounts of own resources | how well the person does each task, 1 being usual"
    people: people.map((line) => {
      const [about = '', roles = '', has = '', efficiency = ''] = line.split('|');
      return {
        about: about.trim(),
        roles: roles.trim().split(' '),
        has: numbers(has),
        efficiency: numbers(efficiency),
      };
    }),
  };
};

const all = { research: teamOf('research'), cafeteria: teamOf('cafeteria'), camping: teamOf('camping') };
export const about = (domain: string): string | undefined => all[domain as TaskDomain]?.about;

const tasksOfACase = 10;
/** Shared amounts are this share of what all tasks would take, times 0.5 to 1.5. */
const margin = 0.8;
const leadersShare = 0.6;
const leastShare = 0.4;
/** Own amounts deviate by a fifth of their mean. */
const spread = 0.2;

const names = ['Worker 1', 'Worker 2', 'Leader'] as const;
const toFifths = (amount: number): number => Math.max(0, Math.round(amount * 5)) / 5;

/**
 * A case of our own making, by its number: ten tasks, a leader and two workers of the sub-domain; amounts and values drawn
 * about their means. Everybody sees the own amounts and values, and a fragment of what is shared: the leader three fifths
 * of it, and each worker at least two fifths of the rest, as in the authors' code.
 */
export const candidateTasks = (domain: TaskDomain, number: number): JointCase =>
  draw(domain, number).instance;

/** The case, and its best assignment. */
function draw(
  domain: TaskDomain,
  number: number,
): { readonly instance: JointCase; readonly plan: readonly Given[] } {
  const random = Random.from(casesSeed, 'task-allocation', domain, number);
  const { own, shared, tasks, people } = all[domain];
  const chosenTasks = random.shuffle(tasks).slice(0, tasksOfACase);
  const leader = random.pick(people.filter(({ roles }) => roles.includes('leader')));
  const workers = random.shuffle(people.filter((one) => one !== leader && one.roles.includes('worker')));
  const team = [...workers.slice(0, 2), leader];
  const worth = chosenTasks.map(({ mean, deviation }) => toFifths(random.normal(mean, deviation)));
  const rowOf = ({ efficiency }: (typeof team)[number]) =>
    Object.fromEntries(
      chosenTasks.map(({ name, place }, at) => [
        name,
        Number(((efficiency[place] ?? 1) * (worth[at] ?? 0)).toFixed(2)),
      ]),
    );
  const means = ({ has }: (typeof team)[number]) =>
    Object.fromEntries(
      own.map((name, r) => [name, toFifths((has[r] ?? 0) * (1 + spread * random.normal()))]),
    );
  const owned = team.map(means);
  const values = team.map(rowOf);
  const fragments = shared.map((name): [string, readonly number[]] => {
    const taken =
      tasks.reduce((sum, { needs }) => sum + (needs[name] ?? 0), 0) * (tasksOfACase / tasks.length);
    const there = Math.floor(taken * margin * (0.5 + random.uniform()));
    const leaders = Math.floor(there * leadersShare);
    const rest = there - leaders;
    const least = Math.ceil(rest * leastShare);
    const first = rest >= 2 * least ? least + random.below(rest - 2 * least + 1) : Math.floor(rest / 2);
    return [name, [first, rest - first, leaders]];
  });
  const known: Known = {
    id: `${domain}-${number}`,
    domain,
    items: chosenTasks.map(({ name }) => name),
    doers: names,
    needs: Object.fromEntries(chosenTasks.map(({ name, needs }) => [name, needs])),
    resources: { shared, own },
  };
  const byName = <T>(of: (place: number) => T) =>
    Object.fromEntries(names.map((name, place) => [name, of(place)]));
  const truth: State = {
    shared: Object.fromEntries(fragments.map(([name, parts]) => [name, parts.reduce((a, b) => a + b, 0)])),
    own: byName((place) => owned[place] ?? {}),
    values: byName((place) => values[place] ?? {}),
  };
  const views = byName((place): View => {
    const name = names[place] ?? '';
    return {
      isWhole: false,
      shared: Object.fromEntries(fragments.map(([resource, parts]) => [resource, parts[place] ?? 0])),
      own: { [name]: owned[place] ?? {} },
      values: { [name]: values[place] ?? {} },
    };
  });
  const agents = names.map((name, place) => ({
    name,
    role: name === 'Leader' ? ('leader' as const) : ('worker' as const),
    about: team[place]?.about ?? '',
  }));
  const { plan, reward } = search(known, truth);
  return { instance: { ...known, agents, truth, views, optimum: reward }, plan };
}

/**
 * The numbers of task allocations by sub-domain, chosen among the first `candidates` by the paper's principles (Appendix A.2.3, with the weights
 * of the authors' code): the best assignment does at least three tasks, as many of them as may be, and uses as much of what
 * there is as may be. Tasks, resources and people are this library's own. The shipped ones are 20 of 1,000 in each
 * (lib/papers/makers/choose-cases.mjs).
 */
export function chooseTasks(candidates: number, count: number): Record<TaskDomain, number[]> {
  const choose = (domain: TaskDomain) =>
    select(candidates, count, (number) => {
      const { instance: one, plan } = draw(domain, number);
      if (plan.length < 3) return null;
      const limits = limitsOf(one, one.truth);
      const before = [...limits.amounts];
      for (const given of plan) take(limits.amounts, takenBy(one, limits, given));
      const shares = before.flatMap((amount, place) =>
        amount > 0 ? [1 - Math.max(0, limits.amounts[place] ?? 0) / amount] : [],
      );
      const use = shares.reduce((a, b) => a + b, 0) / shares.length;
      return 0.1 * (plan.length / one.items.length) + use;
    });
  return { research: choose('research'), cafeteria: choose('cafeteria'), camping: choose('camping') };
}

let made: readonly JointCase[] | undefined;
/** The 60 cases of our own making, 20 a sub-domain. */
export const madeTasks = (): readonly JointCase[] =>
  (made ??= domains.flatMap((domain) => chosen[domain].map((number) => candidateTasks(domain, number))));
