import { z } from 'zod';
import { readJson } from '../read-json';
import { dialogueActs, type DialogueAct } from './dialogue-act';
import type { Labelling } from './labeller';

const shape = z.object({ acts: z.array(z.string()) });
const byLowerCase = new Map(dialogueActs.map((act) => [act.toLowerCase(), act]));

/**
 * Reads a labeller's answer, {"acts": [...]}, other fields passed over. Case and repeats do not matter, and the acts come
 * in the order of `dialogueActs`. Others next to another act is dropped, as it says that no other fits.
 * No JSON is `unparsed`; JSON of another shape, an empty list, or a label that is no act is `invalid`.
 */
export function readLabels(text: string): Labelling {
  const json = readJson(text);
  if (!json.ok) return { kind: 'unparsed', reason: json.reason, text };
  const answer = shape.safeParse(json.value);
  if (!answer.success) return { kind: 'invalid', reason: 'there is no list of names under "acts"', text };
  const named = new Set<DialogueAct>();
  for (const label of answer.data.acts) {
    const act = byLowerCase.get(label.trim().toLowerCase());
    if (act === undefined) {
      const reason = `"${label.slice(0, 60)}" is no dialogue act; there are ${dialogueActs.join(', ')}`;
      return { kind: 'invalid', reason, text };
    }
    named.add(act);
  }
  if (named.size === 0) return { kind: 'invalid', reason: 'the list of acts is empty', text };
  if (named.size > 1) named.delete('Others');
  return { kind: 'labelled', acts: dialogueActs.filter((act) => named.has(act)) };
}
