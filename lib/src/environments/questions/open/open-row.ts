import type { OpenQuestionSet } from '../open-types';

/** Something that a reader noticed in a row. */
export interface OpenRemark {
  /** The question's id. */
  readonly id: string;
  /** no-answer: no right answer could be found, and the question was left out. */
  readonly kind: 'no-answer';
  readonly text: string;
}

/** Questions from files, and what was noticed in them. */
export interface LoadedOpenQuestions extends OpenQuestionSet {
  readonly remarks: readonly OpenRemark[];
}
