import { z } from 'zod';
import { AgoraError, knownOptions, oneOf } from '../error';
import { Random } from '../random';
import chosen from './data/chosen-cases.json';
import teams from './data/teams.json';
import type { Environment } from './environment';
import {
  amountsText,
  isObject,
  meant,
  type Amounts,
  type Given,
  type Information,
  type JointCase,
  type View,
} from './joint-case';
import { jointDecision } from './joint-decision';

/** The agent that does each task, or null if no agent does it. */
export type Assignment = Readonly<Record<string, string | null>>;

/** The domains of the generated cases. The teams and tasks (data/teams.json) were written for this library. */
const taskDomains = ['research', 'cafeteria', 'camping'] as const;
export type TaskDomain = (typeof taskDomains)[number];

export interface TaskAllocationOptions {
  /** Use only cases from this domain. Default: all domains. */
  readonly domain?: string;
  /**
   * 'private': each agent sees only its own part of the information. 'full': each agent sees everything. Default:
   * 'private'.
   */
  readonly information?: Information;
  /** Official cases, as returned by `readJointCases`. Default: 60 generated cases. */
  readonly cases?: readonly JointCase[];
}

/**
 * Creates the task-allocation environment, in which two workers and a leader divide tasks among themselves. Each agent
 * has its own resources and sees a fragment of the shared resources. The leader decides. Source: Deliberation, sections
 * 2.2.3 and A.2.
 *
 * The value of a task depends on the agent that does it. The value of an assignment is the sum of the values of its
 * tasks, or 0 if the assignment needs more of a resource than is available.
 */
export function taskAllocation(options: TaskAllocationOptions = {}): Environment<JointCase, Assignment> {
  knownOptions('taskAllocation', options, ['domain', 'information', 'cases']);
  const { domain } = options;
  const information = oneOf('information', options.information ?? 'private', ['private', 'full']);
  const cases = options.cases ?? generatedTasks();
  if (cases.some((one) => one.domain === 'menu'))
    throw new AgoraError('taskAllocation accepts only cases with task allocations. Use menu for menus.');
  const wanted = domain === undefined ? cases : cases.filter((one) => one.domain === domain);
  if (wanted.length === 0)
    throw new AgoraError(
      `No case has the domain "${domain}". Use one of ${[...new Set(cases.map((one) => one.domain))].join(', ')}.`,
    );
  return jointDecision<Assignment>(
    {
      name: 'task-allocation',
      settings: { domain: domain ?? 'all' },
      plan: (assignment) =>
        Object.entries(assignment).flatMap(([item, doer]) => (doer === null ? [] : [{ item, doer }])),
      proposal: ({ items }, plan) =>
        Object.fromEntries(
          items.map((item) => [item, plan.find((given) => given.item === item)?.doer ?? null]),
        ),
      // The feasible part of an invalid assignment is built starting with the most valuable tasks.
      greedy: ({ truth }, plan) => {
        const worth = ({ item, doer }: Given): number => truth.values[doer]?.[item] ?? 0;
        return [...plan].sort((a, b) => worth(b) - worth(a));
      },
      task: taskText,
      background: backgroundText,
      schema: assignmentSchema,
      form: () =>
        '{"<task>": "<agent>" or null, ...}, with every task exactly once, and null for each task that nobody does',
      show: (assignment) =>
        Object.entries(assignment)
          .flatMap(([task, agent]) => (agent === null ? [] : [`${agent}: ${task}`]))
          .join('; ') || 'no task is assigned',
      parts: {
        shared: ['public', 'public_resources'],
        own: ['private', 'agent_private_resources'],
        values: ['values', 'overall_preferences'],
      },
      beliefForm: () =>
        '{"public": {"<shared resource>": <total amount>, ...}, ' +
        '"private": {"<agent>": {"<own resource>": <amount>, ...}, ...}, ' +
        '"values": {"<agent>": {"<task>": <value if this agent does it>, ...}, ...}}',
    },
    wanted,
    information,
  );
}

/** The values that a reply may use for an unassigned task. */
const nobody = ['', 'none', 'nobody', 'unassigned', 'null', 'no one'];

/**
 * Returns the schema for an assignment, which gives one agent for each task. A reply may instead list each agent's
 * tasks, and may leave out tasks that no agent does.
 */
