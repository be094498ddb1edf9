/** A question that is answered freely: with a number, an expression, an interval, a word. */
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

/** An answer as it was written, without the form around it: "1,250", "\\frac{3}{4}". */
export interface OpenAnswer {
  readonly answer: string;
}
