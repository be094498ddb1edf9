import type { DialogueAct } from './dialogue-act';
import type { Labeller } from './labeller';
import type { Utterance } from './utterance';

/**
 * A labeller as stopping policies take it: the acts of one message, given the messages of the round before. A message
 * that could not be labelled performs nothing.
 */
export function actsBy(
  labeller: Labeller,
): (previous: readonly Utterance[], target: Utterance) => Promise<readonly DialogueAct[]> {
  return async (previous, target) => {
    const labelling = await labeller.label({ target, previous, turn: 0 });
    return labelling.kind === 'labelled' ? labelling.acts : [];
  };
}
