import { check, listOf, oneOf, type Reading, settings as settingsOf } from 'agora-voting/internal';
import type { GivenCases } from '../environment';
import { amountsText, among, beliefsOf, isObject, quote, unread } from '../joint-decision/beliefs';
import { caseGiven } from '../joint-decision/case-given';
import { jointDecision } from '../joint-decision/joint-decision';
import type { Given } from '../joint-decision/search';
import { simulatedJointAgent } from '../joint-decision/simulated-agent';
import type { Assignment, Information, JointCase, View } from '../joint-decision/types';
import { about, domains, madeTasks, type TaskDomain } from './generate';

export interface TaskAllocationSettings {
  /** One sub-domain of the cases. Default all. */
  readonly domain?: TaskDomain;
  /** Who sees what. Default `partial`. */
  readonly information?: Information;
  /**
   * Default: 60 cases of this library. Collaboration i uses case i; after the last case it starts again with the first.
   */
  readonly cases?: readonly JointCase[];
}

const taskSettings = settingsOf({
  domain: oneOf(...domains).optional(),
  information: oneOf('partial', 'oracle', 'centralized').optional(),
  cases: listOf('cases', caseGiven, 1).optional(),
});

const plan = (assignment: Assignment): Given[] =>
  Object.entries(assignment).map(([item, doer]) => ({ item, doer }));
const assignmentOf = (given: readonly Given[]): Assignment =>
  Object.fromEntries(given.map(({ item, doer }) => [item, doer]));
const show = (assignment: Assignment): string =>
  Object.entries(assignment)
    .map(([task, agent]) => `${agent} takes ${task}`)
    .join('; ') || 'nobody does anything';

const simulatedAgent = simulatedJointAgent<Assignment>({ plan, proposal: assignmentOf });

/**
 * Task allocation: two workers and a leader, who decides, assign tasks to each other. Each has resources of its own; of
 * the shared resources each sees a fragment. Source: Wang et al., section 2.2.3, Appendix A.2.
 *
 * The reward of an assignment is the sum of its tasks' values to the agents that do them, and 0 if it exceeds the
 * resources. Tasks may be left undone. A task with two agents, an unknown task or an unknown agent makes it unreadable.
 * The feasible part of an invalid assignment takes the most valuable tasks first.
 * @throws AgoraError 'setting' for invalid settings
 * @example
 * environments.taskAllocation({ domain: 'camping' }).settings.cases; // => 20
 */
export function taskAllocation(settings: TaskAllocationSettings = {}): GivenCases<JointCase, Assignment> {
  check('taskAllocation', taskSettings, settings);
  const { domain, information = 'partial', cases = madeTasks() } = settings;
  const chosen = domain === undefined ? cases : cases.filter((one) => one.domain === domain);
  check('taskAllocation', settingsOf({ cases: listOf(`cases of ${domain ?? 'any domain'}`, caseGiven, 1) }), {
    cases: chosen,
  });
  return jointDecision<Assignment>(
    {
      name: 'task-allocation',
      itemsAre: 'task',
      settings: { domain: domain ?? 'all' },
      plan,
      proposal: assignmentOf,
      greedy: ({ truth }, given) => {
        const worth = ({ item, doer }: Given) => truth.values[doer]?.[item] ?? 0;
        return [...given].sort((a, b) => worth(b) - worth(a));
      },
      task: taskText,
      background: backgroundText,
      beliefs: beliefsOf(
        {
          shared: ['public', 'public_resources'],
          own: ['private', 'agent_private_resources'],
          values: ['values', 'overall_preferences'],
        },
        {
          shared: '{"<shared resource>": <how much there is of it in all>, ...}',
          own: '{"<agent>": {"<own resource>": <how much the agent has>, ...}, ...}',
          values: '{"<agent>": {"<task>": <what it is worth if this agent does it>, ...}, ...}',
        },
      ),
      decisions: {
        proposalFormat: ({ items, doers }) => ({
          text: '{"<task>": <"<agent>" or null>, ...} - with every task once, and null for a task that nobody does',
          schema: () => ({
            type: 'object',
            properties: Object.fromEntries(items.map((task) => [task, { enum: [...doers, null] }])),
            required: items,
            additionalProperties: false,
          }),
        }),
        readProposal: readAssignment,
        showProposal: (_, assignment) => show(assignment),
      },
      simulatedAgent,
    },
    chosen,
    information,
  );
}

