/** What one agent is given: a section of a record, a sentence. */
export type Evidence = {
  /** Unique in its case; the agent that has it bears it as its name. */
  readonly name: string;
  readonly text: string;
  /** The label that it speaks for; null where nobody says. No real agent is told. */
  readonly says: string | null;
  /** How strongly, to a simulated agent that reads it; 1 is plain, 0 is beside the point. */
  readonly strength: number;
};

/** A question that is answered by one of some labels, and evidence for it in parts. */
export type EvidenceCase = {
  readonly id: string;
  /** What is asked, with its claim where there is one. */
  readonly question: string;
  readonly labels: readonly string[];
  readonly answer: string;
  /** The label that holds where no evidence bears on the question; null where there is none. */
  readonly otherwise: string | null;
  readonly evidence: readonly Evidence[];
};

/** A case with who reads what. */
export type EvidenceInstance = EvidenceCase & {
  readonly agents: readonly { readonly name: string; readonly reads: readonly Evidence[] }[];
};

/** What an agent observes: what it reads. An instructor reads nothing. */
export type EvidenceView = {
  readonly labels: readonly string[];
  readonly otherwise: string | null;
  readonly reads: readonly Evidence[];
};

/** What a judgement is worth. */
export type EvidenceScore = { readonly correct: 0 | 1; readonly decided: 0 | 1 };
