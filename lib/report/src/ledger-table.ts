import type { OurEvidence } from './comparison';
import {
  STRONGEST_FIRST,
  type ClaimTest,
  type JudgedTest,
  type Ledger,
  type LedgerClaim,
  type LedgerItem,
} from './ledger';
import { numberText, table, type Shown } from './table';
import { jointVerdict, VERDICTS, type Verdict } from './verdict';

type Cells = Readonly<Record<string, string>>;

/**
 * The ledger as Markdown: counts of verdicts, tested claims and items; for untested claims only their number and the
 * reason.
 */
export function ledgerMarkdown({
  items,
  claims,
}: Ledger): Readonly<Record<'verdicts' | 'claims' | 'items', string>> {
  const tested = byStrength(claims).filter(({ tests }) => tests.length > 0);
  const untested = claims.filter(({ tests }) => tests.length === 0);
  const reasons = [...new Set(untested.map(({ paper, why }) => `${paper}: ${why}`))].map(
    (reason) => `${untested.filter(({ paper, why }) => `${paper}: ${why}` === reason).length} of ${reason}`,
  );
  const missing = reasons.length === 0 ? [] : [`Cannot be tested here: ${reasons.join('; ')}.`];
  const picture = '![Effect and interval by claim, coloured by verdict](figures/claims.png)';
  return {
    verdicts: [
      markdown(claimCounts(claims)),
      ...correctionOf(claims),
      ...(tested.length === 0 ? [] : [picture]),
      ...missing,
    ].join('\n\n'),
    claims: tested.length === 0 ? 'None yet.' : markdown(tested.flatMap(correctedRows)),
    items: [`${itemCounts(items)}.`, markdown(items.map(itemRow))].join('\n\n'),
  };
}

/** A table of claims for a notebook. */
export function shownClaims(claims: readonly LedgerClaim[]): Shown {
  return table(claims.flatMap(claimRows));
}

/** "1.57 [0.90, 2.24]"; small numbers keep three decimals. */
export function effectText({ effect, low, high }: Pick<ClaimTest, 'effect' | 'low' | 'high'>): string {
  return `${plain(effect)} [${plain(low)}, ${plain(high)}]`;
}

function claimRows(claim: LedgerClaim): Cells[] {
  const { id, says, where, published, unit, verdict, why, tests } = claim;
  const head = {
    claim: `${says} (${id}: ${where})`,
    published: published === null ? 'no number' : `${plain(published)} ${unit}`,
  };
  if (tests.length === 0) return [{ ...head, 'effect [95%]': '–', evidence: why, verdict }];
  return tests.map((test, place): Cells => ({
    ...(place === 0 ? head : { claim: '', published: '' }),
    'effect [95%]': effectText(test),
    evidence: `${test.evidence}: n ${test.n} (${test.cases}) in ${test.clusters} clusters; ${test.models}`,
    verdict: test.verdict,
  }));
}

/** Claims with what is left of each verdict: a notebook alone does not know all tests that are corrected for. */
function correctedRows(claim: LedgerClaim): Cells[] {
  return claimRows(claim).map((row, place) => {
    const test = claim.tests[place];
    return { ...row, 'after Holm': test === undefined ? '–' : correctedText(test) };
  });
}

/** "holds, p 0.012", or "not shown, p 0.08". */
function correctedText(test: JudgedTest): string {
  const p = test.afterHolm < 0.001 ? 'p < 0.001' : `p ${numberText(test.afterHolm, 3)}`;
  return `${stands(test) ? test.verdict : 'not shown'}, ${p}`;
}

const stands = ({ afterHolm }: JudgedTest): boolean => afterHolm < 0.05;

