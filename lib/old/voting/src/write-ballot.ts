import type { Ballot } from './voting-rule';

/**
 * A ballot in one line: "B", "B > A", "A = C > B", "A: 7, B: 5", "A, C". The line is JSON if an option's name contains
 * characters other than letters, digits and single spaces, and for an empty approval.
 * @example
 * voting.writeBallot({ kind: 'ranking', ranking: ['B', 'A'] }); // => 'B > A'
 */
export function writeBallot(ballot: Ballot): string {
  const { json, names } = parts(ballot);
  if (names.length === 0 || !names.every(isPlain)) return JSON.stringify(json);
  switch (ballot.kind) {
    case 'choice':
      return ballot.choice;
    case 'ranking':
      return ballot.ranking.join(' > ');
    case 'weak-ranking':
      return ballot.tiers.map((tier) => tier.join(' = ')).join(' > ');
    case 'approval':
      return ballot.approved.join(', ');
    case 'rating':
      return pairs(ballot.ratings);
    case 'points':
      return pairs(ballot.points);
  }
}

function parts(ballot: Ballot): { json: unknown; names: readonly string[] } {
  switch (ballot.kind) {
    case 'choice':
      return { json: ballot.choice, names: [ballot.choice] };
    case 'ranking':
      return { json: ballot.ranking, names: ballot.ranking };
    case 'weak-ranking':
      return { json: ballot.tiers, names: ballot.tiers.flat() };
    case 'approval':
      return { json: ballot.approved, names: ballot.approved };
    case 'rating':
      return { json: ballot.ratings, names: Object.keys(ballot.ratings) };
    case 'points':
      return { json: ballot.points, names: Object.keys(ballot.points) };
  }
}

function isPlain(name: string): boolean {
  return /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u.test(name);
}

function pairs(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([option, number]) => `${option}: ${number}`)
    .join(', ');
}
