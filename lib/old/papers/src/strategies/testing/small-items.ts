const small = { cases: 3, strategies: ['G1-P1-I2-C1', 'G2-P3-I1-C3'] };

/** Sizes at which the sweep over all items runs in seconds. */
export const smallStrategies = {
  'strategies.table1': { cases: 3 },
  'strategies.table2': { cases: 3 },
  'strategies.table3': small,
  'strategies.table4': small,
  'strategies.table7': { ...small, cases: 8 },
  'strategies.table8': small,
  'strategies.figure3': small,
};
