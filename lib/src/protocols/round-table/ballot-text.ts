import type { Ballot } from '../../voting';

/** A ballot as everybody is told about it; null is an abstention. */
export function ballotText(ballot: Ballot | null): string {
  if (ballot === null) return 'abstained';
  switch (ballot.kind) {
    case 'choice':
      return `voted for proposal ${ballot.choice}`;
    case 'rating':
      return `rated ${pairs(ballot.ratings)}`;
    case 'ranking':
      return `ranked ${ballot.ranking.map((id) => `proposal ${id}`).join(' > ')}`;
    case 'weak-ranking':
      return `ranked ${ballot.tiers.map((tier) => tier.map((id) => `proposal ${id}`).join(' = ')).join(' > ')}`;
    case 'approval':
      return ballot.approved.length === 0
        ? 'approved nothing'
        : `approved ${ballot.approved.map((id) => `proposal ${id}`).join(', ')}`;
    case 'points':
      return `gave points to ${pairs(ballot.points)}`;
  }
}

function pairs(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([id, number]) => `proposal ${id}: ${number}`)
    .join(', ');
}
