import { holm, minimumDetectableEffect } from 'agora-core/statistics';
import { loadPaper } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { check, closest, object, oneOf, text } from 'agora-voting/internal';
import { claimSpecs, testOf, type ClaimPopulation, type ClaimSpec, type ClaimTest } from '../claim-spec';
import { committedLive, committedTests, type PaperName } from './committed-tests';
import type { NotTested, TestFound } from './evaluate';
import { checkPrinted, type PrintedFound } from './printed';
import type { RecordedTests } from './recorded-tests';

/** What a kind of evidence says of a claim. See claims-policy.md. */
export interface ClaimVerdict {
  readonly verdict: 'holds' | 'reversed' | 'not shown' | 'not tested';
  /** Why it was not tested; null if it was. */
  readonly why: string | null;
  readonly test: ClaimTest | null;
  readonly population: ClaimPopulation | null;
  readonly found: TestFound | null;
  /** After Holm's correction over all primary tests that the paper's file has for this kind of evidence. */
  readonly corrected: number | null;
  /**
   * Why a claim is not shown where that cannot be seen: its interval is clear of the bound, or a size is smaller than half
   * of the printed one.
   */
  readonly remark: string | null;
  /** The smallest distance from the bound that the sample could be expected to show, by the assumed spread. */
  readonly detectable: number | null;
}

/** A claim with all results about it. */
export interface ClaimRow {
  readonly paper: PaperName;
  readonly claim: ClaimSpec;
  readonly printed: PrintedFound;
  readonly recorded: ClaimVerdict;
  /** By the main live model. */
  readonly live: ClaimVerdict;
  /** By the second live model, which is never pooled with the first; null where none is on record. */
  readonly second: ClaimVerdict | null;
}

const folders = {
  roundtable: 'roundtable',
  gedi: 'gedi',
  s2mad: 's2-mad',
  deliberation: 'deliberation',
  strategies: 'strategies',
} as const;

/** In the order of the papers' notebooks. */
export const paperNames = ['roundtable', 'gedi', 's2mad', 'deliberation', 'strategies'] as const;

const given = object('arguments', { paper: oneOf(...paperNames) });
const named = object('arguments', { id: text() });

/**
 * All claims of a paper, as they were specified before they were tested, each with its verdict by recorded and by live
 * evidence, and whether the paper's own printed numbers agree with it.
 * @example
 * const [first] = papers.verdicts('deliberation');
 * first?.recorded.verdict; // => 'not tested'
 */
export function verdicts(paper: PaperName): ClaimRow[] {
  check('verdicts', given, { paper });
  return claimSpecs()[paper].claims.map(committedRows(paper));
}

/** The verdicts by your own tests. Without `live`, there are no live runs; without `second`, none of a second model. */
export function verdictsBy(
  paper: PaperName,
  tests: RecordedTests,
  live?: RecordedTests,
  second?: RecordedTests,
): ClaimRow[] {
  const rowOf = rowsOf(paper, tests, live, second);
  return claimSpecs()[paper].claims.map(rowOf);
}

/** The verdict on one claim by your own recorded tests, corrected over all of them. */
export function recordedVerdict(paper: PaperName, id: string, tests: RecordedTests): ClaimVerdict {
  const { claims, populations } = claimSpecs()[paper];
  return judged(claims, 'recorded', populations, tests).get(id) as ClaimVerdict;
}

/** The verdicts on a paper's claims by live tests, corrected over all that its file has. */
export function liveVerdicts(paper: PaperName, tests: RecordedTests): ReadonlyMap<string, ClaimVerdict> {
  const { claims, populations } = claimSpecs()[paper];
  return judged(claims, 'live', populations, tests);
}

/** Makes the row of a claim by what is committed. */
function committedRows(paper: PaperName): (claim: ClaimSpec) => ClaimRow {
  const [live, second] = [committedLive()?.tests[paper], committedLive('second')?.tests[paper]];
  return rowsOf(paper, committedTests(paper), live, second);
}

/** Makes the row of a claim; Holm's correction needs the tests of all. */
function rowsOf(
  paper: PaperName,
  tests: RecordedTests,
  liveTests: RecordedTests | undefined,
  secondTests: RecordedTests | undefined,
): (claim: ClaimSpec) => ClaimRow {
  const { claims, populations } = claimSpecs()[paper];
  const recorded = judged(claims, 'recorded', populations, tests);
  const live = judged(claims, 'live', populations, liveTests);
  const second = secondTests === undefined ? null : judged(claims, 'live', populations, secondTests);
  return (claim) => ({
    paper: paper,
    claim: claim,
    printed: printedOf(paper, claim),
    recorded: recorded.get(claim.id) as ClaimVerdict,
    live: live.get(claim.id) as ClaimVerdict,
    second: second?.get(claim.id) ?? null,
  });
}

