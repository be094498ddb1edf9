import { dialogueActs } from './dialogue-act';
import type { LabelledCollaboration } from './labeller';
import { mostProbableEdges } from './most-probable-edges';
import { transitionProbabilities, type Transition } from './transitions';

/** What `report.transitionGraphFigure` draws. */
export interface ActGraph {
  readonly title: string;
  readonly edges: readonly Transition[];
  /** The share of messages that perform an act, for those that occur. */
  readonly shares: Readonly<Record<string, number>>;
}

/** One graph of RoundTable's Figures 22 to 24: each act's most probable successor, and how often acts occur. */
export function transitionGraph(title: string, collaborations: readonly LabelledCollaboration[]): ActGraph {
  const messages = collaborations.flatMap(({ labelled }) => labelled);
  const shares = dialogueActs.map(
    (act) => [act, messages.filter(({ acts }) => acts.includes(act)).length / messages.length] as const,
  );
  return {
    title,
    edges: mostProbableEdges(transitionProbabilities(collaborations)),
    shares: Object.fromEntries(shares.filter(([, share]) => share > 0)),
  };
}
