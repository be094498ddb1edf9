import { claimText, verdictCounts } from 'agora-papers';

/**
 * One claim whole; without a name how many there are, by paper and verdict.
 * @throws AgoraError 'claim' saying which claim may be meant
 */
export function claimCommand(id?: string): string {
  if (id !== undefined) return claimText(id);
  const lines = verdictCounts().map(({ paper, claims, recorded }) => {
    const told = Object.entries(recorded).map(([verdict, count]) => `${count} ${verdict}`);
    return `${paper.padEnd(12)} ${claims} claims, by recorded evidence: ${told.join(', ')}`;
  });
  return [...lines, 'npx agora claim NAME prints one; figures/CLAIMS.md lists all.'].join('\n');
}
