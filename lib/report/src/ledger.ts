import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder, projectFolder, withLockNow } from 'agora-core/internal';
import type { Evidence } from 'agora-core/metrics';
import { holm } from 'agora-core/statistics';
import { AgoraError } from 'agora-voting';
import { closest } from 'agora-voting/internal';
import { claims, items, type Claim, type PaperItem } from './published/claims';
import { evidenceText, OUR_EVIDENCE, type OurEvidence } from './comparison';
import { figuresFolder, writeIfChanged } from './figures-folder';
import { ledgerRowSchema, rounded, type LedgerRow } from './ledger-row';
import { jointVerdict, pValueOf, verdictOf, type Verdict } from './verdict';

/** A table or figure of a paper, and the evidence for it in notebooks. */
export interface LedgerItem extends PaperItem {
  /** Its notebook, or several with commas between, or "not yet". */
  readonly notebook: string;
  /** The kinds of evidence: "published and simulated", or "none". */
  readonly evidence: string;
  /** The rows that notebooks recorded, one for each part. */
  readonly parts: readonly LedgerRow[];
}

/** One kind of evidence on a claim, as a notebook measured it. */
export interface ClaimTest {
  /** "gedi.votingBeatsOneRater". */
  readonly claim: string;
  readonly evidence: OurEvidence;
  readonly effect: number;
  /** The 95% interval of the effect, clustered if cases repeat. */
  readonly low: number;
  readonly high: number;
  /** The number of cases of the effect, and what a case is: "a question under a rule". */
  readonly n: number;
  readonly cases: string;
  /** The number of independent groups of cases. */
  readonly clusters: number;
  readonly models: string;
  /** The notebook's file name. */
  readonly notebook: string;
}

/** A claim of a paper, with its tests. */
export interface LedgerClaim extends Pick<
  Claim,
  'id' | 'paper' | 'says' | 'where' | 'published' | 'unit' | 'holds'
> {
  /** The verdict by the strongest kind of evidence. */
  readonly verdict: Verdict;
  /** Why it cannot be tested here; empty if it is tested. */
  readonly why: string;
  /** Strongest evidence first. */
  readonly tests: readonly JudgedTest[];
}

export interface JudgedTest extends ClaimTest {
  readonly verdict: Verdict;
  /** The p value of the verdict, corrected by Holm for all tests of the paper by the same kind of evidence. */
  readonly afterHolm: number;
}

/** The ledger. Everything except rows and tests follows from them and from data/published. */
export interface Ledger {
  readonly items: readonly LedgerItem[];
  readonly claims: readonly LedgerClaim[];
}

/**
 * The kinds of evidence on a claim, strongest first: replies of real models come before recomputed numbers, which only
 * show whether the paper's own cells support the claim.
 */
export const STRONGEST_FIRST = [
  'recorded',
  'live',
  'recomputed',
  'simulated',
] as const satisfies OurEvidence[];

const name = z.string().min(1);
const test = z.strictObject({
  claim: name,
  evidence: z.enum(OUR_EVIDENCE),
  effect: z.number(),
  low: z.number(),
  high: z.number(),
  n: z.int().positive(),
  cases: name,
  clusters: z.int().positive(),
  models: name,
  notebook: name,
});
const soundTest = test
  .refine(({ low, effect, high }) => low <= effect && effect <= high, {
    error: 'the effect needs to lie in its interval, from low to high',
  })
  .refine(({ n, clusters }) => clusters <= n, { error: 'n cases have at most n clusters' });
const file = z.object({
  items: z.array(z.object({ parts: z.array(ledgerRowSchema) })),
  claims: z.array(z.object({ tests: z.array(z.object(test.shape)) })), // verdicts are found again
});

/** The path of the ledger. */
export function ledgerFile(folder: string = figuresFolder()): string {
  return join(folder, 'ledger.json');
}

/**
 * All items and claims of the five papers, with the notebooks' records; without any if there is no ledger yet.
 * @throws AgoraError 'ledger' when the file is not a ledger
 */
