/** A piece of evidence for one agent: a section of a record, or a sentence. */
export type Evidence = {
  /** Unique in its case. It is also the name of the agent that reads it. */
  readonly name: string;
  readonly text: string;
  /** The label that it supports; null if unknown. Real agents do not see it. */
  readonly says: string | null;
  /** How strongly a simulated agent reads it as support: 1 is clear, 0 is irrelevant. */
  readonly strength: number;
};

/** A question with a list of labels as answers, and pieces of evidence. */
export type EvidenceCase = {
  readonly id: string;
  /** The question, with its claim if there is one. */
  readonly question: string;
  readonly labels: readonly string[];
  readonly answer: string;
  /** The label if no evidence is relevant; null if there is no such label. */
  readonly otherwise: string | null;
  readonly evidence: readonly Evidence[];
};

/** A case with who reads what. */
export type EvidenceInstance = EvidenceCase & {
  readonly agents: readonly { readonly name: string; readonly reads: readonly Evidence[] }[];
};

/** What an agent observes: the pieces that it reads. An instructor reads none. */
export type EvidenceView = {
  readonly labels: readonly string[];
  readonly otherwise: string | null;
  readonly reads: readonly Evidence[];
};

/** The score of a judgement. */
export type EvidenceScore = { readonly correct: 0 | 1; readonly decided: 0 | 1 };
