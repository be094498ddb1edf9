import { check, listOf, number, object, oneOf, whole } from '../check';
import type { JsonObject } from '../json';
import {
  figureOptions,
  needLength,
  range as rangeGiven,
  reference,
  value,
  values as valueList,
  words,
} from './figure-checks';
import { axis, baseLayout } from './figure-style';
import { PALETTE, SYMBOLS, cyclic } from './palette';
import { type PlotlyFigure } from './plotly-figure';
import { referenceLines, type ReferenceLine } from './reference-lines';
import { band, bars, diamonds, keys, line, type Look, type Trajectory } from './trajectory-traces';

export interface TrajectoryOptions {
  readonly title: string;
  readonly subtitle?: string;
  /** What the lines measure, with its unit. */
  readonly valueTitle: string;
  /** From 0 to a little above the maximum, or to what the lines need, unless stated. */
  readonly valueRange?: readonly [number, number];
  /** The best that any group could reach. */
  readonly maximum?: ReferenceLine;
  /** Other values to hold the lines against: a baseline, the best known. Drawn across the plot, dashed. */
  readonly references?: readonly ReferenceLine[];
  /** How the standard error is drawn: as a band around the line, or as bars. A band up to three conditions. */
  readonly spread?: 'band' | 'bars';
}

const trajectoryArguments = object('arguments', {
  conditions: listOf(
    'conditions',
    object('a condition', {
      name: words,
      values: valueList,
      standardErrors: valueList.optional(),
      withoutAgreement: valueList.optional(),
      published: listOf(
        'points',
        object('a point', { round: whole(), value: number(), standardError: value.optional() }),
      ).optional(),
    }),
    1,
  ),
  options: figureOptions({
    ...{ valueTitle: words, valueRange: rangeGiven.optional(), maximum: reference.optional() },
    references: listOf('lines', reference).optional(),
    spread: oneOf('band', 'bars').optional(),
  }),
});

/**
 * Value by round, the form of RoundTable's Figures 3 and 20: a line per condition against the left axis (its
 * mean, with one standard error to either side), bars against the right axis (share of collaborations yet to
 * agree), a horizontal line at the maximum. Numbers that the paper prints are hollow diamonds in the
 * condition's colour, beside the round's tick as their condition's bar is.
 * @throws AgoraError 'figure' when there is no condition, or a list is not as long as its condition's values
 * @example
 * const options = { title: 'Utility', valueTitle: 'percent' };
 * report.trajectoryFigure([{ name: 'majority', values: [40, 60] }], options).data.length; // => 1
 */
export function trajectoryFigure(
  conditions: readonly Trajectory[],
  options: TrajectoryOptions,
): PlotlyFigure {
  check('trajectoryFigure', trajectoryArguments, { conditions, options });
  for (const { name, values, standardErrors, withoutAgreement } of conditions)
    for (const [what, list] of Object.entries({ standardErrors, withoutAgreement }))
      needLength('trajectoryFigure', `${what} for "${name}", one for each value`, list, values.length);
  const spread = options.spread ?? (conditions.length <= 3 ? 'band' : 'bars');
  const rounds = Math.max(...conditions.map((condition) => condition.values.length));
  const look = (place: number): Look => ({
    colour: cyclic(PALETTE, place),
    symbol: cyclic(SYMBOLS, place),
    shift: ((place + 0.5) / conditions.length - 0.5) * BARS_WIDTH,
    width: (BARS_WIDTH / conditions.length) * 0.92,
  });
  const data = [
    ...conditions.flatMap((condition, place) => bars(condition, look(place))),
    ...(spread === 'band' ? conditions.flatMap((condition, place) => band(condition, look(place))) : []),
    ...conditions.map((condition, place) => line(condition, look(place), spread)),
    ...conditions.flatMap((condition, place) => diamonds(condition, look(place))),
    ...keys(conditions),
  ];
  return { data, layout: layoutOf(rounds, conditions, options) };
}

/** Room above the top of both axes, so that a line or a bar at its limit is seen whole. */
const HEADROOM = 1.08;

/** The part of a round's width that its bars take together. */
const BARS_WIDTH = 0.78;

function layoutOf(
  rounds: number,
  conditions: readonly Trajectory[],
  { title, subtitle, valueTitle, valueRange, maximum, references = [] }: TrajectoryOptions,
): JsonObject {
  const shares = conditions.some((condition) => condition.withoutAgreement);
  const range = valueRange ?? (maximum && [0, maximum.value * HEADROOM]);
  return {
    ...baseLayout(title, subtitle),
    barmode: 'overlay',
    xaxis: axis('Round', {
      tickmode: 'linear',
      tick0: 1,
      dtick: 1,
      range: [0.45, rounds + 0.55],
      showgrid: false,
    }),
    yaxis: axis('Collaborations yet to agree (%)', {
      side: 'right',
      range: [0, 100 * HEADROOM],
      tickvals: [0, 20, 40, 60, 80, 100],
      showgrid: false,
      visible: shares,
    }),
    yaxis2: axis(valueTitle, {
      side: 'left',
      overlaying: 'y',
      tickmode: 'auto', // the default of an overlaying axis is the other axis' ticks, at odd values of this one
      ...(range ? { range: [...range] } : { rangemode: 'tozero' }),
    }),
    legend: { orientation: 'h', x: 0, xanchor: 'left', y: -0.2, yanchor: 'top', font: { size: 12 } },
    ...referenceLines([...(maximum ? [maximum] : []), ...references], {
      from: 0.45,
      to: rounds + 0.55,
      labelAt: 0.5,
      yref: 'y2',
    }),
  };
}
