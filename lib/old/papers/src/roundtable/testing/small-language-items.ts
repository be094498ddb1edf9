/** Sizes at which the sweep over all items runs in seconds. */
const small = { collaborations: 2, rounds: 3 };
/** A policy needs two collaborations a fold of recorded games, one of others. */
const smallStopping = { collaborations: 4, rounds: 3, folds: 2 };

export const smallRoundTableLanguage = {
  'roundtable.table2': smallStopping,
  'roundtable.table8': small,
  'roundtable.table9': small,
  'roundtable.table10': smallStopping,
  'roundtable.table11': smallStopping,
  'roundtable.figure5': small,
  'roundtable.figure22': small,
  'roundtable.figure23': small,
  'roundtable.figure24': small,
};
