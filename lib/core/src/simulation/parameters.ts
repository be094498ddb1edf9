import { AgoraError } from 'agora-voting';
import { check, having, number, object, settings } from 'agora-voting/internal';
import { environmentGiven } from '../environments/environment';
import type { Anybody, Parameter } from '../environments/simulated-agent';

/** The name of the model that a member simulates, and single parameters that override that model's. */
export interface Profile {
  readonly profile?: string;
  readonly parameters?: Readonly<Record<string, number>>;
}

/** The values that a member acts by. A parameter that the simulated agent does not list is absent. */
export type Values = Readonly<Partial<Record<string, number>>>;

/** A profile with all its values. */
export interface Resolved {
  /** The model's name. It seeds the errors that only this model makes. */
  readonly profile: string;
  /** The values for a data set ("" if the environment has none). The same object each time. */
  on(dataset: string): Values;
}

const resolved = new WeakMap<object, WeakMap<object, Resolved>>();

/**
 * The parameters of a member: the simulated agent's own, overridden by a model's, overridden by single values. All
 * errors are then scaled by the distance of the skill from perfect.
 * @throws AgoraError 'setting' naming the parameter or profile and the valid ones
 */
export function resolve(name: string, simulatedAgent: Anybody, given: Profile): Resolved {
  const known = resolved.get(simulatedAgent) ?? new WeakMap<object, Resolved>();
  resolved.set(simulatedAgent, known);
  const made = known.get(given) ?? make(name, simulatedAgent, given);
  known.set(given, made);
  return made;
}

function make(name: string, simulatedAgent: Anybody, given: Profile): Resolved {
  const { parameters, profiles = {}, profile: usual = '' } = simulatedAgent;
  const profile = given.profile ?? usual;
  const model = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  if (model === undefined && profile !== '')
    throw new AgoraError(
      'setting',
      `Simulated members of ${name} have no profile "${profile}"; they have ${Object.keys(profiles).join(', ') || 'none'}`,
    );
  const ranges = Object.entries(parameters).map(([one, { range }]) => [one, number(...range).optional()]);
  check('simulated', settings(Object.fromEntries(ranges) as Record<string, never>), given.parameters ?? {});
  const usually = Object.entries(parameters).map(([one, { value }]) => [one, value] as const);
  const onDataset = new Map<string, Values>();
  return {
    profile,
    on(dataset) {
      const known = onDataset.get(dataset);
      if (known !== undefined) return known;
      const models = Object.entries(model ?? {}).map(
        ([one, value]) => [one, typeof value === 'number' ? value : valueOn(value, dataset)] as const,
      );
      const own = { ...Object.fromEntries([...usually, ...models]), ...given.parameters };
      const values = scaled(own, parameters);
      onDataset.set(dataset, values);
      return values;
    },
  };
}

/**
 * A value by data set. For an unknown set, it is MMLU's if the set is multiple choice, otherwise GSM8K's; or else the
 * first one.
 */
function valueOn(values: Readonly<Record<string, number>>, dataset: string): number {
  const own = Object.hasOwn(values, dataset) ? values[dataset] : undefined;
  const like = dataset.startsWith('mmlu') || dataset === 'arc-challenge' ? 'mmlu' : 'gsm8k';
  return own ?? values[like] ?? Object.values(values)[0] ?? 0;
}

function scaled(values: Readonly<Record<string, number>>, parameters: Readonly<Record<string, Parameter>>) {
  const { skill } = parameters;
  const scale = skill === undefined ? 1 : (1 - (values['skill'] ?? 0)) / (1 - skill.value);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { scales } = parameters[name] as Parameter;
      if (scales === 'error') return [name, value * scale];
      return [name, scales === 'share' ? Math.max(0, 1 - (1 - value) * scale) : value];
    }),
  );
}

const simulatedAgentGiven = object('an environment with a simulated agent', {
  simulatedAgent: having('a simulated agent', {}),
});

/**
 * Describes every parameter of an environment's simulated members: its default, its range, its effect, the reason for
 * the default, and whether it was fitted.
 * @throws AgoraError 'setting' when the environment has no simulated members
 * @example
 * const fitted = simulation.parametersOf(environments.exchangeEconomy()).filter(({ fitted }) => fitted);
 * fitted.map(({ name }) => name).includes('greed'); // => true
 */
export function parametersOf(environment: {
  readonly simulatedAgent?: Anybody;
}): (Required<Omit<Parameter, 'scales' | 'fitted'>> & { readonly name: string; readonly fitted: boolean })[] {
  check('parametersOf', environmentGiven, environment);
  check('parametersOf', simulatedAgentGiven, environment);
  return Object.entries(environment.simulatedAgent?.parameters ?? {}).map(
    ([name, { value, range, meaning, reason, fitted = false }]) => ({
      name,
      value,
      range,
      meaning,
      reason,
      fitted,
    }),
  );
}
