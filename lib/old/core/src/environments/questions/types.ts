/** A multiple-choice question of a data set. */
export interface ChoiceQuestion {
  /** Unique within the data set. */
  readonly id: string;
  /** The data set's name: "mmlu", "mmlu-pro", "arc-challenge", "gpqa", "generated". */
  readonly dataset: string;
  /** The subject or discipline, or the data set's name if it has none. */
  readonly subject: string;
  readonly text: string;
  /** Two options or more, in the data set's order, all different. */
  readonly options: readonly string[];
  /** The right option, as a place in `options` counted from 0. */
  readonly answer: number;
}

/** Questions, and worked examples for their prompts. */
export interface QuestionSet {
  readonly name: string;
  readonly questions: readonly ChoiceQuestion[];
  /** Examples by subject (five of the development set, for MMLU); none where a subject is missing. */
  readonly examples: Readonly<Record<string, readonly ChoiceQuestion[]>>;
}

/** The case of one collaboration: a question with its options in the order that this group sees. */
export interface QuestionInstance {
  readonly id: string;
  readonly dataset: string;
  readonly subject: string;
  readonly text: string;
  /** In the order shown. */
  readonly options: readonly string[];
  /** "A", "B", ... for the options in the order shown. */
  readonly letters: readonly string[];
  /** The letter of the right option. */
  readonly answer: string;
  readonly examples: readonly {
    readonly text: string;
    readonly options: readonly string[];
    /** The letter of the right option. */
    readonly answer: string;
  }[];
}

/** An answer to a question: one of its letters. */
export interface ChosenAnswer {
  readonly answer: string;
}

/** A question with a free answer: a number, an expression, an interval, a word. */
export interface OpenQuestion {
  /** Unique within the data set. */
  readonly id: string;
  /** The data set's name: "gsm8k", "math", "arithmetic". */
  readonly dataset: string;
  /** The subject ("Precalculus"); the data set's name where it has none. */
  readonly subject: string;
  /** 1 (easy) to 5, where the data set has levels. */
  readonly level?: number;
  readonly text: string;
  /** The right answer as the data set writes it: "18", "\\left( 3, \\frac{\\pi}{2} \\right)". */
  readonly answer: string;
}

export interface OpenQuestionSet {
  readonly name: string;
  readonly questions: readonly OpenQuestion[];
}

/** The case of one collaboration; `level` is null where the data set has none. */
export interface OpenInstance {
  readonly id: string;
  readonly dataset: string;
  readonly subject: string;
  readonly level: number | null;
  readonly text: string;
  readonly answer: string;
}

/** An answer as written, without its surrounding form: "1,250", "\\frac{3}{4}". */
export interface OpenAnswer {
  readonly answer: string;
}
