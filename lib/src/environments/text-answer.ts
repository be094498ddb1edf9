import type { Json, Reading } from '../json';
import type { Environment } from './environment';

/**
 * An environment whose proposals can be given in prose: reasoning first, then the answer in a form that can be found
 * again. Debates ask for answers so; protocols that want JSON use `proposalFormat` and `readProposal` as everywhere.
 */
export interface TextAnswerEnvironment<Instance = Json, Proposal = Json> extends Environment<
  Instance,
  Proposal
> {
  /** What a reply must end in, as a sentence of the prompt: "Put your final answer in the form \boxed{answer} ...". */
  textFormat(instance: Instance): string;
  /** The form alone, for prompts that ask for several answers: "\boxed{answer}", "(X)". */
  answerForm(instance: Instance): string;
  /** An answer in that form: "\boxed{18}", "(B)". */
  stateAnswer(instance: Instance, proposal: Proposal): string;
  /** The one answer that a text comes to, or why none could be read, in words that a model can act on. */
  readText(instance: Instance, text: string): Reading<Proposal>;
  /** All answers that stand in that form in a text, in order, without repeats (by `proposalKey`): for summaries. */
  statedAnswers(instance: Instance, text: string): readonly Proposal[];
}

/**
 * Whether an environment's proposals can be given in prose.
 * @example
 * environments.isTextAnswerEnvironment(environments.exchangeEconomy()); // => false
 */
export function isTextAnswerEnvironment<I, P>(
  environment: Environment<I, P>,
): environment is TextAnswerEnvironment<I, P> {
  const { textFormat, statedAnswers } = (environment ?? {}) as Partial<TextAnswerEnvironment<I, P>>;
  return typeof textFormat === 'function' && typeof statedAnswers === 'function';
}
