/** A piece of evidence, such as a sentence or a section of a record. Usually, only one agent reads it. */
export type Evidence = {
  /**
   * The name of this piece of evidence, which is unique within the case. If each agent reads one piece, each agent is
   * named after its piece.
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
  /** The label that applies if no evidence is relevant, or null if the case has no such label. */
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
