import type { BoundTest } from 'agora-core/statistics';
import { AgoraError } from 'agora-voting';
import type { ClaimTest } from '../claim-spec';
import { checkSets, clusterSums, differ, floorOf, testAt } from './methods';

/*
 * One primary test of a claim on measured cases, as in claims-policy.md. The measures are in the files of the
 * papers; the words of the verdict are in verdicts.ts, since Holm's correction needs all tests of a paper.
 */

/** One case of a test, as its specification counts it: a mean needs a numerator alone. */
export interface ClaimCase {
  readonly cluster: string;
  readonly model: string;
  readonly numerator: number;
  /** Of a ratio of sums. Default 1. */
  readonly denominator?: number;
  /**
   * Cases of a set (a model on a task) are averaged, and sets have equal weight. For two groups: which one, 'of' or 'less'. For a
   * slope: each set has its own intercept. For a variation: the treatment.
   */
  readonly set?: string;
  /** For a slope: what the numerator depends on. */
  readonly regressor?: number;
  /** For a claim with parts. */
  readonly part?: string;
}

/** What was measured for a claim. */
export interface Measured {
  readonly cases: readonly ClaimCase[];
  /** What has equal weight: clusters, or sets of cases. */
  readonly alike: 'clusters' | 'sets';
  /**
   * Of a variation that is tested by exchanges within clusters: the effect of a table of clusters x treatments (one case
   * each, treatments in the order of the first cluster's cases).
   */
  readonly effectOf?: (table: readonly (readonly number[])[]) => number;
  /** What was counted first: unread answers, turns without a deal. */
  readonly counted?: readonly string[];
  readonly sensitivity?: readonly Cut[];
  /** Sensitivity cuts of the specification that were not computed. */
  readonly uncomputed?: readonly string[];
}

