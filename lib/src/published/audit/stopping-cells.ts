import { roundtable } from '../roundtable';
import { byRule, rowWhere, rules, type Environment } from './cells';

/** The five methods that choose a round; beside them stand @10, which does not stop, and the oracle. */
export const methods = [
  'first-agreement',
  'consecutive-agreements',
  'validation-checkpoint',
  'information-distance',
  'dialogue-act',
] as const;
export type Method = (typeof methods)[number] | '@10' | 'oracle';

/** Table 10's row of a method, by rule. */
export function worth(environment: Environment, method: Method): number[] {
  return byRule(rowWhere(roundtable.table10, { environment, method }));
}

/** Table 11's row, by rule; null where a dash is printed. */
export function statistic(
  environment: Environment,
  name: 'stopped-round' | 'effective-ratio' | 'threshold',
  method: Method,
): (number | null)[] {
  const row = rowWhere(roundtable.table11, { environment, statistic: name, method });
  return rules.map((rule) => row.cells[rule]?.value ?? null);
}

/** How much better than never stopping, in the direction that is better in this environment. */
export function gains(environment: Environment, method: Method): number[] {
  const baseline = worth(environment, '@10');
  const sign = environment === 'exchange-economy' ? 1 : -1;
  return worth(environment, method).map((value, place) =>
    Number((sign * (value - (baseline[place] ?? NaN))).toFixed(9)),
  );
}
