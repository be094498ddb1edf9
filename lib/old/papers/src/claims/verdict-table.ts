import { claimSpecs } from '../claim-spec';
import { changedClaims, hasTurned } from './claim-changes';
import { verdictCounts, verdicts, type ClaimRow } from './verdicts';

/** How many claims of a paper have each verdict by recorded evidence, and with how many its printed numbers agree. */
export interface VerdictRow {
  readonly paper: string;
  readonly claims: number;
  readonly holds: number;
  /** How many of these did not hold before their tests were changed. */
  readonly 'of them †': number;
  /** How many of these rest on something that is computed rather than observed: votes of nobody, a replay. */
  readonly 'of them computed': number;
  readonly reversed: number;
  readonly 'not shown': number;
  readonly 'not tested': number;
  /** How many have a test on live runs, of either model. */
  readonly 'tested live': number;
  readonly 'printed: consistent': number;
  readonly inconsistent: number;
  readonly 'cannot be checked': number;
}

/**
 * The verdicts of the five papers in five rows: by recorded evidence after Holm's correction, and whether the papers' own
 * printed numbers agree with the claims.
 * @example
 * papers.verdictRows().map(({ holds }) => holds); // => [0, 3, 2, 0, 0]
 */
export function verdictRows(): VerdictRow[] {
  const specs = claimSpecs();
  const turned = changedClaims().filter((one) => one.verdictNow === 'holds' && hasTurned(one));
  return verdictCounts().map(({ paper, claims, recorded, printed }) => ({
    paper: specs[paper].paper,
    claims: claims,
    holds: recorded.holds,
    'of them †': turned.filter((one) => one.paper === specs[paper].paper).length,
    'of them computed': verdicts(paper).filter(isComputed).length,
    reversed: recorded.reversed,
    'not shown': recorded['not shown'],
    'not tested': recorded['not tested'],
    'tested live': verdicts(paper).filter(isTestedLive).length,
    'printed: consistent': printed.consistent,
    inconsistent: printed.inconsistent,
    'cannot be checked': printed['cannot be checked'],
  }));
}

function isComputed({ recorded }: ClaimRow): boolean {
  return recorded.verdict === 'holds' && recorded.test?.computed !== null;
}

function isTestedLive({ live, second }: ClaimRow): boolean {
  return live.found !== null || (second !== null && second.found !== null);
}

/**
 * The rows of `verdictRows` as a table in Markdown.
 * @example
 * papers.verdictTable().split('\n').length; // => 7
 */
export function verdictTable(): string {
  const rows = verdictRows();
  const titles = Object.keys(rows[0] ?? {});
  const lines = [titles, titles.map(() => '---'), ...rows.map((row) => Object.values(row).map(String))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
