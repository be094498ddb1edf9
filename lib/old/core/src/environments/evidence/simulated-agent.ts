import type { Known, SimulatedAgent } from '../simulated-agent';
import type { EvidenceView } from './types';

/** What a label gains by a plain piece of evidence: twice the usual noise. A guess. */
const plainEvidence = 2;
/** The gain of the label for "no evidence", if no sentence is about the question: less than half. A guess. */
const caution = 0.8;

/** The probability of each label, in shares of 1. */
export type Belief = Readonly<Record<string, number>>;

/**
 * The simulated agent weighs the evidence that it reads: it knows what a piece says and how strongly, and never the
 * answer. It takes over nothing from the others but their judgements. An instructor reads nothing and counts them.
 */
export const simulatedReader: SimulatedAgent<string, EvidenceView> = {
  utility: support,
  options: ({ observed: { labels } }) => labels,
  sentence: ({ observed: { reads } }) => {
    const plain = reads.filter(({ says }) => says !== null);
    return plain.length === 0
      ? 'Nothing that I read bears on the question.'
      : `By what I read: ${plain.map(({ text }) => beginning(text)).join('; ')}.`;
  },
  /** The multinomial logit of the support. */
  believe: (known): Belief => {
    const odds = known.observed.labels.map((label) => [label, Math.exp(support(known, label))] as const);
    const all = odds.reduce((sum, [, one]) => sum + one, 0);
    return Object.fromEntries(odds.map(([label, one]) => [label, one / all]));
  },
};

function support({ observed: { otherwise, reads } }: Known<string, EvidenceView>, label: string): number {
  const read = reads.filter(({ says }) => says === label).reduce((sum, { strength }) => sum + strength, 0);
  return plainEvidence * read + (label === otherwise ? caution : 0);
}

/** The first words of a text, on one line. */
function beginning(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length > 20 ? `${words.slice(0, 20).join(' ')} …` : words.join(' ').replace(/\.$/, '');
}
