import type { JsonSchema } from '../json';
import type { ChatMessage } from '../models';
import { dialogueActDefinitions, dialogueActs } from './dialogue-act';
import type { LabelTask } from './labeller';
import type { Utterance } from './utterance';

const definitions = dialogueActs.map((act) => `- ${act}: ${dialogueActDefinitions[act]}.`).join('\n');

const task = `You label what messages do in a group discussion. These are the dialogue acts that a message can perform:

${definitions}

You are given the messages of the round before, which the speaker has read, and the target message. Label the target message only; the round before tells you what is new, what was asked, and what is being answered. Choose every act that the target message clearly performs; most messages perform one to four. Choose Others only when no other act fits, and then alone.

Answer with one JSON object and nothing else, in this format: {"acts": ["Inform", "Request"]}`;

/** The question for one message: our own wording of RoundTable's Appendix D.5, which prints the definitions only. */
export function labelQuestion({ target, previous }: LabelTask): ChatMessage[] {
  const before = previous.length === 0 ? '(There are none.)' : previous.map(quoted).join('\n\n');
  const content = `# Messages of the round before\n\n${before}\n\n# Target message\n\n${quoted(target)}`;
  return [
    { role: 'system', content: task },
    { role: 'user', content },
  ];
}

/** The one chance to mend an answer. */
export function labelRepair(question: readonly ChatMessage[], answer: string, reason: string): ChatMessage[] {
  return [
    ...question,
    { role: 'assistant', content: answer },
    {
      role: 'user',
      content:
        `That cannot be used: ${reason}. Label the same target message again, with acts from the list only, and ` +
        'answer with nothing but {"acts": [...]}.',
    },
  ];
}

/** Text between marks, so that a message cannot pass for a part of the question. */
const quoted = ({ agent, text }: Utterance): string =>
  `${agent} wrote:\n<message>\n${text.replaceAll(/<(?=\/?message>)/g, '< ')}\n</message>`;

export const labelSchema = (): JsonSchema => ({
  type: 'object',
  properties: { acts: { type: 'array', items: { type: 'string', enum: [...dialogueActs] }, minItems: 1 } },
  required: ['acts'],
  additionalProperties: false,
});
