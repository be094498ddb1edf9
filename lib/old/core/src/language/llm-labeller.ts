import pLimit from 'p-limit';
import { z } from 'zod';
import { hasCode } from 'agora-voting';
import { check, type JsonSchema, object, settings as settingsOf, text, whole } from 'agora-voting/internal';
import { type ChatMessage, type ChatModel, type ChatReply, type ChatRequest, type Sampling } from '../models';
import { readJson } from '../read-json';
import { aModel, answeringAs, samplingSettings } from '../models/chat-model';
import { isRefusal } from '../models/refusal';
import { repairQuestion, repairTemperature } from '../repair-question';
import {
  dialogueActDefinitions,
  dialogueActs,
  type DialogueAct,
  type LabelFailure,
  type Labeller,
  type Labelling,
  type LabelTask,
} from './dialogue-act';
import { cueActs } from './cue-labeller';
import type { Utterance } from './utterance';

export interface LlmLabellerSettings {
  /**
   * Default temperature 0, as in RoundTable (Appendix D.8), and at most 200 tokens; omitted settings keep these values.
   * A repair question is asked at temperature 0.7 in place of 0.
   */
  readonly sampling?: Sampling;
  /** How many messages are asked about at once. Default 8. */
  readonly concurrency?: number;
  /**
   * Which transcript the messages come from: part of each call's identity, so that a cache tells the collaborations of
   * two runs apart. Default "dialogue-acts".
   */
  readonly run?: string;
  /** Another drawing of the same labels. Default 0. */
  readonly repeat?: number;
  readonly signal?: AbortSignal;
}

const labellerArguments = object('arguments', {
  model: aModel,
  settings: settingsOf({
    sampling: samplingSettings.optional(),
    concurrency: whole(1).optional(),
    run: text().optional(),
    repeat: whole().optional(),
    signal: z.instanceof(AbortSignal, { error: 'an AbortSignal' }).optional(),
  }),
});

/**
 * Labels messages by asking a language model about each, with the messages of the round before (RoundTable, Appendix
 * D.4 and D.5; the paper used Llama-3.1-8b-Instruct). The prompt is our own. An answer that cannot be used, one that
 * was cut off at its length limit included, gets one repair question; then it is a failure of its kind. What the
 * endpoint reports as refused, and a request that fails, is one at once; words of refusal ("I'm sorry, but I can't
 * assist") are one when they come twice.
 *
 * The same message in the same place of the same `run` is the same call, so `models.withCache` answers it from disk. A
 * simulated model answers with the labels of `cueLabeller`, in the format that a real model is asked for.
 * @throws (from `label`) what stops all calls: AgoraError 'model-unavailable', AgoraError 'budget-exhausted', an abort
 * @example
 * const labeller = language.llmLabeller(models.simulated(), { concurrency: 2 });
 * const target = { collaboration: 0, round: 1, agent: 'Ann', text: 'I agree.' };
 * await labeller.label({ target, previous: [], turn: 0 }); // => { kind: 'labelled', acts: ['Accept'] }
 */
export function llmLabeller(model: ChatModel, settings: LlmLabellerSettings = {}): Labeller {
  check('llmLabeller', labellerArguments, { model, settings });
  const { concurrency = 8, signal } = settings;
  const limit = pLimit(concurrency);
  const asked = answeringAs(model, (task) => ({ answer: { acts: cueActs(task as LabelTask) } }));
  const ask = async (request: ChatRequest): Promise<Answer> => {
    const reply = await answerOf(asked, request, signal);
    return 'kind' in reply ? { labelling: reply } : answerIn(reply);
  };
  const label = async (task: LabelTask): Promise<Labelling> => {
    const question = labelQuestion(task);
    const { labelling, text } = await ask(requestOf(task, question, settings, 0));
    if (text === undefined || labelling.kind === 'labelled') return labelling;
    const repair = repairQuestion(question, text, labelling.reason, 'json');
    const repaired = await ask(requestOf(task, repair, settings, 1));
    if (repaired.text === undefined || repaired.labelling.kind === 'labelled') return repaired.labelling;
    if (!isRefusal(text) || !isRefusal(repaired.text)) return repaired.labelling;
    const reason = 'the model declined to label, and again when asked once more';
    return { kind: 'refused', reason, text: repaired.text };
  };
  return { name: `llm:${model.name}`, label: (task) => limit(() => label(task)) };
}

