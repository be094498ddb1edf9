/**
 * The criteria that a rule may meet, by their usual names (definitions: `criteria/`). They speak of complete, strict
 * rankings (of ratings for rating rules) and of the set of winners, before ties are settled.
 */
export const criterionNames = Object.freeze([
  'majority',
  'majority loser',
  'monotonicity',
  'consistency',
  'independence of irrelevant alternatives',
  'condorcet',
  'condorcet loser',
  'smith',
  'participation',
  'clone independence',
  'reversal symmetry',
  'pareto',
] as const);

export type CriterionName = (typeof criterionNames)[number];
