import type { Json } from '../json';
import type { Environment } from './environment';

/**
 * An environment in which a fixed list of options is chosen from, so that agents can rank or rate them without first
 * making proposals: a question with its answers, a menu with its dishes.
 */
export interface ChoiceEnvironment<Instance = Json, Proposal = Json> extends Environment<Instance, Proposal> {
  /** The options' names, as ballots use them ("A", "B", ...), in the order in which they are shown. At least two. */
  choices(instance: Instance): readonly string[];
  /** The proposal that an option stands for. @throws when it is none of the options */
  proposalOf(instance: Instance, choice: string): Proposal;
}

/**
 * Whether an environment has options that can be voted on without anybody proposing them.
 * @example
 * environments.isChoiceEnvironment(environments.exchangeEconomy()); // => false
 */
export function isChoiceEnvironment<I, P>(
  environment: Environment<I, P>,
): environment is ChoiceEnvironment<I, P> {
  const { choices, proposalOf } = (environment ?? {}) as Partial<ChoiceEnvironment<I, P>>;
  return typeof choices === 'function' && typeof proposalOf === 'function';
}
