/** Sizes at which the sweep over all items runs in seconds. */
export const smallGedi = {
  'gedi.table2': { questions: 3 },
  'gedi.figure3': { questions: 3 },
};
