import { z } from 'zod';
import type { JointCase, Profile, View } from './joint-case';
import { jsonRows } from './rows';

const amounts = z.record(z.string(), z.number().nonnegative());
const profile = z.record(z.string(), z.unknown());

/** A menu case, with the field names that the official code uses. */
const menuLine = z.object({
  id: z.string(),
  ingredients: z.array(z.string()),
  dishes: z.array(z.string()).min(1),
  nl_recipes: z.record(z.string(), amounts),
  game_ingredients_state: amounts,
  agent_0_obs: amounts,
  agent_1_obs: amounts,
  nl_agent_0_values: amounts,
  nl_agent_1_values: amounts,
  persona_0: z.object({ name: z.string() }),
  persona_1: z.object({ name: z.string() }),
  agent_0_value_obs_l2: z.array(profile).length(2),
  agent_1_value_obs_l2: z.array(profile).length(2),
  max_reward: z.number(),
});

const agentNames = ['agent_0', 'agent_1', 'agent_2'] as const;
const taskObservation = z.object({ private_resources: amounts, public_resources: amounts });
const agentConfig = z.object({ name: z.string(), role: z.string() });

/** A task-allocation case, with the field names that the official code uses. */
const taskLine = z.object({
  id: z.string(),
  domain_name: z.string(),
  tasks: z.array(z.string()).min(1),
  agents_config: z.object({ agent_0: agentConfig, agent_1: agentConfig, agent_2: agentConfig }),
  task_requirements: z.record(z.string(), z.record(z.string(), amounts)),
  private_resource_list: z.array(z.string()),
  public_resource_list: z.array(z.string()),
  game_resource_state: z.object({
    agent_private_resources: z.record(z.string(), amounts),
    public_resources: amounts,
  }),
  agent_0_obs: taskObservation,
  agent_1_obs: taskObservation,
  agent_2_obs: taskObservation,
  value_matrix: z.array(z.array(z.number().nonnegative())).length(3),
  max_reward: z.number(),
});

/**
 * Reads official cases from the Deliberation paper (github.com/wcx21/deliberative-collaboration-agents). Each line of
 * the file is a JSON object with the field names that the authors' code uses. Menu cases support both values of the
 * option `observations`. Each case includes the official optimum. The folder data/joint-decisions contains twelve menus
 * and twelve task allocations.
 * @throws AgoraError if the file cannot be read or a line is invalid; the error gives the file and, if a line is
 *   invalid, the line and any invalid field
 */
export function readJointCases(file: string): JointCase[] {
  const menu = menuLine.transform(menuCase);
  const task = taskLine.transform(taskCase);
  return jsonRows(file).map((row) => row.parse<JointCase>('dishes' in row.values ? menu : task));
}

function menuCase(line: z.infer<typeof menuLine>, context: z.RefinementCtx): JointCase {
  for (const dish of line.dishes)
    for (const field of ['nl_recipes', 'nl_agent_0_values', 'nl_agent_1_values'] as const)
      if (!Object.hasOwn(line[field], dish))
        context.addIssue({ code: 'custom', path: [field, dish], message: 'it is missing' });
  const guests = [line.persona_0.name, line.persona_1.name];
  const values = [line.nl_agent_0_values, line.nl_agent_1_values];
  const viewOf = (place: 0 | 1): View => ({
    isWhole: false,
    shared: line[`agent_${place}_obs`],
    own: {},
    values: { [guests[place] ?? '']: values[place] ?? {} },
    profiles: Object.fromEntries(
      line[`agent_${place}_value_obs_l2`].map((one, guest) => [guests[guest] ?? '', profileOf(one)]),
    ),
  });
  const mean = (dish: string): number =>
    values.reduce((sum, row) => sum + (row[dish] ?? 0), 0) / values.length;
  return {
    id: line.id,
    domain: 'menu',
    items: line.dishes,
    needs: line.nl_recipes,
    doers: ['kitchen'],
    resources: { shared: line.ingredients, own: [] },
    agents: [{ name: 'Agent 1' }, { name: 'Agent 2' }],
    truth: {
      shared: line.game_ingredients_state,
      own: {},
      values: { kitchen: Object.fromEntries(line.dishes.map((dish) => [dish, mean(dish)])) },
    },
    views: { 'Agent 1': viewOf(0), 'Agent 2': viewOf(1) },
    optimum: line.max_reward,
  };
}

const kindOfField: Readonly<Record<string, string>> = {
  'Cuisine Type': 'cuisine',
  'Spice Level Preference': 'spice',
  'Stress Level': 'stress',
};

/**
 * Converts a profile to words. For example, {"Dietary Preferences": {"Low-carb": true, "Vegan": false}} becomes
 * "Low-carb". Empty fields are left out, because the agent did not observe them.
 */
function profileOf(given: Readonly<Record<string, unknown>>): Profile {
  const wordsOf = (value: unknown): string[] => {
    if (typeof value === 'string' || typeof value === 'number') return [String(value)];
    if (Array.isArray(value)) return value.map(String);
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, one]) => {
      if (typeof one === 'boolean') return one ? [name] : [];
      const kind = kindOfField[name];
      return [kind === undefined ? String(one) : `${String(one)} ${kind}`];
    });
  };
  const isObserved = (value: unknown): boolean =>
    typeof value !== 'object' || (value !== null && Object.keys(value).length > 0);
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => isObserved(value))
      .map(([field, value]) => [field, wordsOf(value)]),
  );
}

function taskCase(line: z.infer<typeof taskLine>, context: z.RefinementCtx): JointCase {
  for (const [place, task] of line.tasks.entries()) {
    if (line.task_requirements[task]?.['agent_0'] === undefined)
      context.addIssue({
        code: 'custom',
        path: ['task_requirements', task, 'agent_0'],
        message: 'it is missing',
      });
    for (const [row, values] of line.value_matrix.entries())
      if (values[place] === undefined)
        context.addIssue({ code: 'custom', path: ['value_matrix', row, place], message: 'it is missing' });
  }
  const { tasks, task_requirements: requirements, game_resource_state: state } = line;
  const valuesOf = (row: readonly number[] = []) =>
    Object.fromEntries(tasks.map((task, place) => [task, row[place] ?? 0]));
  const values = Object.fromEntries(
    agentNames.map((name, place) => [name, valuesOf(line.value_matrix[place])]),
  );
  return {
    id: line.id,
    domain: line.domain_name,
    items: tasks,
    doers: agentNames,
    // In all official cases, a task needs the same amounts for every agent.
    needs: Object.fromEntries(tasks.map((task) => [task, requirements[task]?.['agent_0'] ?? {}])),
    resources: { shared: line.public_resource_list, own: line.private_resource_list },
    agents: agentNames.map((name) => {
      const { name: about, role } = line.agents_config[name];
      return { name, about, role: role === 'Leader' ? 'leader' : 'worker' };
    }),
    truth: { shared: state.public_resources, own: state.agent_private_resources, values },
    views: Object.fromEntries(
      agentNames.map((name): [string, View] => {
        const { private_resources: own, public_resources: shared } = line[`${name}_obs`];
        return [
          name,
          { isWhole: false, shared, own: { [name]: own }, values: { [name]: values[name] ?? {} } },
        ];
      }),
    ),
    optimum: line.max_reward,
  };
}
