import type { JsonObject } from 'agora-voting/internal';

/** Something said in a debate, to compare with other statements: an agent's answer, or a group's summary. */
export interface Statement {
  readonly text: string;
  /** The ids of the answers in it: one for an agent, none if no answer could be read, several for a summary. */
  readonly answers: readonly string[];
}

/** Compares the statements of one collaboration. */
export interface StatementJudge {
  /**
   * Is called with statements before they are compared: all answers of a round at once (one at a time if members
   * answer in turn), or all summaries of a stage. Texts that need preparing can thus be prepared in one batch.
   */
  learn(statements: readonly Statement[]): Promise<void> | void;
  /** Whether the known statements already contain every view of a statement. */
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
 * Two statements express the same view if they have the same answer. This is the paper's regular-expression matching
 * (S2-MAD, section 3.2), here with the environment's own parser. A statement with several answers (a summary) is not
 * new if each of them is known. A statement without a readable answer is always new.
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
