import { check, number, settings } from '../check';

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

/** @throws AgoraError 'setting' naming the parameters there are, or the range of the one that is off */
export function checkParameters(
  parameters: readonly AgentParameter[],
  given: Readonly<Record<string, number>> = {},
): void {
  const ranges = parameters.map(({ name, range }) => [name, number(...range).optional()] as const);
  check('simulated', settings(Object.fromEntries(ranges)), given);
}
