import { forestFigure, type ForestRow, type PlotlyFigure } from 'agora-report';
import { claimSpecs, type ClaimTest } from '../claim-spec';
import type { TestFound } from './evaluate';
import { paperNames, verdicts, type ClaimRow } from './verdicts';

/**
 * Every claim that recorded evidence tests, with the distance of its effect from its bound. Units differ, so each
 * distance is divided by half the length of its own 95% interval: beyond 1 the interval excludes the bound.
 * @param rows - claims. Default: all of the five papers
 * @example
 * papers.claimsFigure().data.length; // => 2
 */
export function claimsFigure(rows: readonly ClaimRow[] = paperNames.flatMap(verdicts)): PlotlyFigure {
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
  const distance = scaleOf(test, found);
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

/** From the claim's unit to half-lengths of the interval: 0 at the bound, above it on the claim's side. */
function scaleOf(test: ClaimTest, { effect, low, high }: TestFound): (value: number) => number {
  const half = ((high ?? effect) - (low ?? effect)) / 2 || 1;
  return (value) => inside(test, value) / half;
}

/** How far a value is on the claim's side of its bound. */
function inside({ side, bound }: ClaimTest, value: number): number {
  if (side === 'above') return value - bound;
  if (side === 'below') return bound - value;
  return side === 'within' ? bound - Math.abs(value) : Math.abs(value - bound);
}
