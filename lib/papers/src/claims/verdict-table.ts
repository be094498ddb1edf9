import { claimSpecs } from '../claim-spec';
import { verdictCounts } from './verdicts';

const titles = [
  'paper',
  'claims',
  'holds',
  'reversed',
  'not shown',
  'not tested',
  'printed: consistent',
  'inconsistent',
  'cannot be checked',
] as const;

/**
 * The verdicts of the five papers in five rows, as Markdown: by recorded evidence after Holm's correction, and whether
 * the papers' own printed numbers bear the claims out.
 * @example
 * papers.verdictTable().split('\n').length; // => 7
 */
export function verdictTable(): string {
  const specs = claimSpecs();
  const rows = verdictCounts().map(({ paper, claims, recorded, printed }) => [
    specs[paper].paper,
    claims,
    recorded.holds,
    recorded.reversed,
    recorded['not shown'],
    recorded['not tested'],
    printed.consistent,
    printed.inconsistent,
    printed['cannot be checked'],
  ]);
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