/** Neither claims nor printed numbers change, and one search for counterexamples takes seconds. */
const checked = new Map<ClaimSpec, PrintedFound>();

function printedOf(paper: PaperName, claim: ClaimSpec): PrintedFound {
  const known = checked.get(claim);
  if (known !== undefined) return known;
  const found = checkPrinted(claim, loadPaper(folders[paper]));
  checked.set(claim, found);
  return found;
}

/** One that was not run counts with a p of 1, so that leaving tests out gains nothing. */
function judged(
  claims: readonly ClaimSpec[],
  evidence: 'recorded' | 'live',
  populations: Readonly<Record<string, ClaimPopulation>>,
  tests: RecordedTests | undefined,
): Map<string, ClaimVerdict> {
  const tested = claims.flatMap((claim) => {
    const test = testOf(claim, evidence);
    return test === null
      ? []
      : [{ id: claim.id, test: test, found: tests?.[claim.id] ?? unrun(evidence, tests) }];
  });
  const corrected = holm(tested.map(({ found }) => ('notTested' in found ? 1 : found.p)));
  const verdictOf = new Map<string, ClaimVerdict>();
  tested.forEach(({ id, test, found }, place) => {
    const population = populations[test.population] ?? null;
    const one = {
      test: test,
      population: population,
      found: null,
      corrected: null,
      remark: null,
      detectable: null,
    };
    if ('notTested' in found) {
      verdictOf.set(id, { ...one, verdict: 'not tested', why: found.notTested });
      return;
    }
    const p = corrected[place] ?? 1;
    const side = found.pHolds <= found.pReversed ? 'holds' : 'reversed';
    verdictOf.set(id, {
      verdict: p <= 0.05 ? side : 'not shown',
      why: null,
      test: test,
      population: population,
      found: found,
      corrected: p,
      remark: remarkOn(p <= 0.05 ? side : 'not shown', test, found),
      detectable: detectableBy(test, found.clusters, tested.length),
    });
  });
  for (const claim of claims) {
    const untested = claim[evidence];
    if ('notTested' in untested)
      verdictOf.set(claim.id, {
        verdict: 'not tested',
        why: untested.notTested,
        test: null,
        population: null,
        found: null,
        corrected: null,
        remark: null,
        detectable: null,
      });
  }
  return verdictOf;
}

function remarkOn(verdict: ClaimVerdict['verdict'], test: ClaimTest, found: TestFound): string | null {
  if (verdict === 'not shown') return smallerThan(test, found) ?? whyNot(test, found);
  const doubts = [
    verdict === 'holds' ? sameParts(test, found) : null,
    isBeforeEnd(found)
      ? `an interim look at ${found.clusters} of ${found.planned} planned clusters, for which p is not corrected`
      : null,
  ];
  const known = doubts.filter((doubt) => doubt !== null);
  return known.length === 0 ? null : known.join('; ');
}

/** Whether a verdict that says something came before its plan's end. Who looks early and again later finds more than there is. */
export function isInterim({ verdict, found }: ClaimVerdict): boolean {
  return (verdict === 'holds' || verdict === 'reversed') && found !== null && isBeforeEnd(found);
}

function isBeforeEnd({ clusters, planned }: TestFound): boolean {
  return planned !== undefined && clusters < planned;
}

/** Between 0 and half of the printed size a claim is not shown, and said to be smaller. */
function smallerThan({ boundIs, side, bound }: ClaimTest, { low, high }: TestFound): string | null {
  const isSize = boundIs === 'half of the printed size';
  const isSmaller = side === 'above' ? high !== null && high < bound : low !== null && low > bound;
  return isSize && isSmaller ? 'smaller: the whole interval is below half of the printed size' : null;
}

/** What kept a claim from being shown whose interval, before correction, does not reach the bound. */
function whyNot({ bound }: ClaimTest, { low, high, p, parts }: TestFound): string | null {
  if (low === null || high === null || (low <= bound && bound <= high)) return null;
  if (p <= 0.05) return "the interval is clear of the bound, but not after Holm's correction";
  return parts.some(({ without }) => without.length > 0)
    ? 'the interval is clear of the bound, but not p, which counts each model left out, too'
    : 'the interval is clear of the bound, but not p, which is by another method';
}