export function readLedger(folder: string = figuresFolder()): Ledger {
  const path = ledgerFile(folder);
  const fail = (why: string): never => {
    throw new AgoraError('ledger', `${path} ${why}; delete it and run the notebooks again to recreate it`);
  };
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ledgerOf([], []);
    throw error;
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return fail(`is not JSON: ${(error as Error).message}`);
  }
  const { data, error } = file.safeParse(content);
  if (error !== undefined) return fail(`is not a ledger: ${z.prettifyError(error)}`);
  return ledgerOf(
    data.items.flatMap(({ parts }) => parts),
    data.claims.flatMap(({ tests }) => tests),
  );
}

/**
 * The records of all shipped notebooks, as written by `npm run reproduce`: in AGORA_LEDGER if set, else in the
 * project's `figures/`. Records of the running notebook go elsewhere and are not included.
 * @throws AgoraError 'ledger' when the file is not a ledger
 * @example
 * report.ledger().items.length; // => 56
 */
export function ledger(): Ledger {
  return readLedger(process.env['AGORA_LEDGER'] || join(projectFolder(), 'figures'));
}

/**
 * Adds a row to the ledger, in place of an earlier one for the same table, figure or part. Several notebooks may do so
 * at once.
 * @throws AgoraError 'ledger' when the row or the file is invalid, or no paper has the item
 * @example
 * const options = { notebook: 'mine.ipynb', evidence: 'recomputed' } as const;
 * report.recordInLedger(report.ledgerRow({ paper: 'GEDI', item: 'Figure 1' }, options));
 */
export function recordInLedger(row: LedgerRow, folder: string = figuresFolder()): void {
  const { data, error } = ledgerRowSchema.safeParse(row);
  if (error !== undefined)
    throw new AgoraError(
      'ledger',
      `recordInLedger got a wrong row for ${row?.paper}, ${row?.item}: ${z.prettifyError(error)}`,
    );
  update(folder, (rows, tests) =>
    ledgerOf([...rows.filter((other) => rowKey(other) !== rowKey(row)), data], tests),
  );
}

/**
 * Adds a notebook's test of a claim to the ledger, in place of its earlier test on the same cases of the same models.
 * @throws AgoraError 'ledger' when the numbers or the file are invalid, or no paper makes the claim
 */
export function recordTest(given: ClaimTest, folder: string = figuresFolder()): LedgerClaim {
  const { data, error } = soundTest.safeParse(given);
  if (error !== undefined)
    throw new AgoraError('ledger', `claim got wrong numbers for ${given?.claim}: ${z.prettifyError(error)}`);
  const { claims: all } = update(folder, (rows, tests) =>
    ledgerOf(rows, [...tests.filter((other) => testKey(other) !== testKey(given)), data]),
  );
  return all.find(({ id }) => id === given.claim) as LedgerClaim;
}

/**
 * Merges the ledger with the records of a notebook that has run. They replace its earlier records and any row for the
 * same item. Records of notebooks that no longer exist are removed.
 * @param existing - the names of all notebooks, without ".ipynb"
 */
export function mergeLedgers(
  old: Ledger,
  fresh: Ledger,
  notebook: string,
  existing: readonly string[],
): Ledger {
  const stays = (one: { readonly notebook: string }): boolean => {
    const own = one.notebook.replace(/\.ipynb$/, '');
    return own !== notebook && existing.includes(own);
  };
  const now = new Set(rowsOf(fresh).map(rowKey));
  return ledgerOf(
    [...rowsOf(old).filter((row) => stays(row) && !now.has(rowKey(row))), ...rowsOf(fresh)],
    [...testsOf(old).filter(stays), ...testsOf(fresh)],
  );
}

/** The text of the ledger file: equal for the same records in any order. */
export function printLedger(ledger: Ledger): string {
  return `${JSON.stringify(ledger, null, 2)}\n`;
}

const rowKey = ({ paper, item }: LedgerRow): string => `${paper}, ${item}`;
const testKey = ({ claim, evidence, models, cases, notebook }: ClaimTest): string =>
  [claim, evidence, models, cases, notebook].join('\n');
