/**
 * Where a number comes from.
 * - published: printed in the paper
 * - recomputed: derived exactly from published or official data by the same formula
 * - simulated: measured on simulated models
 * - recorded: measured on stored replies of a real model
 * - live: measured now on a real model
 */
export type Evidence = 'published' | 'recomputed' | 'simulated' | 'recorded' | 'live';

/** The kinds that a number of ours can have: a published number is never shown as ours. */
export type OurEvidence = Exclude<Evidence, 'published'>;

export const OUR_EVIDENCE = ['recomputed', 'simulated', 'recorded', 'live'] as const satisfies OurEvidence[];

/** Several kinds in words, in a fixed order, each once: "recomputed and simulated". */
export function evidenceText(kinds: Iterable<Evidence>): string {
  const present = new Set(kinds);
  const ordered = (['published', ...OUR_EVIDENCE] as const).filter((kind) => present.has(kind));
  return ordered.join(' and ');
}