/** In how many tests a verdict stands, in a sentence; none where nothing is tested. */
function correctionOf(claims: readonly LedgerClaim[]): string[] {
  const parts = [...new Set(claims.map(({ paper }) => paper))].flatMap((paper) => {
    const tests = claims.flatMap((claim) => (claim.paper === paper ? claim.tests : []));
    const kinds = STRONGEST_FIRST.flatMap((kind) => {
      const found = tests.filter(({ evidence }) => evidence === kind);
      const standing = found.filter((one) => one.verdict !== 'not shown' && stands(one));
      return found.length === 0 ? [] : [`${standing.length} of ${found.length} ${kind}`];
    });
    return kinds.length === 0 ? [] : [`${paper} ${kinds.join(', ')}`];
  });
  const what =
    "After Holm's correction for all tests of a paper by one kind of evidence, a verdict stands in so many of them";
  return parts.length === 0 ? [] : [`${what}: ${parts.join('; ')}.`];
}

function claimCounts(claims: readonly LedgerClaim[]): Cells[] {
  /** How many claims of this verdict there are by one kind of evidence. */
  const count = (verdict: Verdict, kind: OurEvidence): number => {
    const byKind = claims.map(({ tests }) => tests.filter(({ evidence }) => evidence === kind));
    const found = byKind
      .filter((tests) => tests.length > 0)
      .map((tests) => jointVerdict(tests.map((one) => one.verdict)));
    return found.filter((one) => one === verdict).length;
  };
  return VERDICTS.map((verdict): Cells => {
    const kinds = STRONGEST_FIRST.map((kind): [string, string] => [
      kind,
      verdict === 'cannot be tested here' ? '' : String(count(verdict, kind)),
    ]);
    const overall = claims.filter((claim) => claim.verdict === verdict).length;
    return { verdict, ...Object.fromEntries(kinds), 'by the strongest': String(overall) };
  });
}

/** Those with the strongest evidence first; of one kind in the papers' order. */
function byStrength(claims: readonly LedgerClaim[]): LedgerClaim[] {
  const rank = ({ tests: [first] }: LedgerClaim): number =>
    first === undefined ? STRONGEST_FIRST.length : STRONGEST_FIRST.indexOf(first.evidence);
  return [...claims].sort((one, other) => rank(one) - rank(other));
}

function itemCounts(items: readonly LedgerItem[]): string {
  const there = items.filter(({ notebook }) => notebook !== 'not yet').length;
  const withNull = items.flatMap(({ parts }) =>
    parts.filter((part) => part.medianDifference !== null && part.nullDifference !== null),
  );
  const nearer = withNull.filter((part) => Number(part.medianDifference) < Number(part.nullDifference));
  const beside = `; in ${nearer.length} of ${withNull.length} comparisons ours lie nearer to the published numbers than the best null`;
  return `${there} of ${items.length} stand in a notebook${withNull.length === 0 ? '' : beside}`;
}

function itemRow({ paper, item, shows, notebook, evidence, parts }: LedgerItem): Cells {
  const compared = parts.filter(({ medianDifference }) => medianDifference !== null);
  const line = (text: (part: LedgerItem['parts'][number]) => string): string =>
    compared.map((part) => `${part.item.slice(item.length + 2)} ${text(part)}`.trim()).join('; ') || '–';
  return {
    paper,
    item,
    shows,
    notebook,
    evidence,
    'median difference': line((part) => `${plain(part.medianDifference)} ${part.unit}`),
    'of the best null': line((part) =>
      part.null === '' ? '–' : `${plain(part.nullDifference)} (${part.null})`,
    ),
    'known deviation': [...new Set(parts.map(({ knownDeviation }) => knownDeviation))].join(' ') || '–',
  };
}

function plain(value: number | null): string {
  if (value === null) return 'none';
  return numberText(value, value !== 0 && Math.abs(value) < 0.1 ? 3 : 2);
}

function markdown(rows: readonly Cells[]): string {
  const titles = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = titles.map(() => '---');
  return [line(titles), line(rule), ...rows.map((row) => line(titles.map((title) => row[title] ?? '')))].join(
    '\n',
  );
}
