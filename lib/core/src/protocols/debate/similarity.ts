import type { JsonObject } from 'agora-voting/internal';

/** Something said in a debate, as its likeness to other things is judged: an agent's answer, or a group's summary. */
export interface Statement {
  readonly text: string;
  /** Ids of the answers that it comes to: one for an agent, none where nothing could be read, several for a summary. */
  readonly answers: readonly string[];
}

/** Compares the statements of one collaboration. */
export interface StatementJudge {
  /**
   * Told of statements before they are compared: all answers of a round at once (one at a time where members answer in
   * turn), all summaries of a stage at once. Where texts need preparing, as many as can be are at hand.
   */
  learn(statements: readonly Statement[]): Promise<void> | void;
  /** Whether a statement puts no view that is not among the known ones already. */
  covers(known: readonly Statement[], statement: Statement): boolean;
}

/**
 * HOW views are compared (S2-MAD, section 3.2): `byAnswer`, `language.embeddingSimilarity` for texts, or your own.
 * `settings` are recorded with the run.
 */
export interface SimilarityMeasure {
  readonly name: string;
  readonly settings: JsonObject;
  begin(): StatementJudge;
}

/**
 * Two statements put the same view when they come to the same answer: the paper's regular-expression matching (S2-MAD,
 * section 3.2), here by the environment's own reading and equality of answers. A statement with several answers (a
 * summary) says nothing new when each of them is known; one without any that could be read is always new.
 * @example
 * protocols.s2mad({ similarity: protocols.byAnswer }).settings.similarity; // => { name: 'answer' }
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
