import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, object, text } from 'agora-voting/internal';
import type { JointCase, Known, Profile, State, View } from './types';

const amounts = z.record(z.string(), z.number().nonnegative());
const profile = z.record(z.string(), z.unknown());
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
const observed = z.object({ private_resources: amounts, public_resources: amounts });
const agentNames = ['agent_0', 'agent_1', 'agent_2'] as const;
const taskLine = z.object({
  id: z.string(),
  domain_name: z.string(),
  tasks: z.array(z.string()).min(1),
  agents: z.tuple(agentNames.map((name) => z.literal(name)) as never),
  agents_config: z.record(z.string(), z.object({ name: z.string(), role: z.string() })),
  task_requirements: z.record(z.string(), z.record(z.string(), amounts)),
  private_resource_list: z.array(z.string()),
  public_resource_list: z.array(z.string()),
  game_resource_state: z.object({
    agent_private_resources: z.record(z.string(), amounts),
    public_resources: amounts,
  }),
  agent_0_obs: observed,
  agent_1_obs: observed,
  agent_2_obs: observed,
  value_matrix: z.array(z.array(z.number().nonnegative())),
  max_reward: z.number(),
});

/**
 * Reads the cases of the authors' code (github.com/wcx21/deliberative-collaboration-agents) from JSON lines with the
 * fields of their games: menus for both settings, `environments.menu({ cases, observations })`, or task allocations.
 * Their optimum is kept.
 * @param file - cases of one kind or both
 * @throws AgoraError 'joint-decision' naming the line and what is wrong with it
 * @example
 * const file = undefined; // 'deliberation/menu.jsonl', where there is one
 * file === undefined ? 40 : environments.readJointCases(file).length; // => 40
 */
export function readJointCases(file: string): JointCase[] {
  check('readJointCases', object('arguments', { file: text(10_000) }), { file });
  let at = 0;
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        at++;
        if (line.trim() === '') return [];
        const game = JSON.parse(line) as object;
        return ['dishes' in game ? menuCase(menuLine.parse(game)) : taskCase(taskLine.parse(game))];
      });
  } catch (cause) {
    const what = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new AgoraError('joint-decision', `${file}, line ${at}, is not a case: ${what}`, { cause });
  }
}

function menuCase(line: z.infer<typeof menuLine>): JointCase {
  const { dishes } = line;
  const guests = [line.persona_0.name, line.persona_1.name];
  const values = [line.nl_agent_0_values, line.nl_agent_1_values];
  const known: Known = {
    id: line.id,
    domain: 'menu',
    items: dishes,
    needs: line.nl_recipes,
    doers: ['kitchen'],
    resources: { shared: line.ingredients, own: [] },
  };
  const view = (place: 0 | 1): View => ({
    isWhole: false,
    shared: line[`agent_${place}_obs`],
    own: {},
    values: { [guests[place] ?? '']: values[place] ?? {} },
    profiles: Object.fromEntries(
      line[`agent_${place}_value_obs_l2`].map((one, at) => [guests[at] ?? '', profileOf(one)]),
    ),
  });
  const mean = (dish: string) => values.reduce((sum, row) => sum + (row[dish] ?? 0), 0) / values.length;
  const truth: State = {
    shared: line.game_ingredients_state,
    own: {},
    values: { kitchen: Object.fromEntries(dishes.map((dish) => [dish, mean(dish)])) },
  };
  const agents = [{ name: 'Agent 1' }, { name: 'Agent 2' }];
  return {
    ...known,
    agents,
    truth,
    views: { 'Agent 1': view(0), 'Agent 2': view(1) },
    optimum: line.max_reward,
  };
}

/**
 * { "Dietary Preferences": { "Low-carb": true, "Vegan": false } } in words: what is so. What was not told is left out.
 */
function profileOf(given: Readonly<Record<string, unknown>>): Profile {
  const wordsOf = (value: unknown): string[] => {
    if (typeof value === 'string' || typeof value === 'number') return [String(value)];
    if (Array.isArray(value)) return value.map(String);
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, one]) => {
      if (typeof one === 'boolean') return one ? [name] : [];
      const kind = { 'Cuisine Type': 'cuisine', 'Spice Level Preference': 'spice', 'Stress Level': 'stress' }[
        name
      ];
      return [kind === undefined ? String(one) : `${String(one)} ${kind}`];
    });
  };
  const isTold = (value: unknown) =>
    typeof value !== 'object' || (value !== null && Object.keys(value).length > 0);
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => isTold(value))
      .map(([field, value]) => [field, wordsOf(value)]),
  );
}

function taskCase(line: z.infer<typeof taskLine>): JointCase {
  const { tasks, task_requirements: requirements, game_resource_state: state } = line;
  const values = Object.fromEntries(
    agentNames.map((name, i) => [
      name,
      Object.fromEntries(tasks.map((task, j) => [task, line.value_matrix[i]?.[j] ?? 0])),
    ]),
  );
  const known: Known = {
    id: line.id,
    domain: line.domain_name,
    items: tasks,
    doers: agentNames,
    // In all of their cases a task needs the same amounts for every agent.
    needs: Object.fromEntries(tasks.map((task) => [task, requirements[task]?.[agentNames[0]] ?? {}])),
    resources: { shared: line.public_resource_list, own: line.private_resource_list },
  };
  const views = Object.fromEntries(
    agentNames.map((name): [string, View] => {
      const { private_resources: own, public_resources: shared } = line[`${name}_obs`];
      return [name, { isWhole: false, shared, own: { [name]: own }, values: { [name]: values[name] ?? {} } }];
    }),
  );
  const agents = agentNames.map((name) => {
    const { name: about = '', role = '' } = line.agents_config[name] ?? {};
    return { name, about, role: role === 'Leader' ? ('leader' as const) : ('worker' as const) };
  });
  const truth: State = { shared: state.public_resources, own: state.agent_private_resources, values };
  return { ...known, agents, truth, views, optimum: line.max_reward };
}
