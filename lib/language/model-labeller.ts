import { createHash } from 'node:crypto';
import PQueue from 'p-queue';
import { z } from 'zod';
import { knownOptions } from '../error';
import { jsonSchemaOf, readReply } from '../models/json';
import type { Message, Model } from '../models/model';
import { AnswerFile } from './answer-file';
import { cueActs } from './cue-labeller';
import { dialogueActs, type DialogueAct, type Labeller, type Utterance } from './dialogue-acts';

/** The prompts for `modelLabeller`. The default definitions of the acts are the paper's, in our own words. */
export interface LabelPrompts {
  /** The meaning of each act. */
  readonly definitions: Readonly<Record<DialogueAct, string>>;
  /** Returns the task prompt, given the definitions as a list. */
  task(definitions: string): string;
  /**
   * Returns the question about one message. `target` contains this message, and `previous` contains the messages of the
   * previous round, all wrapped in tags. In the first round, `previous` is empty.
   */
  question(previous: string, target: string): string;
  /** Returns the repair question to ask after an unusable reply. */
  repair(reason: string): string;
}

/** The default prompts for `modelLabeller`. To replace any of them, set the labeller's option `prompts`. */
export const labelPrompts: LabelPrompts = {
  definitions: {
    Inform: 'gives information that the others did not have',
    Request: 'asks for information that the speaker does not have',
    Confirm: 'asks whether something that was said is correct',
    Summarize: 'briefly summarises the main points so far',
    Evaluate: 'gives an opinion or a judgement about the information',
    Propose: 'introduces a new solution',
    Compromise: 'offers a balanced solution that combines parts of what different parties prefer',
    Defend: 'continues to support an idea or solution after it was considered or challenged',
    Accept: 'agrees with or accepts an idea or solution',
    Decline: 'rejects or disagrees with an idea or solution',
    Others: 'performs none of these acts',
  },
  task: (definitions) =>
    `You label the dialogue acts in messages from a group discussion. A message can perform several of these acts:

${definitions}

You see the messages from the previous round and one target message. Use the previous round as context, and label only the target message. List every act that the target message clearly performs. Use Others only if no other act applies.

Reply with JSON only: {"acts": ["<act>", ...]}`,
  question: (previous, target) =>
    `Messages from the previous round:\n\n${previous || '(none)'}\n\nTarget message:\n\n${target}`,
  repair: (reason) =>
    `That reply could not be used: ${reason}. Reply with JSON only: {"acts": ["<act>", ...]}, using act names from the list.`,
};

export interface ModelLabellerOptions {
  /** Prompts that replace the default prompts. */
  readonly prompts?: Partial<LabelPrompts>;
  /** A file in which to cache labels, so that the same question is never sent to the model twice. */
  readonly file?: string;
}

/**
 * Labels messages with a language model, at temperature 0. Makes one call per message, and a second call if the first
 * reply is unusable, for example because it was cut off. If the model refuses, there is no second call. RoundTable
 * (Appendix D.8) uses Llama-3.1-8b-Instruct.
 *
 * Each distinct question is asked only once. Pass a `file` to keep labels across sessions, for example so that a
 * stopping policy can use them when a run is resumed.
 */
export function modelLabeller(model: Model, options: ModelLabellerOptions = {}): Labeller {
  knownOptions('modelLabeller', options, ['prompts', 'file']);
  const prompts = { ...labelPrompts, ...options.prompts };
  const known = new AnswerFile(options.file);
  const queue = new PQueue({ concurrency: callsAtOnce });
  const asked = new Map<string, Promise<readonly DialogueAct[] | null>>();
  const labeller: Labeller = (message, previous) => {
    const messages = questionFor(message, previous, prompts);
    const key = createHash('sha256')
      .update(JSON.stringify([model.name, messages]))
      .digest('hex');
    const stored = known.get(key);
    if (stored !== undefined) return Promise.resolve(JSON.parse(stored) as DialogueAct[]);
    let answer = asked.get(key);
    if (answer === undefined) {
      answer = queue.add(async () => {
        const acts = await askModel(model, messages, prompts, () => ({ acts: cueActs(message, previous) }));
        if (acts !== null) known.set(key, JSON.stringify(acts));
        return acts;
      });
      asked.set(key, answer);
      answer.catch(() => asked.delete(key));
    }
    return answer;
  };
  return Object.defineProperty(labeller, 'name', { value: model.name });
}

const callsAtOnce = 8;

const actNames = new Map<string, DialogueAct>(dialogueActs.map((act) => [act.toLowerCase(), act]));
const labelSchema = z.object({
  acts: z
    .array(
      z.preprocess(
        (act) => (typeof act === 'string' ? (actNames.get(act.trim().toLowerCase()) ?? act) : act),
        z.enum(dialogueActs),
      ),
    )
    .min(1),
});

function questionFor(target: Utterance, previous: readonly Utterance[], prompts: LabelPrompts): Message[] {
  const definitions = dialogueActs.map((act) => `- ${act}: ${prompts.definitions[act]}.`).join('\n');
  return [
    { role: 'system', content: prompts.task(definitions) },
    { role: 'user', content: prompts.question(previous.map(quoted).join('\n\n'), quoted(target)) },
  ];
}

/**
 * Wraps a message in tags. Alters any such tags inside the message, so that the message cannot close the outer tags
 * early.
 */
const quoted = ({ agent, text }: Utterance): string =>
  `${agent} wrote:\n<message>\n${text.replaceAll(/<(?=\/?message>)/g, '< ')}\n</message>`;

async function askModel(
  model: Model,
  question: readonly Message[],
  prompts: LabelPrompts,
  simulate: () => unknown,
): Promise<readonly DialogueAct[] | null> {
  let messages = question;
  for (let attempt = 0; attempt < 2; attempt++) {
    const reply = await model.chat({
      messages,
      sampling: { temperature: 0, ...model.sampling },
      seed: attempt,
      schema: jsonSchemaOf(labelSchema),
      simulate,
    });
    if (reply.finish === 'refused') return null;
    const isWhole = reply.finish === 'stop';
    const reading = isWhole
      ? readReply(reply.text, labelSchema)
      : ({ ok: false, reason: 'it was cut off' } as const);
    if (reading.ok) return inOrder(reading.value.acts);
    messages = [
      ...question,
      { role: 'assistant', content: reply.text.slice(0, 300) },
      { role: 'user', content: prompts.repair(reading.reason) },
    ];
  }
  return null;
}

/** Puts acts in the order of `dialogueActs` and removes duplicates. Drops Others if there is any other act. */
function inOrder(acts: readonly DialogueAct[]): DialogueAct[] {
  const isMixed = acts.some((act) => act !== 'Others');
  return dialogueActs.filter((act) => acts.includes(act) && !(isMixed && act === 'Others'));
}
