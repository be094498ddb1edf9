/** A piece of evidence, usually read by one agent: a section of a record, or a sentence. */
export type Evidence = {
  /**
   * The name of this piece of evidence. If each agent reads one piece, the agent has the same name as its piece. Names
   * are unique within a case.
   */
  readonly name: string;
  readonly text: string;
  /** The label that the evidence supports, or null if unknown. Language models do not see this label. */
  readonly says: string | null;
  /**
   * How strongly the evidence supports the label: 1 means clear support, and 0 means that the evidence is irrelevant.
   * Only simulated agents use this number.
   */
  readonly strength: number;
};

/** A question that comes with evidence and whose answer is one of several labels. */
export type EvidenceCase = {
  readonly id: string;
  /** The question, or the claim to judge. */
  readonly question: string;
  readonly labels: readonly string[];
  readonly answer: string;
  /** The label that applies if no evidence is relevant, or null if the case has no label for this situation. */
  readonly otherwise: string | null;
  readonly evidence: readonly Evidence[];
};

/** The possible dispositions of a patient, ordered from most to least care (Strategies, appendix C). */
export const dispositions = ['expired', 'extended care', 'home with service', 'home'] as const;

/** The sections that agents read in a discharge summary (Strategies, Table 5). */
export const sections = [
  'Brief Hospital Course',
  'Major Surgical or Invasive Procedure',
  'Pertinent Results',
  'Discharge Medications',
  'Social History',
] as const;

/** AmbiFC's labels for evidence on a claim. */
export const stances = ['supporting', 'neutral', 'refuting'] as const;
