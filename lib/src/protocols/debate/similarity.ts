import type { JsonObject } from '../../json';

/** Something said in a debate, as its likeness to other things is judged: an agent's answer, or a group's summary. */
export interface Statement {
  readonly text: string;
  /** The keys of the answers that it comes to: one for an agent, none where nothing could be read, several for a summary. */
  readonly answers: readonly string[];
}

/** Says whether two statements of one collaboration put the same view. */
export interface StatementJudge {
  /** Called with statements before they are compared; each distinct text once, at most one call a round. */
  learn(statements: readonly Statement[]): Promise<void> | void;
  /** Symmetric. From -1 to 1; 1 is the same. */
  similarity(a: Statement, b: Statement): number;
  isSimilar(a: Statement, b: Statement): boolean;
}

/** HOW views are compared (S2-MAD, section 3.2). `settings` are recorded with the run. */
export interface SimilarityMeasure {
  readonly name: string;
  readonly settings: JsonObject;
  /** A judge for one collaboration. */
  begin(): StatementJudge;
}
