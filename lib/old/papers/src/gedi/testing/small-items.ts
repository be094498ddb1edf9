/** Sizes at which the sweep over all items runs in seconds. */
export const smallGedi = {
  'gedi.table2': { questions: 3 },
  'gedi.table5': { questions: 3 },
  'gedi.figure3': { questions: 3 },
  'gedi.figure4': { questions: 3 },
  'gedi.figure5': { questions: 3 },
  'gedi.figure6': { questions: 3 },
  // Enough for a question of professional accounting, the subject of which numbers are printed.
  'gedi.figure7': { questions: 40 },
};
