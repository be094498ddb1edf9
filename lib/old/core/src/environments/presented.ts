/*
 * How an environment shows a proposal to people: as data, which the explorer draws as a small table. No environment
 * writes HTML.
 */

/** A cell of a shown proposal. */
export interface PresentedCell {
  readonly value: number | string | null;
  /** What it is compared with: what the agent wants, what there is, what is right. */
  readonly against?: number | string;
  /** Its part of a whole, from 0 to 1, drawn as a bar. */
  readonly part?: number;
  /** Whether it goes wrong: wrong, more than there is, less than needed. */
  readonly fails?: boolean;
}

export interface PresentedRow {
  /** An agent, a dish, a task, an issue. Agents get their colour. */
  readonly name: string;
  /** One for each column. */
  readonly cells: readonly PresentedCell[];
}

/** A proposal as a table. */
export interface Presented {
  /** What the rows are: "agent", "dish". */
  readonly rowsAre: string;
  readonly columns: readonly string[];
  readonly rows: readonly PresentedRow[];
  /** What `against` is, in words: "how much each wants it". */
  readonly against?: string;
}

/** A function by which an environment shows a proposal. */
export type Present<Instance, Proposal> = (instance: Instance, proposal: Proposal) => Presented;