/**
 * Says of a claim that is shown by some of its parts that too few of them differ: they agree in effect and interval to two
 * digits, as rules that nearly always elect the same, and are hardly more than one result.
 */
function sameParts({ combine }: ClaimTest, { parts }: TestFound): string | null {
  if (typeof combine !== 'object') return null;
  const { atLeast } = combine;
  const deciding = parts.toSorted((a, b) => a.pHolds - b.pHolds).slice(0, atLeast);
  const rounded = (value: number | null): string => value?.toPrecision(2) ?? 'none';
  const different = new Set(
    deciding.map(({ effect, low, high }) => [effect, low, high].map(rounded).join(' ')),
  );
  if (different.size === atLeast) return null;
  const names = deciding.map(({ part }) => part).join(', ');
  return `the ${atLeast} parts that show it (${names}) have the same numbers to two digits: ${different.size} ${different.size === 1 ? 'result' : 'results'} rather than ${atLeast}`;
}

/** Why a planned test was not run. Live tests come with all that their plan has, those without cases too. */
function unrun(evidence: 'recorded' | 'live', tests: RecordedTests | undefined): NotTested {
  if (evidence === 'recorded') return { notTested: 'It was not run.' };
  if (tests === undefined) return { notTested: 'No live run is on record yet.' };
  return { notTested: 'The plan of the live runs on record has no test of it.' };
}

function detectableBy(
  { detectable: { spread, groups } }: ClaimTest,
  clusters: number,
  tests: number,
): number {
  const share = groups === undefined ? 1 / clusters : groups.reduce((sum, size) => sum + 1 / size, 0);
  return minimumDetectableEffect(spread * Math.sqrt(share), clusters, { level: 0.05 / tests });
}

/** How many claims of a paper have each verdict. */
export interface VerdictCounts {
  readonly paper: PaperName;
  readonly claims: number;
  readonly recorded: Readonly<Record<ClaimVerdict['verdict'], number>>;
  readonly live: Readonly<Record<ClaimVerdict['verdict'], number>>;
  readonly printed: Readonly<Record<PrintedFound['verdict'], number>>;
}

/**
 * The verdicts of all five papers, counted: the rows of the README's table.
 * @example
 * papers.verdictCounts().map(({ claims }) => claims); // => [45, 29, 28, 17, 28]
 */
export function verdictCounts(): VerdictCounts[] {
  return paperNames.map((paper) => {
    const rows = verdicts(paper);
    const count = (evidence: 'recorded' | 'live', verdict: ClaimVerdict['verdict']) =>
      rows.filter((row) => row[evidence].verdict === verdict).length;
    const counts = (evidence: 'recorded' | 'live') => ({
      holds: count(evidence, 'holds'),
      reversed: count(evidence, 'reversed'),
      'not shown': count(evidence, 'not shown'),
      'not tested': count(evidence, 'not tested'),
    });
    const printed = (verdict: PrintedFound['verdict']) =>
      rows.filter((row) => row.printed.verdict === verdict).length;
    return {
      paper: paper,
      claims: rows.length,
      recorded: counts('recorded'),
      live: counts('live'),
      printed: {
        consistent: printed('consistent'),
        inconsistent: printed('inconsistent'),
        'cannot be checked': printed('cannot be checked'),
      },
    };
  });
}

/**
 * One claim by its name.
 * @throws AgoraError 'claim' for an unknown name, with the name that was probably meant
 * @example
 * papers.verdictOn('gedi.pluralityIsRobust').recorded.verdict; // => 'holds'
 */
export function verdictOn(id: string): ClaimRow {
  check('verdictOn', named, { id });
  const paper = paperNames.find((name) => id.startsWith(`${name}.`));
  const claim = paper && claimSpecs()[paper].claims.find((one) => one.id === id);
  if (paper !== undefined && claim !== undefined) return committedRows(paper)(claim);
  const all = paperNames.flatMap((name) => claimSpecs()[name].claims.map((claim) => claim.id));
  const meant = closest(id, all);
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  throw new AgoraError(
    'claim',
    `There is no claim "${id}"${hint}. figures/CLAIMS.md lists all ${all.length}.`,
  );
}
