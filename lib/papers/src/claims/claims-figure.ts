import { forestFigure, type ForestRow, type PlotlyFigure } from 'agora-report';
import { check, listOf, number, object, oneOf, text } from 'agora-voting/internal';
import { claimSpecs } from '../claim-spec';
import { distanceIn } from './claim-rows';
import { paperNames, verdicts, type ClaimRow } from './verdicts';

const foundGiven = object('what was found', {
  effect: number(),
  low: number().nullable(),
  high: number().nullable(),
});
const testGiven = object('a test', { side: oneOf('above', 'below', 'within', 'apart'), bound: number() });
const given = object('arguments', {
  rows: listOf(
    'claims',
    object('a claim, as papers.verdicts gives it,', {
      paper: oneOf(...paperNames),
      claim: object('a claim', { says: text(10_000) }),
      recorded: object('a verdict', {
        verdict: text(),
        test: testGiven.nullable(),
        found: foundGiven.nullable(),
      }),
    }),
  ),
});

/**
 * Every claim that recorded evidence tests, with the distance of its effect from its bound. Units differ, so each
 * distance is divided by half the length of its own 95% interval: beyond 1 the interval excludes the bound.
 * @param rows - claims. Default: all of the five papers
 * @example
 * papers.claimsFigure().data.length; // => 2
 */
export function claimsFigure(rows: readonly ClaimRow[] = paperNames.flatMap(verdicts)): PlotlyFigure {
  check('claimsFigure', given, { rows });
  const tested = rows.flatMap(markOf);
  return forestFigure(tested, {
    title: 'What the papers found, tested on recorded replies of real models',
    subtitle: `${tested.length} claims; right of 0: as claimed; bars: 95% intervals; colour: verdict after Holm's correction over the paper's tests`,
    valueTitle: 'Distance from the bound, in half-lengths of the interval',
    kinds: ['not shown', 'reversed', 'holds'],
  });
}

/** Its row; none where it was not tested. */
function markOf({ paper, claim, recorded: { test, found, verdict } }: ClaimRow): ForestRow[] {
  if (test === null || found === null) return [];
  const distance = distanceIn(test, found);
  const ends = [distance(found.low ?? found.effect), distance(found.high ?? found.effect)];
  return [
    {
      label: claim.says,
      value: distance(found.effect),
      low: Math.min(...ends),
      high: Math.max(...ends),
      group: claimSpecs()[paper].paper,
      kind: verdict,
    },
  ];
}
