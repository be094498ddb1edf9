import { wrap } from 'agora-report/internal';
import { claimSpecs, type ClaimTest } from '../claim-spec';
import { isTurned } from './claim-tests';
import { committedLive } from './committed-tests';
import { verdictOn, type ClaimRow, type ClaimVerdict } from './verdicts';
import type { PrintedFound } from './printed';
import type { TestFound } from './evaluate';

/**
 * All of one claim, as `npx agora claim NAME` prints it: lines of at most 100 letters, broken between words.
 * @throws AgoraError 'claim' for an unknown name, with the name that was probably meant
 * @example
 * papers.claimText('gedi.pluralityIsRobust').includes('Recorded evidence: holds'); // => true
 */
export function claimText(id: string): string {
  return textOf(verdictOn(id)).flatMap(wrapped).join('\n');
}

/** A line as lines of at most 100 letters; the others are indented as the first. */
function wrapped(line: string): string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return wrap(line.slice(indent.length), 100 - indent.length).map((one) => indent + one);
}

function textOf(row: ClaimRow): string[] {
  const { paper, claim, printed, recorded, live, second } = row;
  const { value, unit, follows } = claim.published;
  const printedEffect =
    value === null
      ? 'no number is printed'
      : `${value} ${unit}${typeof follows === 'string' ? ` (${follows})` : ''}`;
  return [
    `${claim.id}: ${claim.says}`,
    `Where: ${claim.where}. Printed effect: ${printedEffect}`,
    `Printed numbers: ${printedWords(printed)}`,
    ...printed.conditions.map(
      (one) => `  ${one.isMet ? 'met' : 'NOT met'}, ${one.of - one.failing} of ${one.of}: ${one.says}`,
    ),
    '',
    ...evidenceLines('Recorded evidence', recorded, isTurned(row)),
    '',
    ...evidenceLines(liveTitle('main'), live),
    '',
    ...(second === null ? [] : [...evidenceLines(liveTitle('second'), second), '']),
    ...changeLines(paper, claim.id),
    `Specified in src/${paper === 's2mad' ? 's2-mad' : paper}/claims.json of agora-papers (lib/papers); policy: src/claims-policy.md.`,
    ...(recorded.found === null ? [] : [`Computed again by: npm run claims -- ${paper}`]),
  ];
}

/** What was changed in a claim after it was frozen. */
function changeLines(paper: ClaimRow['paper'], id: string): string[] {
  const own = claimSpecs()[paper].changes.filter(({ claim }) => claim === id);
  return own.flatMap(({ version, date, of, was, now, why, verdictBefore, seen }) => [
    `Changed in version ${version} (${date}; ${of}). Before: ${verdictBefore}.`,
    `  It was: ${was}`,
    `  It is: ${now}`,
    `  Why: ${why}`,
    `  Known by then: ${seen}`,
    '',
  ]);
}

/** "inconsistent (9 of 29)" */
export function printedWords({ verdict, failing, of, granted, why }: PrintedFound): string {
  if (verdict === 'cannot be checked') return `${verdict}: ${why}`;
  const rounding = granted === 0 ? '' : `; ${granted} granted to rounding`;
  return verdict === 'inconsistent'
    ? `${verdict} (${failing} of ${of}${rounding})`
    : `${verdict} (${of} cells${rounding})`;
}

/** "Live evidence, qwen2.5-coder-1.5b" */
function liveTitle(which: 'main' | 'second'): string {
  const model = committedLive(which)?.model;
  return model === undefined ? 'Live evidence' : `Live evidence, ${model}`;
}

function evidenceLines(title: string, one: ClaimVerdict, turned = false): string[] {
  const why = one.why === null ? '' : `. ${one.why}`;
  const remark = one.remark === null ? '' : `; ${one.remark}`;
  const dagger = turned && one.verdict === 'holds' ? '†, only since its test was changed (below)' : '';
  const computed = one.found !== null && one.test?.computed ? ' (computed, not observed)' : '';
  const head = `${title}: ${one.verdict}${dagger}${computed}${why}${remark}`;
  if (one.test === null || one.population === null) return [head];
  const { test, population, found } = one;
  const lines = [
    head,
    ...(found === null ? [] : [inShort(test, found, one)]),
    `  Test: ${test.statistic}`,
    `  ${title.startsWith('Live') ? 'Planned on' : 'On'}: ${population.source}. ${population.selection} A cluster: ${population.cluster}`,
    `  Bound: ${boundWords(test)} ${test.why}`,
    `  Reversed by: ${test.reversed}`,
    ...(test.computed === null ? [] : [`  Computed, not observed: ${test.computed}`]),
    ...(population.seen === null ? [] : [`  Seen before the test was written: ${population.seen}`]),
  ];
  return found === null ? lines : [...lines, ...foundLines(one, test, found)];
}

