import { claimRows, claimText, verdictCounts } from 'agora-papers';
import { textTable } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { closest } from 'agora-voting/internal';

/**
 * One claim whole; all claims of a paper; without a name how many there are, by paper and verdict.
 * @throws AgoraError 'claim' saying which claim or paper may be meant
 */
export function claimCommand(name?: string): string {
  if (name === undefined) return countsText();
  return name.includes('.') ? claimText(name) : claimsOf(name);
}

function countsText(): string {
  const lines = verdictCounts().map(({ paper, claims, recorded }) => {
    const told = Object.entries(recorded).map(([verdict, count]) => `${count} ${verdict}`);
    return `${paper.padEnd(12)} ${claims} claims, by recorded evidence: ${told.join(', ')}`;
  });
  return [...lines, 'npx agora claim NAME prints one; figures/CLAIMS.md lists all.'].join('\n');
}

/** The claims of a paper: "S2-MAD" and "s2mad" are one name. Or the claim of this name, whichever paper has it. */
function claimsOf(name: string): string {
  const papers = verdictCounts().map(({ paper }) => paper);
  const paper = papers.find((one) => one === name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  if (paper === undefined) {
    // A claim without its paper, if one paper alone has it.
    const claims = papers.flatMap((one) => claimRows(one).map(({ claim }) => claim));
    const [only, ...others] = claims.filter((claim) => claim.split('.')[1] === name);
    if (only !== undefined && others.length === 0) return claimText(only);
    const meant = closest(name, papers);
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    throw new AgoraError(
      'claim',
      `There is no paper "${name}"${hint}. The papers are ${papers.join(', ')}; a claim is called gedi.threeRatersSuffice.`,
    );
  }
  const rows = claimRows(paper).map(({ claim, verdict, printed, says }) => [claim, verdict, printed, says]);
  const columns = [
    { title: 'claim', width: 60 },
    { title: 'recorded evidence', width: 20 },
    { title: 'printed numbers', width: 20 },
    { title: 'says', width: 100 },
  ];
  return [textTable(columns, rows), '', `npx agora claim ${rows[0]?.[0]} prints one whole.`].join('\n');
}
