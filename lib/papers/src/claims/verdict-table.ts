import { claimSpecs } from '../claim-spec';
import { changedClaims, hasTurned } from './claim-changes';
import { verdictCounts } from './verdicts';

/** How many claims of a paper have each verdict by recorded evidence, and how many its printed numbers bear out. */
export interface VerdictRow {
  readonly paper: string;
  readonly claims: number;
  readonly holds: number;
  /** How many of these did not hold before their tests were changed. */
  readonly 'of them †': number;
  readonly reversed: number;
  readonly 'not shown': number;
  readonly 'not tested': number;
  readonly 'printed: consistent': number;
  readonly inconsistent: number;
  readonly 'cannot be checked': number;
}

/**
 * The verdicts of the five papers in five rows: by recorded evidence after Holm's correction, and whether the papers' own
 * printed numbers bear the claims out.
 * @example
 * papers.verdictRows().map(({ holds }) => holds); // => [1, 3, 2, 0, 0]
 */
export function verdictRows(): VerdictRow[] {
  const specs = claimSpecs();
  const turned = changedClaims().filter((one) => one.verdictNow === 'holds' && hasTurned(one));
  return verdictCounts().map(({ paper, claims, recorded, printed }) => ({
    paper: specs[paper].paper,
    claims: claims,
    holds: recorded.holds,
    'of them †': turned.filter((one) => one.paper === specs[paper].paper).length,
    reversed: recorded.reversed,
    'not shown': recorded['not shown'],
    'not tested': recorded['not tested'],
    'printed: consistent': printed.consistent,
    inconsistent: printed.inconsistent,
    'cannot be checked': printed['cannot be checked'],
  }));
}

/**
 * The same as a table in Markdown.
 * @example
 * papers.verdictTable().split('\n').length; // => 7
 */
export function verdictTable(): string {
  const rows = verdictRows();
  const titles = Object.keys(rows[0] ?? {});
  const lines = [titles, titles.map(() => '---'), ...rows.map((row) => Object.values(row).map(String))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