/** What came of a question; `text` where a repair question may follow. */
interface Answer {
  readonly labelling: Labelling;
  readonly text?: string;
}

function answerIn({ text, finish, usage }: ChatReply): Answer {
  if (finish === 'refusal') return { labelling: { kind: 'refused', reason: 'the model refused', text } };
  if (finish === 'length') {
    const reason = `it was cut off at its length limit, after ${usage.outputTokens} tokens`;
    return { labelling: { kind: 'unparsed', reason, text }, text };
  }
  return { labelling: readLabels(text), text };
}

async function answerOf(
  model: ChatModel,
  request: ChatRequest,
  signal: AbortSignal | undefined,
): Promise<ChatReply | LabelFailure> {
  try {
    return await model.chat(request, signal === undefined ? {} : { signal });
  } catch (error) {
    if (!hasCode(error, 'request-failed')) throw error;
    return { kind: 'failed', reason: error.message };
  }
}

function requestOf(
  task: LabelTask,
  messages: readonly ChatMessage[],
  { sampling, run = 'dialogue-acts', repeat = 0 }: LlmLabellerSettings,
  attempt: number,
): ChatRequest {
  const { collaboration, round, agent } = task.target;
  return {
    messages,
    sampling: drawn(sampling, attempt),
    answer: { name: 'dialogue_acts', schema: labelSchema },
    call: {
      run,
      seed: 0,
      collaboration,
      round,
      phase: `label message ${task.turn + 1}`,
      agent,
      repeat,
      attempt,
    },
    situation: task,
  };
}

/** How an answer is drawn. @param attempt - 0 for the question, 1 for the repair */
function drawn(given: Sampling | undefined, attempt: number): Sampling {
  const sampling = { temperature: 0, maxTokens: 200, ...given };
  return attempt > 0 && sampling.temperature === 0
    ? { ...sampling, temperature: repairTemperature }
    : sampling;
}

const definitions = dialogueActs.map((act) => `- ${act}: ${dialogueActDefinitions[act]}.`).join('\n');

const task = `You label what messages do in a group discussion. These are the dialogue acts that a message can perform:

${definitions}

You are given the messages of the round before, which the speaker has read, and the target message. Label the target message only; the round before tells you what is new, what was asked, and what is being answered. Choose every act that the target message clearly performs; most messages perform one to four. Choose Others only when no other act fits, and then alone.

Answer with one JSON object and nothing else, in this form: {"acts": ["<act>", ...]}. Each act is named as in the list above, and once.`;

/** The question for one message: our own wording of RoundTable's Appendix D.5, which prints the definitions only. */
function labelQuestion({ target, previous }: LabelTask): ChatMessage[] {
  const before = previous.length === 0 ? '(There are none.)' : previous.map(quoted).join('\n\n');
  const content = `# Messages of the round before\n\n${before}\n\n# Target message\n\n${quoted(target)}`;
  return [
    { role: 'system', content: task },
    { role: 'user', content },
  ];
}

/** Text between marks, so that a message cannot pass for a part of the question. */
const quoted = ({ agent, text }: Utterance): string =>
  `${agent} wrote:\n<message>\n${text.replaceAll(/<(?=\/?message>)/g, '< ')}\n</message>`;

const labelSchema: JsonSchema = {
  type: 'object',
  properties: {
    acts: {
      type: 'array',
      items: { type: 'string', enum: [...dialogueActs] },
      minItems: 1,
      maxItems: dialogueActs.length,
      uniqueItems: true,
    },
  },
  required: ['acts'],
  additionalProperties: false,
};

const shape = z.object({ acts: z.array(z.string()) });
const byLowerCase = new Map(dialogueActs.map((act) => [act.toLowerCase(), act]));

/**
 * Reads a labeller's answer, {"acts": [...]}; other fields are ignored. Case and repeats do not matter, and the acts
 * are returned in the order of `dialogueActs`. Others is dropped if there is another act. An answer without JSON is
 * `unparsed`; JSON of another shape, an empty list, or an unknown act is `invalid`.
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
