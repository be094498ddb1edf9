import { AgoraError } from './agora-error';
import { check, text as words } from './check';
import { jsonText } from './json';
import type { Profile, RankingBallot, RuleStep, WeakRankingBallot } from './voting-rule';

/** A profile of rankings in which each ballot represents a group of voters. */
export type WrittenProfile = Profile<RankingBallot | WeakRankingBallot> & {
  readonly counts: readonly number[];
};

/**
 * Reads a profile from text, one line for each group of voters: "42: Memphis > Nashville > Knoxville". "=" joins
 * options that are liked equally. Options may be omitted. The profile lists the options in alphabetical order.
 * @throws AgoraError 'invalid-profile' naming the line that is not of this form
 * @example
 * voting.readProfile('3: A > B\n2: B > A').electorate; // => 5
 */
export function readProfile(text: string): WrittenProfile {
  check('readProfile', words(1_000_000), text);
  const lines = text.split('\n').map((line) => line.trim());
  const groups = lines.filter((line) => line !== '').map(readGroup);
  return {
    options: [...new Set(groups.flatMap(({ tiers }) => tiers.flat()))].sort(),
    ballots: groups.map(({ tiers }) =>
      tiers.every((tier) => tier.length === 1)
        ? { kind: 'ranking', ranking: tiers.flat() }
        : { kind: 'weak-ranking', tiers },
    ),
    counts: groups.map(({ voters }) => voters),
    electorate: groups.reduce((sum, { voters }) => sum + voters, 0),
  };
}

function readGroup(line: string): { readonly voters: number; readonly tiers: readonly string[][] } {
  const colon = line.indexOf(':');
  const count = line.slice(0, Math.max(colon, 0));
  const tiers = line
    .slice(colon + 1)
    .split('>')
    .map((tier) => tier.split('=').map((option) => option.trim()));
  if (!/^\d{1,15}$/.test(count) || tiers.flat().includes(''))
    throw new AgoraError(
      'invalid-profile',
      `readProfile needs lines such as "42: A > B = C", got ${jsonText(line)}`,
    );
  return { voters: Number(count), tiers };
}

/**
 * An order as people write it, best first.
 * @example
 * voting.writeOrder([['A', 'B'], ['C']]); // => 'A = B > C'
 */
export function writeOrder(order: readonly (readonly string[])[]): string {
  return order.map((tier) => tier.join(' = ')).join(' > ');
}

/**
 * A tally as people write it, to two decimals.
 * @example
 * voting.writeTally({ A: 3, B: 1 / 3 }); // => 'A 3, B 0.33'
 */
export function writeTally(tally: Readonly<Record<string, number>>): string {
  return Object.entries(tally)
    .map(([option, total]) => `${option} ${Number(total.toFixed(2))}`)
    .join(', ');
}

/**
 * Describes one step of a count in words: the step, the counts and the outcome.
 * @example
 * voting.describeStep({ kind: 'pair', over: 'A', under: 'B', margin: 3, outcome: 'locked' }).step; // => 'A over B'
 */
export function describeStep(step: RuleStep): { step: string; counts: string; outcome: string } {
  switch (step.kind) {
    case 'count':
      return { step: step.label, counts: writeTally(step.tally), outcome: '' };
    case 'elimination':
      return {
        step: step.label,
        counts: writeTally(step.tally),
        outcome: `${step.eliminated.join(', ')} out`,
      };
    case 'pair':
      return { step: `${step.over} over ${step.under}`, counts: `by ${step.margin}`, outcome: step.outcome };
    case 'remark':
      return { step: step.text, counts: '', outcome: '' };
  }
}
