import { forestFigure, type ForestRow, type ForestSpan, type PlotlyFigure } from 'agora-report';
import { AgoraError } from 'agora-voting';
import { check, listOf, number, object, oneOf, settings, text } from 'agora-voting/internal';
import type { ClaimTest } from '../claim-spec';
import { claimEvidence, testsOf, verdictBy, type ClaimEvidence, type ClaimTestRow } from './claim-tests';
import { effectWords } from './claim-text';
import { paperNames, type ClaimRow } from './verdicts';

const foundGiven = object('what was found', {
  effect: number(),
  low: number().nullable(),
  high: number().nullable(),
});
const testGiven = object('a test', {
  side: oneOf('above', 'below', 'within', 'apart'),
  bound: number(),
  unit: text(),
});
const verdictGiven = object('a verdict', {
  verdict: text(),
  test: testGiven.nullable(),
  found: foundGiven.nullable(),
});
const given = object('arguments', {
  rows: listOf(
    'claims',
    object('a claim, as papers.verdicts gives it,', {
      paper: oneOf(...paperNames),
      claim: object('a claim', { id: text(), says: text(10_000) }),
      recorded: verdictGiven,
      live: verdictGiven,
      second: verdictGiven.nullable(),
    }),
  ),
  settings: settings({ evidence: oneOf(...claimEvidence).optional() }),
});

/** The words for the replies in the title. */
const titles = {
  both: 'replies of real models',
  recorded: 'recorded replies of real models',
  live: 'live replies',
  'live, second model': 'live replies of a second model',
};

/** Options of a figure of claims. */
export interface ClaimsFigureSettings {
  /** Draws the tests by these replies only. Default: both, one row each. */
  readonly evidence?: ClaimEvidence;
}

/**
 * Every test that was made of these claims: one row for each kind of evidence, one panel for each unit, the effect with
 * its 95% interval against the bound, the verdict in words.
 * @param rows - claims, as `papers.verdicts('gedi')` gives them
 * @param options - which evidence is drawn. Live runs with few cases have long intervals, so a separate figure is better
 * @throws AgoraError 'claim' where none of them was tested
 * @example
 * papers.claimsFigure(papers.verdicts('s2mad')).layout.xaxis.title.text; // => 'percent'
 */
export function claimsFigure(rows: readonly ClaimRow[], options: ClaimsFigureSettings = {}): PlotlyFigure {
  check('claimsFigure', given, { rows, settings: options });
  const { evidence } = options;
  const tested = rows.flatMap((row) =>
    testsOf(row)
      .filter((test) => evidence === undefined || test.evidence === evidence)
      .map((test) => ({ row: row, test: test })),
  );
  if (tested.length === 0) {
    const by = evidence === undefined ? 'tested' : `tested on ${titles[evidence]}`;
    throw new AgoraError(
      'claim',
      `claimsFigure needs a claim that was ${by}, got ${rows.length} without such a test`,
    );
  }
  const papers = [...new Set(tested.map(({ test }) => test.paper))];
  const marks = tested.map(({ row, test }, place) =>
    markOf(row, test, {
      withPaper: papers.length > 1,
      withEvidence: evidence === undefined,
      isSame: isSameClaim(test, tested[place - 1]?.test),
    }),
  );
  const turned = tested.some(({ test }) => test.turned)
    ? ' †: another verdict before its test was changed.'
    : '';
  const interim = tested.some(({ test }) => test.interim) ? ' Interim: before the plan ends.' : '';
  return forestFigure(marks, {
    title: `Claims of ${papers.join(', ')}, tested on ${titles[evidence ?? 'both']}`,
    subtitle: `Effects with 95% intervals; verdicts after Holm's correction.${turned}${interim}`,
    kinds: ['holds', 'reversed', 'not shown'],
  });
}

/** Whether the row above is of the same claim, in the same panel. */
function isSameClaim(one: ClaimTestRow, before: ClaimTestRow | undefined): boolean {
  return one.claim === before?.claim && one.unit === before.unit;
}

/** Beside a verdict, where one picture has several kinds of evidence. */
const shortNames = { recorded: 'recorded', live: 'live', 'live, second model': 'second model' };

interface MarkSettings {
  readonly withPaper: boolean;
  readonly withEvidence: boolean;
  /** Whether the row above is of the same claim. */
  readonly isSame: boolean;
}

/** " (recorded, computed)"; empty without words. */
function inBrackets(given: readonly string[]): string {
  const words = given.filter((word) => word !== '');
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function markOf(
  row: ClaimRow,
  one: ClaimTestRow,
  { withPaper, withEvidence, isSame }: MarkSettings,
): ForestRow {
  const test = verdictBy(row, one.evidence)?.test as ClaimTest;
  const says = withPaper ? `${one.paper}: ${one.says}` : one.says;
  return {
    label: isSame ? `The same claim, by ${titles[one.evidence]}.` : says,
    value: one.effect,
    low: one.low,
    high: one.high,
    unit: one.unit,
    kind: one.verdict,
    claimed: claimedBy(test),
    notes: [
      `<b>${one.verdict}</b>${one.turned ? '†' : ''}${inBrackets([withEvidence ? shortNames[one.evidence] : '', one.computed ? 'computed' : '', one.interim ? 'interim' : ''])}`,
      effectWords(one),
      `bound: ${claimWords(test)}`,
    ],
  };
}

/** Where the effect is if the claim is true. */
function claimedBy({ side, bound }: ClaimTest): ForestSpan[] {
  const above = { from: bound, to: null };
  const below = { from: null, to: bound };
  if (side === 'above') return [above];
  if (side === 'below') return [below];
  return side === 'within' ? [{ from: -bound, to: bound }] : [below, above];
}

/** "above -0.5" */
function claimWords({ side, bound }: ClaimTest): string {
  if (side === 'within') return `${-bound} to ${bound}`;
  return side === 'apart' ? `not ${bound}` : `${side} ${bound}`;
}
