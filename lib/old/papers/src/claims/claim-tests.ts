import { check, object, oneOf } from 'agora-voting/internal';
import { claimSpecs } from '../claim-spec';
import { changedClaims, hasTurned } from './claim-changes';
import { boundWords, effectWords } from './claim-text';
import type { PaperName } from './committed-tests';
import { isInterim, paperNames, verdicts, type ClaimRow, type ClaimVerdict } from './verdicts';

/**
 * What gives verdicts: recorded replies, the main live model, and the second one, which is never pooled with it.
 * @example
 * papers.claimEvidence.length; // => 3
 */
export const claimEvidence = ['recorded', 'live', 'live, second model'] as const;
export type ClaimEvidence = (typeof claimEvidence)[number];

/** A test of a claim that was made, in one flat row. */
export interface ClaimTestRow {
  readonly paper: string;
  /** "gedi.votingNeverLoses" */
  readonly claim: string;
  readonly says: string;
  readonly evidence: ClaimEvidence;
  /** The primary test in words. */
  readonly test: string;
  /** For a test with parts: the part that decides, which is the weakest for "every". */
  readonly decides: string | null;
  readonly effect: number;
  /** The 95% interval. */
  readonly low: number | null;
  readonly high: number | null;
  readonly unit: string;
  /** "0.52 [-0.047, 1.09] percentage points" */
  readonly found: string;
  /** "above -0.5 percentage points (margin)" */
  readonly bound: string;
  readonly pAfterHolm: number | null;
  readonly verdict: ClaimVerdict['verdict'];
  /** Why it is not shown, where effect and bound do not tell; else empty. */
  readonly remark: string;
  /** Whether the test was changed after its verdict was known, and the verdict has changed since. */
  readonly turned: boolean;
  /** Whether something in it is computed rather than observed: votes that nobody cast, a replay. */
  readonly computed: boolean;
  /** Whether a live test holds or is reversed before its plan ends. */
  readonly interim: boolean;
}

/** A variant of the test. It is not part of the verdict. */
export interface ClaimCutRow {
  readonly paper: string;
  readonly claim: string;
  readonly says: string;
  readonly evidence: ClaimEvidence;
  /** What was changed. */
  readonly cut: string;
  readonly effect: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** "0.52 [-0.047, 1.09]"; "not computed"; empty if the words are sufficient. */
  readonly found: string;
}

/** Why claims of a paper are not tested, and how many for that reason. */
export interface UntestedRow {
  readonly paper: string;
  readonly evidence: ClaimEvidence;
  readonly claims: number;
  readonly why: string;
}

const given = object('arguments', { paper: oneOf(...paperNames).optional() });

/**
 * All tests of claims that were made, of a paper or of all five: a row for each claim and kind of evidence.
 * @example
 * papers.claimTests('s2mad').map(({ verdict }) => verdict).filter((one) => one === 'holds').length; // => 2
 */
export function claimTests(paper?: PaperName): ClaimTestRow[] {
  check('claimTests', given, { paper });
  return rowsOf(paper).flatMap(testsOf);
}

/**
 * The sensitivity cuts of these tests, in the same order.
 * @example
 * papers.claimCuts('s2mad').find(({ cut }) => cut === 'MMLU.')?.found; // => '-2.60 [-5.66, 0.46]'
 */
export function claimCuts(paper?: PaperName): ClaimCutRow[] {
  check('claimCuts', given, { paper });
  return rowsOf(paper).flatMap((row) => claimEvidence.flatMap((evidence) => cutsOf(row, evidence)));
}

/**
 * Why the other claims are not tested, most frequent first for each kind of evidence.
 * @example
 * papers.untestedClaims('deliberation')[0]?.claims; // => 16
 */
export function untestedClaims(paper?: PaperName): UntestedRow[] {
  check('untestedClaims', given, { paper });
  const papers = paper === undefined ? paperNames : [paper];
  return papers.flatMap((name) => claimEvidence.flatMap((evidence) => reasonsOf(name, evidence)));
}

/** What this evidence says of a claim; null where there is no second live model. */
export function verdictBy(
  { recorded, live, second }: ClaimRow,
  evidence: ClaimEvidence,
): ClaimVerdict | null {
  if (evidence === 'recorded') return recorded;
  return evidence === 'live' ? live : second;
}

/** The tests of one claim that were made: recorded before live. */
export function testsOf(row: ClaimRow): ClaimTestRow[] {
  return claimEvidence.flatMap((evidence) => {
    const tested = verdictBy(row, evidence);
    if (tested === null || tested.test === null || tested.found === null) return [];
    const { test, found, verdict, corrected, remark } = tested;
    return [
      {
        paper: claimSpecs()[row.paper].paper,
        claim: row.claim.id,
        says: row.claim.says,
        evidence: evidence,
        test: test.statistic,
        decides: found.decides,
        effect: found.effect,
        low: found.low,
        high: found.high,
        unit: test.unit,
        found: `${effectWords(found)} ${test.unit}`,
        bound: boundWords(test).replace(/\.$/, ''),
        pAfterHolm: corrected,
        verdict: verdict,
        remark: remark ?? '',
        turned: evidence === 'recorded' && isTurned(row),
        computed: test.computed !== null,
        interim: isInterim(tested),
      },
    ];
  });
}

/** Whether the claim's test was changed after its verdict by recorded evidence was known, and the verdict has changed since. */
export function isTurned({ claim }: ClaimRow): boolean {
  return changedClaims().some((one) => one.claim === claim.id && hasTurned(one));
}

function rowsOf(paper: PaperName | undefined): ClaimRow[] {
  return (paper === undefined ? paperNames : [paper]).flatMap(verdicts);
}

function cutsOf(row: ClaimRow, evidence: ClaimEvidence): ClaimCutRow[] {
  const found = verdictBy(row, evidence)?.found ?? null;
  if (found === null) return [];
  const common = {
    paper: claimSpecs()[row.paper].paper,
    claim: row.claim.id,
    says: row.claim.says,
    evidence: evidence,
  };
  const computed = found.sensitivity.map(({ says, effect, low, high }) => ({
    ...common,
    cut: says,
    effect: effect,
    low: low,
    high: high,
    found: effect === null ? '' : effectWords({ effect: effect, low: low, high: high }),
  }));
  const others = found.uncomputed.map((says) => ({
    ...common,
    cut: says,
    effect: null,
    low: null,
    high: null,
    found: 'not computed',
  }));
  return [...computed, ...others];
}

function reasonsOf(paper: PaperName, evidence: ClaimEvidence): UntestedRow[] {
  const counts = new Map<string, number>();
  for (const row of verdicts(paper)) {
    const why = verdictBy(row, evidence)?.why ?? null;
    if (why !== null) counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([why, claims]) => ({
      paper: claimSpecs()[paper].paper,
      evidence: evidence,
      claims: claims,
      why: why,
    }));
}