function assignmentSchema({ items, doers }: JointCase): z.ZodType<Assignment> {
  const taskOf = meant(items);
  const agentOf = meant(doers);
  const agent = z.enum(doers as [string, ...string[]]).nullable();
  const tidy = (written: unknown): unknown => {
    if (!isObject(written)) return written;
    const entries = Object.entries(written);
    // {"allocation": {...}}
    const [only] = entries;
    if (entries.length === 1 && only !== undefined && isObject(only[1]) && taskOf(only[0]) === undefined)
      return tidy(only[1]);
    const found = new Map<string, unknown>(items.map((task) => [task, null]));
    const assign = (task: string, value: unknown): void => {
      const isNobody = typeof value === 'string' && nobody.includes(value.trim().toLowerCase());
      const who = isNobody ? null : typeof value === 'string' ? (agentOf(value) ?? value) : value;
      const before = found.get(task) ?? null;
      // A task with two agents gets a list, which the schema below rejects.
      if (who !== null) found.set(task, before === null || before === who ? who : [before, who]);
    };
    for (const [name, value] of entries) {
      const task = taskOf(name);
      if (task === undefined && Array.isArray(value) && agentOf(name) !== undefined)
        for (const one of value) assign(taskOf(String(one)) ?? String(one), name);
      else if (task === undefined) found.set(name, value);
      else assign(task, value);
    }
    return Object.fromEntries(found);
  };
  return z.preprocess(tidy, z.strictObject(Object.fromEntries(items.map((task) => [task, agent]))));
}

/** Returns words for a domain. An official domain has only a name, such as "camping_in_the_wild". */
const aboutDomain = (domain: string): string =>
  teams[domain as TaskDomain]?.about ?? domain.replaceAll('_', ' ');

function taskText({ domain, agents, items, needs, resources }: JointCase, information: Information): string {
  const team = agents.map(({ name, role, about = '' }) => {
    const who = [about, role === 'leader' ? 'the leader' : ''].filter((part) => part !== '').join(', ');
    return who === '' ? name : `${name} (${who})`;
  });
  return [
    `A team assigns tasks for ${aboutDomain(domain)}. The team: ${team.join('; ')}.`,
    'Each task is done by one agent or by nobody. The value of a task depends on who does it, and the value of an assignment is the sum of the values of its tasks. Make the value of the assignment as large as you can.',
    `A task uses resources that belong to the agent that does it (${resources.own.join(', ')}), which other agents cannot use, and shared resources (${resources.shared.join(', ')}). An assignment that needs more of any resource than is available has a value of 0.`,
    ...(information === 'private'
      ? [
          'Each agent knows its own resources and values, and sees a fragment of the shared resources. The total is the sum of all fragments.',
        ]
      : []),
    'The tasks, and the resources that each task needs, no matter who does it:',
    ...items.map((task) => `- ${task}: ${amountsText(needs[task] ?? {})}`),
  ].join('\n');
}

