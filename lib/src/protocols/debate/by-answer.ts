import type { SimilarityMeasure } from './similarity';

/**
 * Two statements put the same view when they come to the same answer: the paper's regular-expression matching (S2-MAD,
 * section 3.2), here by the environment's own reading and equality of answers. A statement with several answers (a
 * summary) says nothing new when each of them is known; one without any that could be read is always new.
 */
export const byAnswer: SimilarityMeasure = Object.freeze({
  name: 'answer',
  settings: {},
  begin: () => ({
    learn: () => {},
    covers: (known, { answers }) =>
      answers.length > 0 &&
      answers.every((answer) => known.some((statement) => statement.answers.includes(answer))),
  }),
} satisfies SimilarityMeasure);
