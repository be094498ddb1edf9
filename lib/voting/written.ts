import { AgoraError } from '../error';
import type { RankingBallot } from './ballots';
import type { Election } from './rule';

/** Reads and writes rankings, orders and totals as text. */

/**
 * Reads rankings from text. Each line describes a group of voters, such as "42: Memphis > Nashville > Knoxville". Tied
 * options are joined with "=". A ranking may omit options. The options of the returned election are in alphabetical
 * order.
 */
export function readProfile(text: string): Election & { readonly electorate: number } {
  const lines = text.split('\n').map((line) => line.trim());
  const ballots = lines.filter((line) => line !== '').map(readGroup);
  const options = [...new Set(ballots.flatMap(({ ranking }) => ranking.flat()))].sort();
  return { options, ballots, electorate: ballots.reduce((sum, { count = 1 }) => sum + count, 0) };
}

function readGroup(line: string): RankingBallot {
  const [count = '', ...rest] = line.split(':');
  const tiers = rest
    .join(':')
    .split('>')
    .map((tier) => tier.split('=').map((option) => option.trim()));
  if (!/^\s*\d{1,11}\s*$/.test(count) || tiers.flat().includes(''))
    throw new AgoraError(`A line in a profile must look like "42: A > B = C", not ${JSON.stringify(line)}.`);
  return {
    kind: 'ranking',
    ranking: tiers.map((tier) => (tier.length === 1 ? tier.join() : tier)),
    count: Number(count),
  };
}

/** Writes an order, best first, as in "A = B > C". */
export const writeOrder = (order: readonly (readonly string[])[]): string =>
  order.map((tier) => tier.join(' = ')).join(' > ');

/** Writes totals with at most two decimals, as in "A 3, B 0.33". */
export const writeTotals = (totals: Readonly<Record<string, number>>): string =>
  Object.entries(totals)
    .map(([option, total]) => `${option} ${Number(total.toFixed(2))}`)
    .join(', ');
