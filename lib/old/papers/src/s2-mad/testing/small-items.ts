/** Sizes at which the sweep over all items runs in seconds. Word counts need no embedding model. */
export const smallS2Mad = {
  's2mad.table1': { questions: 2, paths: 3 },
  's2mad.table2': { questions: 3, embedder: 'word counts' },
  's2mad.table3': { questions: 2, splits: ['2+6', '4+4'] },
  's2mad.table4': { questions: 3 },
  's2mad.table7': { questions: 2 },
  's2mad.figure3': { questions: 2, embedder: 'word counts', thresholds: [0.5, 1] },
  's2mad.figure4': { questions: 2, agents: [2, 3], rounds: [2, 3] },
  's2mad.figure5': { questions: 2, agents: [2, 3], rounds: [2, 3] },
};