const rowsOf = ({ items: all }: Ledger): LedgerRow[] => all.flatMap(({ parts }) => parts);
const testsOf = ({ claims: all }: Ledger): ClaimTest[] =>
  all.flatMap(({ tests }) => tests.map(({ verdict: _, afterHolm: __, ...one }) => one));

function update(
  folder: string,
  change: (rows: readonly LedgerRow[], tests: readonly ClaimTest[]) => Ledger,
): Ledger {
  const path = ledgerFile(folder);
  makeFolder(folder);
  return withLockNow(`${path}.lock`, () => {
    const before = readLedger(folder);
    const after = change(rowsOf(before), testsOf(before));
    writeIfChanged(path, printLedger(after));
    return after;
  });
}

/** Everything in its order: the papers' for items and claims, by name for parts, the strongest first for evidence. */
function ledgerOf(rows: readonly LedgerRow[], tests: readonly ClaimTest[]): Ledger {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const known = items();
  for (const { paper, item } of rows)
    needKnown(
      'item',
      `${paper}, ${itemOf(item)}`,
      known.map((one) => `${one.paper}, ${one.item}`),
    );
  for (const { claim } of tests)
    needKnown(
      'claim',
      claim,
      claims().map(({ id }) => id),
    );
  const corrected = afterHolm(tests);
  return {
    items: known.map((item): LedgerItem => {
      const parts = rows
        .filter((row) => row.paper === item.paper && itemOf(row.item) === item.item)
        .sort((one, other) => compare(one.item, other.item));
      const kinds = parts.flatMap(({ evidence }) => (evidence === 'none' ? [] : evidence.split(' and ')));
      const printed = parts.some(({ publishedCells }) => publishedCells > 0) ? ['published'] : [];
      const notebook = [...new Set(parts.map((row) => row.notebook))].sort(compare).join(', ');
      const evidence = evidenceText([...printed, ...kinds] as Evidence[]) || 'none';
      return { ...item, notebook: notebook || 'not yet', evidence, parts };
    }),
    claims: claims().map(({ id, paper, says, where, published, unit, holds, untested }): LedgerClaim => {
      const own = tests
        .filter(({ claim }) => claim === id)
        .map((one) => ({ ...one, verdict: verdictOf({ holds }, one), afterHolm: corrected.get(one) ?? 1 }))
        .sort((one, other) => rank(one) - rank(other) || compare(testKey(one), testKey(other)));
      const strongest = own.filter(({ evidence }) => evidence === own[0]?.evidence);
      const verdict = jointVerdict(strongest.map((one) => one.verdict));
      const why = own.length > 0 ? '' : untested;
      return { id, paper, says, where, published, unit, holds, verdict, why, tests: own };
    }),
  };
}

/** Each test's p value, corrected for all tests of its paper by the same kind of evidence. */
function afterHolm(tests: readonly ClaimTest[]): ReadonlyMap<ClaimTest, number> {
  const known = new Map(claims().map((claim) => [claim.id, claim]));
  const families = new Map<string, { test: ClaimTest; pValue: number }[]>();
  for (const test of tests) {
    const claim = known.get(test.claim) as Claim;
    const family = `${claim.paper}, ${test.evidence}`;
    families.set(family, [...(families.get(family) ?? []), { test, pValue: pValueOf(claim, test) }]);
  }
  return new Map(
    [...families.values()].flatMap((family) => {
      const corrected = holm(family.map(({ pValue }) => pValue));
      return family.map(({ test }, place) => [test, rounded(corrected[place] ?? 1)] as const);
    }),
  );
}

const rank = ({ evidence }: ClaimTest): number => STRONGEST_FIRST.indexOf(evidence);
const itemOf = (item: string): string => item.split(', ')[0] as string;

function needKnown(what: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const meant = closest(name, names);
  const end = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  throw new AgoraError('ledger', `no paper has the ${what} ${JSON.stringify(name)}${end}`);
}
