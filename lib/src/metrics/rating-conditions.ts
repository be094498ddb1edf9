import { check, object } from '../check';
import { conditionsGiven, type Measurable } from './economy-conditions';
import type { Estimate } from './estimate';
import { ratings, type RatingMetrics } from './ratings';
import { ratingMetricSettings, type RatingMetricSettings } from './rating-settings';

/** A line of a figure: an error by round in stars, and the share without agreement from 0 to 1. */
export interface RatingTrajectory {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly standardErrors: readonly (number | null)[];
  readonly withoutAgreement: readonly (number | null)[];
}

/** One condition's metrics in the form that reports compare and draw. */
export interface RatingCondition {
  readonly label: string;
  readonly evidence: Measurable['evidence'];
  readonly metrics: RatingMetrics;
  /** Errors and their standard errors by column, undefined ones left out: a row of a table. */
  readonly cells: Readonly<Record<string, { readonly value: number; readonly standardError: number | null }>>;
  /** Mean absolute error by round (Figure 4). */
  readonly trajectory: RatingTrajectory;
  /** Root mean squared error by round (Figure 21). */
  readonly rmseTrajectory: RatingTrajectory;
}

/** The errors of several conditions, under their labels and in their order. */
export async function ratingConditions(
  conditions: Readonly<Record<string, Measurable>>,
  settings: Partial<RatingMetricSettings> = {},
): Promise<RatingCondition[]> {
  check(
    'ratingConditions',
    object('arguments', { conditions: conditionsGiven, settings: ratingMetricSettings }),
    { conditions, settings },
  );
  const measured: RatingCondition[] = [];
  for (const [label, run] of Object.entries(conditions))
    measured.push(condition(label, run.evidence, await ratings(run, settings)));
  return measured;
}

function condition(label: string, evidence: Measurable['evidence'], metrics: RatingMetrics): RatingCondition {
  const { mae, rmse, withoutAgreement } = metrics.byRound;
  const trajectory = (estimates: readonly Estimate[]): RatingTrajectory => ({
    name: label,
    values: estimates.map(({ mean }) => mean),
    standardErrors: estimates.map(({ standardError }) => standardError),
    withoutAgreement: withoutAgreement.map((percent) => (percent === null ? null : percent / 100)),
  });
  return {
    label,
    evidence,
    metrics,
    cells: Object.fromEntries(
      Object.entries(metrics.summary).flatMap(([column, { mean, standardError }]) =>
        mean === null ? [] : [[column, { value: mean, standardError }]],
      ),
    ),
    trajectory: trajectory(mae),
    rmseTrajectory: trajectory(rmse),
  };
}