/** What models write where nobody is to do a task. */
const nobody = new Set(['', 'none', 'nobody', 'unassigned', 'null', 'no one']);

/** Reads an agent a task; or tasks an agent, as some write it. */
function readAssignment({ items, doers }: JointCase, value: unknown): Reading<Assignment> {
  if (!isObject(value)) return unread('an assignment must be an object such as {"<task>": "<agent>"}');
  const [only, ...others] = Object.entries(value);
  const taskOf = among(items);
  const agentOf = among(doers);
  // {"allocation": {...}}
  if (only !== undefined && others.length === 0 && isObject(only[1]) && taskOf(only[0]) === undefined)
    return readAssignment({ items, doers } as JointCase, only[1]);
  const pairs = Object.entries(value).flatMap(([name, one]): (readonly [string, unknown])[] =>
    Array.isArray(one) && taskOf(name) === undefined
      ? one.map((task) => [String(task), name] as const)
      : [[name, one]],
  );
  const assignment = new Map<string, string>();
  for (const [written, who] of pairs) {
    const task = taskOf(written);
    if (task === undefined)
      return unread(`there is no task ${quote(written)}: the tasks are ${items.join(', ')}`);
    if (who === null || (typeof who === 'string' && nobody.has(who.trim().toLowerCase()))) continue;
    const agent = typeof who === 'string' ? agentOf(who) : undefined;
    if (agent === undefined)
      return unread(
        `there is no agent ${quote(who as never)} for "${task}": the agents are ${doers.join(', ')}`,
      );
    if (assignment.has(task) && assignment.get(task) !== agent)
      return unread(
        `"${task}" is given to ${assignment.get(task)} and to ${agent}: one agent at most does a task`,
      );
    assignment.set(task, agent);
  }
  return {
    ok: true,
    value: Object.fromEntries(
      items.flatMap((task) => {
        const agent = assignment.get(task);
        return agent === undefined ? [] : [[task, agent]];
      }),
    ),
  };
}

function taskText({ domain, agents, items, needs, resources }: JointCase, information: Information): string {
  const team = agents.map(
    ({ name, role, about: who = '' }) =>
      `${name}${who === '' ? '' : ` (${who})`}${role === 'leader' ? ', who leads' : ''}`,
  );
  const lines = [
    `A team has tasks to share out${about(domain) === undefined ? '' : ` in ${about(domain)}`}: ${team.join('; ')}.`,
    'Every task may be given to one agent, or be left undone. It is worth something that depends on who does it, and the assignment is worth the sum of that: the more, the better.',
    `A task takes of what its agent alone has (${resources.own.join(', ')}), which is of no use to others, and of what all share (${resources.shared.join(', ')}). An assignment that takes more than there is of anything is worth nothing.`,
  ];
  if (information === 'partial')
    lines.push(
      'Each of you knows only the own means and values, and sees a fragment of what is shared: what there is in all is the sum of all fragments. The leader decides.',
    );
  const tasks = items.map((task) => `- ${task}: ${amountsText(needs[task] ?? {})}`);
  return [...lines, 'The tasks, and what each takes, whoever does it:', ...tasks].join('\n');
}

function backgroundText(_: JointCase, agent: string, view: View): string {
  const lines = [
    `${view.isWhole ? 'What all share, in all' : 'Your fragment of what all share'}: ${amountsText(view.shared)}.`,
  ];
  for (const [name, amounts] of Object.entries(view.own))
    lines.push(`What ${name === agent ? 'you have' : `${name} has`} alone: ${amountsText(amounts)}.`);
  for (const [name, values] of Object.entries(view.values))
    lines.push(
      `What the tasks are worth if ${name === agent ? 'you do' : `${name} does`} them: ${JSON.stringify(values)}.`,
    );
  return lines.join('\n');
}
