import { AgoraError } from '../agora-error';
/** One parameter of simulated agents: its value, what it does, and why it has that value. */
export interface AgentParameter {
  readonly name: string;
  readonly value: number;
  readonly range: readonly [number, number];
  readonly meaning: string;
  readonly reason: string;
  /** True when the value was fitted to cells of a paper; the list of parameters says to which. */
  readonly fitted: boolean;
}

/**
 * Checks one value that a user sets.
 * @param words - how the agents are spoken of: "Simulated raters have", "they have"
 * @throws AgoraError 'setting' naming the parameters there are, or the range
 */
export function checkParameter(
  parameters: readonly AgentParameter[],
  name: string,
  value: number,
  words: readonly [string, string],
): void {
  const parameter = parameters.find((candidate) => candidate.name === name);
  if (parameter === undefined)
    throw new AgoraError(
      'setting',
      `${words[0]} no parameter "${name}"; ${words[1]} ${parameters.map((one) => one.name).join(', ')}`,
    );
  const [least, most] = parameter.range;
  if (!(value >= least && value <= most))
    throw new AgoraError('setting', `The parameter ${name} lies between ${least} and ${most}, got ${value}`);
}
