import { claimSpecs, type ClaimChange } from '../claim-spec';
import { committedTests } from './committed-tests';
import { paperNames, recordedVerdict } from './verdicts';

/** A change of a frozen claim, and the claim's verdict by recorded evidence now. */
export interface ChangedClaim extends ClaimChange {
  readonly paper: string;
  readonly verdictNow: ClaimChange['verdictBefore'];
}

/** What was changed in the claims after their first version, by paper and in the order of the files. */
export function changedClaims(): ChangedClaim[] {
  return paperNames.flatMap((paper) => {
    const { paper: name, changes } = claimSpecs()[paper];
    const tests = committedTests(paper);
    return changes.map((one) => ({
      ...one,
      paper: name,
      verdictNow: recordedVerdict(paper, one.claim, tests).verdict,
    }));
  });
}

/** Whether the verdict by recorded evidence was different before the test was changed, and was known to its author. */
export function hasTurned({ of, verdictBefore, verdictNow }: ChangedClaim): boolean {
  return of.includes('recorded') && verdictBefore !== 'not tested' && verdictBefore !== verdictNow;
}

/** The changed claims as a table in Markdown, for figures/LEDGER.md. */
export function changedClaimsTable(): string {
  const titles = ['paper', 'claim', 'version', 'it was', 'it is', 'why', 'known by then', 'verdict'];
  const rows = changedClaims().map((one) => [
    one.paper,
    `\`${one.claim}\`, ${one.of}`,
    `${one.version}, ${one.date}`,
    one.was,
    one.now,
    one.why,
    one.seen,
    one.verdictBefore === one.verdictNow
      ? `${one.verdictNow}, as before`
      : `${one.verdictBefore}, now **${one.verdictNow}**`,
  ]);
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