function backgroundText(agent: string, { isWhole, shared, own, values }: View): string {
  const lines = [
    `${isWhole ? 'All shared resources' : 'Your fragment of the shared resources'}: ${amountsText(shared)}.`,
  ];
  // The prompt of an agent that sees everything uses names instead of "you". If such an agent decides alone, none of
  // the names is its own.
  const isOwn = (name: string): boolean => name === agent && !isWhole;
  for (const [name, amounts] of Object.entries(own))
    lines.push(`${isOwn(name) ? 'Your own resources' : `${name}'s resources`}: ${amountsText(amounts)}.`);
  for (const [name, tasks] of Object.entries(values))
    lines.push(
      `Value of each task if ${isOwn(name) ? 'you do' : `${name} does`} it: ${JSON.stringify(tasks)}.`,
    );
  return lines.join('\n');
}

/* The generated cases. */

const numbers = (text: string): number[] => text.trim().split(' ').map(Number);

function teamOf(domain: TaskDomain) {
  const { own, shared, tasks, people } = teams[domain];
  const amountsOf = (names: readonly string[], text: string): Amounts =>
    Object.fromEntries(names.map((name, place) => [name, numbers(text)[place] ?? 0]));
  return {
    own,
    shared,
    // "Name | mean and deviation of its value | own resources that it needs | shared resources that it needs"
    tasks: tasks.map((line, place) => {
      const [name = '', value = '', needsOwn = '', needsShared = ''] = line.split('|');
      const [mean = 0, deviation = 0] = numbers(value);
      const needs = { ...amountsOf(own, needsOwn), ...amountsOf(shared, needsShared) };
      return { name: name.trim(), place, mean, deviation, needs };
    }),
    // "Who | possible roles | mean amounts of own resources | how well this person does each task (1 is average)"
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
}

/** The seed for all generated cases. */
const casesSeed = 14;
const tasksOfACase = 10;
const memberNames = ['Worker 1', 'Worker 2', 'Leader'] as const;
const toFifths = (amount: number): number => Math.max(0, Math.round(amount * 5)) / 5;

/**
 * Generates a case with ten tasks, two workers and a leader. Amounts and values vary around their means. Shared amounts
 * are 40 to 120 percent of what all tasks together would need. The leader sees three fifths of the shared amounts, and
 * each worker sees at least two fifths of the remainder, as in the official code.
 */
function generateTasks(domain: TaskDomain, number: number, optimum: number): JointCase {
  const random = Random.from(casesSeed, 'task-allocation', domain, number);
  const { own, shared, tasks, people } = teamOf(domain);
  const offered = random.shuffle(tasks).slice(0, tasksOfACase);
  const leader = random.pick(people.filter(({ roles }) => roles.includes('leader')));
  const workers = random.shuffle(people.filter((one) => one !== leader && one.roles.includes('worker')));
  const team = [...workers.slice(0, 2), leader];
  const usual = offered.map(({ mean, deviation }) => toFifths(random.normal(mean, deviation)));
  const owned = team.map(({ has }) =>
    Object.fromEntries(own.map((name, r) => [name, toFifths((has[r] ?? 0) * (1 + 0.2 * random.normal()))])),
  );
  const values = team.map(({ efficiency }) =>
    Object.fromEntries(
      offered.map(({ name, place }, at) => [
        name,
        Number(((efficiency[place] ?? 1) * (usual[at] ?? 0)).toFixed(2)),
      ]),
    ),
  );
  const fragments = shared.map((name): [string, readonly number[]] => {
    const ofAll =
      tasks.reduce((sum, { needs }) => sum + (needs[name] ?? 0), 0) * (tasksOfACase / tasks.length);
    const there = Math.floor(ofAll * 0.8 * (0.5 + random.uniform()));
    const leaders = Math.floor(there * 0.6);
    const rest = there - leaders;
    const least = Math.ceil(rest * 0.4);
    const first = rest >= 2 * least ? least + random.below(rest - 2 * least + 1) : Math.floor(rest / 2);
    return [name, [first, rest - first, leaders]];
  });
  const byName = <T>(of: (place: number) => T): Record<string, T> =>
    Object.fromEntries(memberNames.map((name, place) => [name, of(place)]));
  return {
    id: `${domain}-${number}`,
    domain,
    items: offered.map(({ name }) => name),
    doers: memberNames,
    needs: Object.fromEntries(offered.map(({ name, needs }) => [name, needs])),
    resources: { shared, own },
    agents: memberNames.map((name, place) => ({
      name,
      role: name === 'Leader' ? 'leader' : 'worker',
      about: team[place]?.about ?? '',
    })),
    truth: {
      shared: Object.fromEntries(fragments.map(([name, parts]) => [name, parts.reduce((a, b) => a + b, 0)])),
      own: byName((place) => owned[place] ?? {}),
      values: byName((place) => values[place] ?? {}),
    },
    views: byName((place): View => {
      const name = memberNames[place] ?? '';
      return {
        isWhole: false,
        shared: Object.fromEntries(fragments.map(([resource, parts]) => [resource, parts[place] ?? 0])),
        own: { [name]: owned[place] ?? {} },
        values: { [name]: values[place] ?? {} },
      };
    }),
    optimum,
  };
}

/**
 * Returns the 60 generated cases, 20 per domain. They were chosen from 1,000 cases per domain because they follow the
 * paper's principles best (A.2.3): the best assignment has at least three tasks and as many tasks as possible, and uses
 * as much of the resources as possible. The file data/chosen-cases.json lists the number and the optimum of each case.
 */
export const generatedTasks = (): readonly JointCase[] =>
  (generated ??= taskDomains.flatMap((domain) =>
    chosen[domain].map(({ number, optimum }) => generateTasks(domain, number, optimum)),
  ));
let generated: readonly JointCase[] | undefined;
