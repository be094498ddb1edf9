/** A piece of evidence for one agent: a section of a record, or a sentence. */
export type Evidence = {
  /** Unique in its case, and the name of the agent that reads it. */
  readonly name: string;
  readonly text: string;
  /** The label that it supports; null if nobody knows. Language models do not see it. */
  readonly says: string | null;
  /** How strongly a simulated agent reads it as support: 1 is clear, 0 is irrelevant. */
  readonly strength: number;
};

/** A question whose answer is one of some labels, and pieces of evidence for it. */
export type EvidenceCase = {
  readonly id: string;
  /** The question, or the claim. */
  readonly question: string;
  readonly labels: readonly string[];
  readonly answer: string;
  /** The label if no evidence is relevant; null if there is no such label. */
  readonly otherwise: string | null;
  readonly evidence: readonly Evidence[];
};

/** Where patients go, from most care needed to least (Strategies, appendix C). */
export const dispositions = ['expired', 'extended care', 'home with service', 'home'] as const;

/** The sections of a discharge summary that agents read (Strategies, Table 5). */
export const sections = [
  'Brief Hospital Course',
  'Major Surgical or Invasive Procedure',
  'Pertinent Results',
  'Discharge Medications',
  'Social History',
] as const;

/** What a piece of evidence says about a claim, in the words of AmbiFC. */
export const stances = ['supporting', 'neutral', 'refuting'] as const;
