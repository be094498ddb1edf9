import type { Fact } from './types';

/** The weight of an option by some facts: the sum of the weights of the facts about it. */
export function weightOf(option: string, facts: readonly Fact[]): number {
  return facts.filter((fact) => fact.option === option).reduce((sum, { weight }) => sum + weight, 0);
}

/** The options with the largest weight by some facts; several if they are equal. */
export function favoured(options: readonly string[], facts: readonly Fact[]): string[] {
  const most = Math.max(...options.map((option) => weightOf(option, facts)));
  return options.filter((option) => weightOf(option, facts) === most);
}
