/** Sizes at which the sweep over all items runs in seconds. */
export const smallEconomy = {
  'roundtable.table1': { collaborations: 3, rounds: 3 },
  'roundtable.table6': { collaborations: 3, rounds: 3 },
  'roundtable.figure3': { collaborations: 3, rounds: 3 },
  'roundtable.figure20': { collaborations: 3, rounds: 3 },
  'roundtable.table7': { examples: 2, rounds: 2 },
  'roundtable.figure4': { examples: 2, rounds: 2 },
  'roundtable.figure21': { examples: 2, rounds: 2 },
};
