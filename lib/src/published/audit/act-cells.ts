import { roundtable } from '../roundtable';
import { course, meanCourse, rowWhere, rules, type Environment } from './cells';

export const acts = [
  ...['Inform', 'Request', 'Confirm', 'Summarize', 'Evaluate', 'Propose'],
  ...['Compromise', 'Defend', 'Accept', 'Decline', 'Others'],
];

/** Table 9's ratios of an act by round, one course for each rule. */
export function ratios(environment: Environment, act: string): number[][] {
  return rules.map((rule) => course(rowWhere(roundtable.table9, { environment, rule, act }), 'ratio'));
}

/** By round, the six rules weighing alike. */
export function averageRatios(environment: Environment, act: string): number[] {
  return meanCourse(ratios(environment, act));
}
