/** The answer that a text comes to, as it was written, and where it stood. */
export interface FoundAnswer {
  /** Without the form around it: "1,250", "\\frac{3}{4}", "x \\in [-2,7]". */
  readonly answer: string;
  /** In a box; after a mark ("#### 18", "Answer: 18"); in a statement ("the answer is 18", "= 18."); or merely last. */
  readonly found: 'boxed' | 'marked' | 'stated' | 'last number';
}

export interface MathAnswerReading {
  /** Whether the last number of a text that states no answer counts as its answer; default true. */
  readonly lastNumber?: boolean;
}
