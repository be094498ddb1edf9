import { AgoraError } from '../../error';
import type { JsonObject } from '../../environments/environment';
import { eventsOf, type Collaboration, type ToolEvent } from '../../protocols/protocol';
import type { Column } from '../measure';

/*
 * Measures of joint decisions, in percent. They read a decision's scores `normalized`, `valid` and `adjusted`, and a
 * belief's errors `hallucination` and `publicError`. Source: Deliberation, section 2.2.4 and appendix B.1.
 */

const bounds = [0, 100] as const;

/** NR: the reward as a share of the largest possible reward. An invalid or missing decision earns 0. */
export const normalizedReward: Column = { measure: (one) => 100 * numberIn(one.score, 'normalized'), bounds };

/** VR: whether the decision is valid. */
export const valid: Column = { measure: (one) => 100 * numberIn(one.score, 'valid'), bounds };

/**
 * NAR: like NR, but an invalid decision earns the reward of its feasible part, multiplied by that part's share of the
 * decision.
 */
export const adjustedReward: Column = { measure: (one) => 100 * numberIn(one.score, 'adjusted'), bounds };

/** HR: the percentage of all amounts, both shared and owned, that the last stated belief overestimates. */
export const hallucination: Column = { measure: (one) => lastError(one, 'hallucination', 100), bounds };

/**
 * NMAE: the mean relative error of the last stated belief about the shared resources. This is a plain number, not a
 * percentage.
 */
export const publicError: Column = { measure: (one) => lastError(one, 'publicError', 1) };

/** Tool NR: the NR of the solver's last solution (Table 4). Missing if the solver gave no solution. */
export const toolReward: Column = {
  measure: (one) => withAdvice(one, (advice) => 100 * numberIn(advice.score, 'normalized')),
};

/** Actual NR: the NR of the decision (Table 4). Missing if the solver gave no solution. */
export const rewardWithTool: Column = {
  measure: (one) => withAdvice(one, () => 100 * numberIn(one.score, 'normalized')),
};

/** Whether the decision equals the solver's last solution (Table 4). A missing decision counts as different. */
export const compliance: Column = {
  measure: (one) =>
    withAdvice(one, ({ proposal }) => (one.outcome !== null && isSame(one.outcome, proposal) ? 100 : 0)),
  bounds,
};

interface Advice {
  readonly proposal: unknown;
  readonly score: JsonObject;
}

/**
 * Reads the solver's last solution. The paper does not say which agent's solution counts; we use the most recent
 * solution that any agent received.
 */
function withAdvice(one: Collaboration, value: (advice: Advice) => number): number | null {
  const isAdvice = ({ name, output }: ToolEvent): boolean =>
    name === 'solver' &&
    typeof output === 'object' &&
    output !== null &&
    'proposal' in output &&
    'score' in output;
  const last = eventsOf(one, 'tool').findLast(isAdvice);
  return last === undefined ? null : value(last.output as unknown as Advice);
}

function lastError(one: Collaboration, name: string, scale: number): number | null {
  const last = eventsOf(one, 'belief').at(-1);
  return last === undefined ? null : scale * numberIn(last.errors, name);
}

function numberIn(score: JsonObject, name: string): number {
  const value = score[name];
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return value;
  throw new AgoraError(`the record has no score "${name}". Use a run with joint decisions.`);
}

/** Compares JSON values. Ignores the order of entries in objects and lists, because a plan is an unordered set. */
const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`);
  return `{${entries.sort().join()}}`;
}