/** The verdict in a sentence, for who reads no further. */
function inShort(
  { side, bound, unit }: ClaimTest,
  found: TestFound,
  { corrected, verdict, remark }: ClaimVerdict,
): string {
  const part = found.decides === null ? '' : ` (${found.decides}, the part that decides)`;
  const isThere = side === 'above' ? found.effect > bound : found.effect < bound;
  const sides = isThere ? "the claim's side" : 'the other side';
  return (
    `  In short: the effect is ${effectWords(found)} ${unit}${part}, the claim asks for ${side} ${bound}: it is on ${sides}. ` +
    `p after Holm is ${pWords(corrected ?? 1)}, at most 0.05 is needed: ${verdict}.${remark !== null && verdict !== 'not shown' ? ` But: ${remark}.` : ''} This is about the replies tested here, which are not the paper's.`
  );
}

/** "above 0 percentage points (direction)." */
export function boundWords({ side, bound, unit, boundIs }: ClaimTest): string {
  return `${side} ${bound} ${unit} (${boundIs}).`;
}

/**
 * What an effect says where the test takes a margin off: "… is 1.39 percentage points less than: a tenth of the way to chance".
 * Other bounds need no such words.
 */
function marginLines({ contrast, boundIs, side, bound, unit }: ClaimTest, { effect }: TestFound): string[] {
  const { outcome, of, less } = contrast;
  if (boundIs !== 'margin' || less === null) return [];
  const size = `${digits(Math.abs(effect))} ${unit} ${effect < 0 ? 'less' : 'more'}`;
  const asked =
    bound === 0 ? `${side === 'below' ? 'less' : 'more'} than that` : `a difference ${side} ${bound} ${unit}`;
  return [`  In words: ${outcome} (${of}) is ${size} than: ${less}. The claim asks for ${asked}.`];
}

function foundLines({ corrected, detectable }: ClaimVerdict, test: ClaimTest, found: TestFound): string[] {
  const shown = `${effectWords(found)} ${test.unit}`;
  const decides = found.decides === null ? '' : `, by its deciding part (${found.decides})`;
  const withoutModels = found.parts.flatMap(({ part, without }) =>
    without.map(
      (one) =>
        `  Without ${one.model}${part === null ? '' : `, ${part}`}: ${digits(one.effect)} (one-sided p ${pWords(one.pHolds)})`,
    ),
  );
  return [
    `  Effect: ${shown}${decides}; ${found.cases} cases in ${found.clusters} clusters`,
    ...marginLines(test, found),
    `  p: ${pWords(found.p)} two-sided, ${pWords(corrected ?? 1)} after Holm`,
    `  The smallest distance from the bound that a sample like this was expected to show: ${digits(detectable ?? 0)} (80 percent power, spread assumed before the test).`,
    ...combinedLine(test, found),
    ...(found.parts.length > 1
      ? found.parts.map(
          (one) => `  Part ${one.part}: ${effectWords(one)} (one-sided p ${pWords(one.pHolds)})`,
        )
      : []),
    ...withoutModels,
    ...found.counted.map((one) => `  Counted: ${one}`),
    ...(found.sensitivity.length + found.uncomputed.length > 0
      ? ['  Sensitivity (no part of the verdict):']
      : []),
    ...found.sensitivity.map((one) =>
      one.effect === null
        ? `    ${one.says}`
        : `    ${one.says} ${effectWords({ ...one, effect: one.effect })}`,
    ),
    ...found.uncomputed.map((one) => `    ${one} Not computed.`),
  ];
}

/** How the parts make one p. */
function combinedLine({ combine }: ClaimTest, { parts }: TestFound): string[] {
  const count = parts.length;
  if (count < 2 || combine === 'one number') return [];
  if (combine === 'every part')
    return [
      `  All ${count} parts are needed: the one with the largest p decides, and its p counts twice (two sides).`,
    ];
  const times = count - combine.atLeast + 1;
  return [
    `  At least ${combine.atLeast} of ${count} parts are needed: number ${combine.atLeast} in the order of p decides; its p counts ${times} times, and twice (two sides).`,
  ];
}

/** "0.67 [0.12, 1.21]" */
export function effectWords(one: {
  readonly effect: number;
  readonly low: number | null;
  readonly high: number | null;
}): string {
  if (one.low === null && one.high === null) return digits(one.effect);
  const [low, high] = [one.low, one.high].map((end) => (end === null ? 'no end' : digits(end)));
  return `${digits(one.effect)} [${low}, ${high}]`;
}

/** Two decimals; small numbers three digits. */
export function digits(value: number): string {
  if (value === 0) return '0';
  return Math.abs(value) < 0.1 ? Number(value.toPrecision(2)).toString() : value.toFixed(2);
}

export function pWords(p: number): string {
  return p < 0.0001 ? 'below 0.0001' : p.toFixed(p < 0.001 ? 4 : 3);
}
