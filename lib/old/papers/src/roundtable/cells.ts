import type { PublishedRow } from 'agora-report/internal';
import { check, object, whole } from 'agora-voting/internal';
import { cellValue, less, mean, quotedIn, rowWhere } from '../finding';
import { tables } from './tables';

export const rules = ['unanimous', 'majority', 'plurality', 'rated', 'ranked', 'cumulative'] as const;
export const environments = ['exchange-economy', 'recommendation'] as const;
export type Environment = (typeof environments)[number];

/** Names of the environments in findings. */
export const called: Readonly<Record<Environment, string>> = {
  'exchange-economy': 'exchange economy',
  recommendation: 'recommendation system',
};

export const quoted = (name: string): Readonly<Record<string, number>> => quotedIn(tables, name);

/** The only number that the text prints under a name. */
export const quotedOne = (name: string): number => Object.values(quoted(name))[0] ?? NaN;

/** A row's printed values by round, in columns `measure@from` to `measure@10`. */
export function trajectory(row: PublishedRow, measure: string, from = 1): number[] {
  return Array.from({ length: 11 - from }, (_, place) => cellValue(row, `${measure}@${from + place}`));
}

/** Place by place. */
export function meanTrajectory(trajectories: readonly (readonly number[])[]): number[] {
  return (trajectories[0] ?? []).map((_, place) => mean(trajectories.map((one) => one[place] ?? NaN)));
}

/** Table 7's errors by round. */
export function errors(rule: string, measure: 'mae' | 'rmse'): number[] {
  return trajectory(rowWhere(tables.table7, { rule }), measure);
}

/** Table 8's values of a measure by round, one trajectory for each rule. */
export function trajectories(environment: Environment, measure: string, from = 1): number[][] {
  return rules.map((rule) => trajectory(rowWhere(tables.table8, { environment, rule }), measure, from));
}

/** The trajectories of both environments: twelve. */
export function bothEnvironments(measure: string, from = 1): number[][] {
  return environments.flatMap((environment) => trajectories(environment, measure, from));
}

export const acts = [
  'Inform',
  'Request',
  'Confirm',
  'Summarize',
  'Evaluate',
  'Propose',
  'Compromise',
  'Defend',
  'Accept',
  'Decline',
  'Others',
];

/** Table 9's ratios of an act by round, one trajectory for each rule. */
export function ratios(environment: Environment, act: string): number[][] {
  return rules.map((rule) => trajectory(rowWhere(tables.table9, { environment, rule, act }), 'ratio'));
}

/** The five methods that choose a round. The tables also have @10, which does not stop, and the oracle. */
export const methods = [
  'first-agreement',
  'consecutive-agreements',
  'validation-checkpoint',
  'information-distance',
  'dialogue-act',
] as const;
export const languageBased = ['information-distance', 'dialogue-act'] as const;
export type Method = (typeof methods)[number] | '@10' | 'oracle';

/** Table 10's row of a method, by rule. */
export function worth(environment: Environment, method: Method): number[] {
  const row = rowWhere(tables.table10, { environment, method });
  return rules.map((rule) => cellValue(row, rule));
}

/** How much better than never stopping, in the direction that is better in this environment. */
export function gains(environment: Environment, method: Method): number[] {
  const baseline = worth(environment, '@10');
  const sign = environment === 'exchange-economy' ? 1 : -1;
  return worth(environment, method).map((value, place) => sign * less(value, baseline[place] ?? NaN));
}

/** Table 11's row, by rule; null for a dash. */
export function statistic(
  environment: Environment,
  name: 'stopped-round' | 'effective-ratio' | 'threshold',
  method: Method,
): (number | null)[] {
  const row = rowWhere(tables.table11, { environment, statistic: name, method });
  return rules.map((rule) => row.cells[rule]?.value ?? null);
}

/**
 * Utilities of rounds that a table does not print, solved from those it does, taking AUC@n for the mean of U_1..U_n:
 * `3 AUC@3 - U@3 = U_1 + U_2`, `5 AUC@5 - 3 AUC@3 - U@5 = U_4`, `10 AUC@10 - 5 AUC@5 - U@10 = U_6 + ... + U_9`.
 * In percent. Printed to 0.01, each number is up to 0.005 off, so the sums are exact to 0.02, 0.045 and 0.08.
 * @returns the mean of rounds 1 and 2, round 4, the mean of rounds 6 to 9
 */
export function impliedUtilities(row: PublishedRow) {
  const cell = (column: string): number => cellValue(row, column);
  const [sum3, sum5, sum10] = [3 * cell('auc@3'), 5 * cell('auc@5'), 10 * cell('auc@10')];
  return {
    rounds1to2: (sum3 - cell('utility@3')) / 2,
    round4: sum5 - sum3 - cell('utility@5'),
    rounds6to9: (sum10 - sum5 - cell('utility@10')) / 4,
  };
}

/**
 * The value of an even split in the asymmetric economy of K agents, in percent of the optimum. Each then has 100 / K of
 * everything and a utility of 100 / K; at the optimum each has 80 of its own good and 20 / (K - 1) of each other. With
 * three agents: 100 / (3 x 80^0.8 x 10^0.2) = 63.15%.
 * @example
 * import { papers } from 'agora-lab';
 * papers.roundtable.evenSplitShare(3).toFixed(2); // => '63.15'
 */
export function evenSplitShare(agents: number): number {
  check('evenSplitShare', object('arguments', { agents: whole(2) }), { agents });
  return (100 * 100) / (agents * 80 ** 0.8 * (20 / (agents - 1)) ** 0.2);
}
