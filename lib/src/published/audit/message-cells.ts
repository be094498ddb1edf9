import { roundtable } from '../roundtable';
import { course, environments, rowWhere, rules, type Environment } from './cells';

/** Table 8's values of a measure by round, one course for each rule. */
export function courses(environment: Environment, measure: string, from = 1): number[][] {
  return rules.map((rule) => course(rowWhere(roundtable.table8, { environment, rule }), measure, from));
}

/** The same for both environments: twelve courses. */
export function bothEnvironments(measure: string, from = 1): number[][] {
  return environments.flatMap((environment) => courses(environment, measure, from));
}
