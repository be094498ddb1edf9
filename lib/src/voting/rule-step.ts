/** One step on the way to a result, for rules that go in steps. */
export type RuleStep =
  /** Votes were counted: first preferences, or all down to a place (Bucklin). */
  | { readonly kind: 'count'; readonly label: string; readonly tally: Readonly<Record<string, number>> }
  /** Options left the race, after the count of the same step. */
  | {
      readonly kind: 'elimination';
      readonly label: string;
      readonly tally: Readonly<Record<string, number>>;
      readonly eliminated: readonly string[];
    }
  /** A pair of options was looked at: `over` beats `under` by `margin` votes. */
  | {
      readonly kind: 'pair';
      readonly over: string;
      readonly under: string;
      readonly margin: number;
      readonly outcome: 'locked' | 'skipped';
    }
  /** Anything else, in words. */
  | { readonly kind: 'remark'; readonly text: string };
