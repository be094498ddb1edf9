import { check, having, listOf, named, object, text, whole } from '../check';
import { collaborationsGiven, type Collaboration } from '../transcripts/collaboration';
import { economy, type EconomyMetrics } from './economy';
import { economyMetricSettings, type EconomyMetricSettings } from './economy-settings';

/** Anything that gives its collaborations, a run among others, and says what kind of numbers it yields. */
export interface Measurable extends Iterable<Collaboration> {
  readonly evidence: 'simulated' | 'recorded' | 'live';
}

/** What an argument that takes runs by their labels must be. */
export const conditionsGiven = named(
  'runs',
  collaborationsGiven.and(having('a run', { evidence: 'string' })),
);

/** One condition's metrics in the form that reports compare and draw. */
export interface EconomyCondition {
  readonly label: string;
  readonly evidence: 'simulated' | 'recorded' | 'live';
  readonly metrics: EconomyMetrics;
  /** Means and standard errors by column, undefined ones left out: a row of a table. */
  readonly cells: Readonly<Record<string, { readonly value: number; readonly standardError: number | null }>>;
  /** Mean utility by round in percent, and the share without agreement from 0 to 1: a line of a figure. */
  readonly trajectory: {
    readonly name: string;
    readonly values: readonly (number | null)[];
    readonly standardErrors: readonly (number | null)[];
    readonly withoutAgreement: readonly (number | null)[];
  };
}

/** The economy's metrics of several conditions, under their labels and in their order. */
export async function economyConditions(
  conditions: Readonly<Record<string, Measurable>>,
  settings: Partial<EconomyMetricSettings> = {},
): Promise<EconomyCondition[]> {
  check(
    'economyConditions',
    object('arguments', { conditions: conditionsGiven, settings: economyMetricSettings }),
    { conditions, settings },
  );
  const measured: EconomyCondition[] = [];
  for (const [label, run] of Object.entries(conditions)) {
    measured.push(condition(label, run.evidence, await economy(run, settings)));
  }
  return measured;
}

function condition(
  label: string,
  evidence: Measurable['evidence'],
  metrics: EconomyMetrics,
): EconomyCondition {
  const { utility, withoutAgreement } = metrics.byRound;
  return {
    label,
    evidence,
    metrics,
    cells: Object.fromEntries(
      Object.entries(metrics.summary).flatMap(([column, { mean, standardError }]) =>
        mean === null ? [] : [[column, { value: mean, standardError }]],
      ),
    ),
    trajectory: {
      name: label,
      values: utility.map(({ mean }) => mean),
      standardErrors: utility.map(({ standardError }) => standardError),
      withoutAgreement: withoutAgreement.map((percent) => (percent === null ? null : percent / 100)),
    },
  };
}

const dropArguments = object('arguments', {
  conditions: listOf('conditions', having('a condition', { label: 'string', trajectory: 'object' })),
  label: text(),
  round: whole(1),
});

/**
 * By how many percent one condition's utility at a round lies below the best of all, the way RoundTable states it
 * (sections 1 and 5). Null where it was not measured.
 */
export function dropBelowBest(
  conditions: readonly EconomyCondition[],
  label: string,
  round: number,
): number | null {
  check('dropBelowBest', dropArguments, { conditions, label, round });
  const at = (condition: EconomyCondition) => condition.trajectory.values[round - 1] ?? null;
  const own = conditions.find((condition) => condition.label === label);
  const value = own === undefined ? null : at(own);
  const best = Math.max(...conditions.map((condition) => at(condition) ?? 0));
  return value === null || best === 0 ? null : 100 * (1 - value / best);
}