/** A variant of the measure: listed below the verdict, never part of it. */
export interface Cut {
  readonly says: string;
  /** Null if the words are sufficient. */
  readonly effect: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** One part of a test (or its only one). */
export interface PartFound {
  readonly part: string | null;
  readonly effect: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly clusters: number;
  /** One-sided, the largest with and without any one model. */
  readonly pHolds: number;
  readonly pReversed: number;
  readonly without: readonly { readonly model: string; readonly effect: number; readonly pHolds: number }[];
}

/** What a test found, before Holm's correction. */
export interface TestFound {
  readonly effect: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly cases: number;
  readonly clusters: number;
  /** Live tests: how many clusters their plan ends with. With fewer this is an interim look. */
  readonly planned?: number | undefined;
  readonly pHolds: number;
  readonly pReversed: number;
  /** Two-sided: twice the smaller of the two. */
  readonly p: number;
  /** Which part decides: the weakest of "every", the k-th of "at least k". */
  readonly decides: string | null;
  readonly parts: readonly PartFound[];
  readonly counted: readonly string[];
  readonly sensitivity: readonly Cut[];
  readonly uncomputed: readonly string[];
}

/** A test that could not be made on these cases. */
export interface NotTested {
  readonly notTested: string;
}

/** With fewer clusters no test can succeed: the smallest p of five sign flips is 0.06. */
export const fewestClusters = 6;
/**
 * @returns what the test found; why it could not be made, where clusters are too few or do not differ
 * @throws AgoraError 'claim-spec' where something was measured in a part that the test does not have
 */
export function evaluate(id: string, test: ClaimTest, measured: Measured): TestFound | NotTested {
  const names = test.parts ?? [null];
  checkMeasured(id, names, measured.cases);
  checkSets(id, test, measured);
  const parts: PartFound[] = [];
  for (const name of names) {
    const own = measured.cases.filter((one) => name === null || one.part === name);
    const found = evaluatePart(test, name, { ...measured, cases: own });
    if ('notTested' in found) return found;
    parts.push(found);
  }
  const { pHolds, decides } = holding(test, parts);
  const pReversed = reversing(test, parts);
  return {
    effect: decides.effect,
    low: decides.low,
    high: decides.high,
    cases: casesIn(parts, measured.cases),
    clusters: new Set(measured.cases.map(({ cluster }) => cluster)).size,
    pHolds: pHolds,
    pReversed: pReversed,
    p: Math.min(1, 2 * Math.min(pHolds, pReversed)),
    decides: decides.part,
    parts: parts,
    counted: measured.counted ?? [],
    sensitivity: measured.sensitivity ?? [],
    uncomputed: measured.uncomputed ?? [],
  };
}

/**
 * A case of a part that the test does not have would be left out without a word, and its part be called too small.
 * @throws AgoraError 'claim-spec' naming the part
 */
function checkMeasured(id: string, names: readonly (string | null)[], cases: readonly ClaimCase[]): void {
  const stray = cases.find(({ part = null }) => !names.includes(part));
  if (stray === undefined) return;
  const has = names.map((name) => name ?? 'one number, without parts').join(', ');
  const part = stray.part === undefined ? 'no part' : `a part "${stray.part}"`;
  throw new AgoraError('claim-spec', `${id} was measured in ${part}; its test has ${has}`);
}

function evaluatePart(test: ClaimTest, part: string | null, measured: Measured): PartFound | NotTested {
  const { cases } = measured;
  const all = boundTests(test, measured);
  if ('notTested' in all) return all;
  const models = [...new Set(cases.map(({ model }) => model))].sort();
  const without: { model: string; effect: number; pHolds: number; pReversed: number }[] = [];
  if (test.models === 'without any one model' && models.length > 1)
    for (const model of models) {
      const rest = cases.filter((one) => one.model !== model);
      const others = boundTests(test, { ...measured, cases: rest });
      if ('notTested' in others) return { notTested: `without ${model}: ${others.notTested}` };
      without.push({
        model: model,
        effect: others.effect,
        pHolds: others.pHolds,
        pReversed: others.pReversed,
      });
    }
  return {
    part: part,
    effect: all.effect,
    low: all.low,
    high: all.high,
    clusters: all.clusters,
    pHolds: Math.max(all.pHolds, ...without.map(({ pHolds }) => pHolds)),
    pReversed: Math.max(all.pReversed, ...without.map(({ pReversed }) => pReversed)),
    without: without.map(({ model, effect, pHolds }) => ({ model: model, effect: effect, pHolds: pHolds })),
  };
}

interface BothSides {
  readonly effect: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly clusters: number;
  readonly pHolds: number;
  readonly pReversed: number;
}

/** The one-sided tests of one selection of cases: against the bound, and against what would reverse the claim. */
function boundTests(test: ClaimTest, measured: Measured): BothSides | NotTested {
  const sums = clusterSums(measured.cases, measured.alike);
  if (sums.length < fewestClusters)
    return {
      notTested: `${sums.length} ${sums.length === 1 ? 'cluster' : 'clusters'}, at least ${fewestClusters} are needed`,
    };
  const floor = floorOf(test.method, measured, sums);
  if (floor !== null) return { notTested: floor };
  const at = (bound: number): BoundTest => testAt(test.method, measured, sums, bound);
  const found = at(test.bound);
  const { effect, low, high, clusters } = found;
  // A size is reversed below 0, any other bound on its other side.
  const other = test.boundIs === 'half of the printed size' ? at(0) : found;
  const sides = {
    above: [found.pAbove, other.pBelow],
    below: [found.pBelow, other.pAbove],
    within: [
      Math.max(at(-test.bound).pAbove, found.pBelow),
      2 * Math.min(found.pAbove, at(-test.bound).pBelow),
    ],
    apart: [2 * Math.min(found.pAbove, found.pBelow), 1],
  }[test.side];
  return {
    effect: effect,
    low: low,
    high: high,
    clusters: clusters,
    pHolds: Math.min(1, sides[0] ?? 1),
    pReversed: Math.min(1, sides[1] ?? 1),
  };
}

/** Parts that have all clusters are measures of the same cases. */
function casesIn(parts: readonly PartFound[], cases: readonly ClaimCase[]): number {
  const clusters = new Set(cases.map(({ cluster }) => cluster)).size;
  const isSame = parts.every((one) => one.clusters === clusters);
  return isSame ? cases.length / parts.length : cases.length;
}

/**
 * Every part: the largest p. At least k of m: the partial conjunction, (m - k + 1) times the k-th smallest. Of parts with
 * equal p values (all signs agree in each) the one whose effect is nearest to the bound is the weaker.
 */
function holding(test: ClaimTest, parts: readonly PartFound[]): { pHolds: number; decides: PartFound } {
  const sorted = [...parts].sort((a, b) => a.pHolds - b.pHolds || beyond(test, b) - beyond(test, a));
  const wanted = typeof test.combine === 'object' ? test.combine.atLeast : parts.length;
  const decides = sorted[wanted - 1] as PartFound;
  return { pHolds: Math.min(1, (parts.length - wanted + 1) * decides.pHolds), decides: decides };
}

/** How far an effect lies on the claim's side of the bound; negative on the other side. */
function beyond({ side, bound }: ClaimTest, { effect }: PartFound): number {
  return {
    above: effect - bound,
    below: bound - effect,
    within: bound - Math.abs(effect),
    apart: Math.abs(effect - bound),
  }[side];
}

/** One reversed part reverses "every" (Bonferroni); "at least k" is reversed where at least k parts are. */
function reversing(test: ClaimTest, parts: readonly PartFound[]): number {
  const sorted = parts.map(({ pReversed }) => pReversed).sort((a, b) => a - b);
  const wanted = typeof test.combine === 'object' ? test.combine.atLeast : 1;
  return Math.min(1, (parts.length - wanted + 1) * (sorted[wanted - 1] ?? 1));
}

/** A sensitivity cut: the effect with its interval by the same policy, without a verdict. */
export function cut(says: string, cases: readonly ClaimCase[], settings: CutSettings = {}): Cut {
  const { alike = 'clusters', method = 'paired mean' } = settings;
  const sums = clusterSums(cases, alike);
  const isTestable = sums.length >= fewestClusters && differ(sums);
  if (!isTestable) {
    const total = sums.reduce((sum, one) => sum + one.denominator, 0);
    const effect = sums.reduce((sum, one) => sum + one.numerator, 0) / total;
    return { says: says, effect: effect, low: null, high: null };
  }
  const { effect, low, high } = testAt(method, { cases: cases, alike: alike }, sums, 0);
  return { says: says, effect: effect, low: low, high: high };
}

/** How a sensitivity cut is computed, if not as a mean over clusters. */
export interface CutSettings {
  readonly alike?: Measured['alike'];
  readonly method?: ClaimTest['method'];
}
