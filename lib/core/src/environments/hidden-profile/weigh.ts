import type { Fact } from './types';

/** What an option weighs by some facts: the sum of the weights of those that are about it. */
export function weightOf(option: string, facts: readonly Fact[]): number {
  return facts.filter((fact) => fact.option === option).reduce((sum, { weight }) => sum + weight, 0);
}

/** The options that weigh most by some facts; several if they weigh the same. */
export function favoured(options: readonly string[], facts: readonly Fact[]): string[] {
  const most = Math.max(...options.map((option) => weightOf(option, facts)));
  return options.filter((option) => weightOf(option, facts) === most);
}
