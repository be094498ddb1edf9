/** A piece of evidence for one agent: a section of a record, or a sentence. */
export type Evidence = {
  /** The name of this piece of evidence and of the agent that reads it. Names are unique within a case. */
  readonly name: string;
  readonly text: string;
  /** The label that the evidence supports, or null if unknown. Language models do not see this label. */
  readonly says: string | null;
  /** How strongly the evidence supports the label, for simulated agents: 1 means clear support, 0 means irrelevant. */
  readonly strength: number;
};

/** A question whose answer is one of several labels, with evidence. */
export type EvidenceCase = {
  readonly id: string;
  /** The question, or the claim. */
  readonly question: string;
  readonly labels: readonly string[];
  readonly answer: string;
  /** The label that applies if no evidence is relevant; null if the case has no such label. */
  readonly otherwise: string | null;
  readonly evidence: readonly Evidence[];
};

/** The possible dispositions of a patient, from most to least care (Strategies, appendix C). */
export const dispositions = ['expired', 'extended care', 'home with service', 'home'] as const;

/** The sections of a discharge summary that agents read (Strategies, Table 5). */
export const sections = [
  'Brief Hospital Course',
  'Major Surgical or Invasive Procedure',
  'Pertinent Results',
  'Discharge Medications',
  'Social History',
] as const;

/** AmbiFC's labels for evidence on a claim. */
export const stances = ['supporting', 'neutral', 'refuting'] as const;
