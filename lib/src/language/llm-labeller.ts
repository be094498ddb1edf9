import { AgoraError, hasCode } from '../agora-error';
import pLimit from 'p-limit';
import { type ChatMessage, type ChatModel, type ChatReply, type ChatRequest, type Sampling } from '../models';
import type { LabelFailure, Labeller, Labelling, LabelTask } from './labeller';
import { labelQuestion, labelRepair, labelSchema } from './llm-prompt';
import { offlineActs } from './offline-labeller';
import { readLabels } from './read-labels';

export interface LlmLabellerSettings {
  /** Default temperature 0, as in RoundTable (Appendix D.8), and at most 200 tokens. */
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

/**
 * Labels messages by asking a language model about each, with the messages of the round before (RoundTable, Appendix
 * D.4 and D.5; the paper used Llama-3.1-8b-Instruct). The prompt is our own. An answer that cannot be used gets one
 * repair question; then it is a failure of its kind, and so is a refusal or a request that fails.
 *
 * The same message in the same place of the same `run` is the same call, so `models.withCache` answers it from disk. A
 * simulated model answers what the offline labeller says, in the text that a real one is asked for.
 * @throws AgoraError 'setting' when the concurrency makes no sense
 * @throws (from `label`) whatever stops all calls: AgoraError 'model-unavailable', AgoraError 'budget-exhausted', an abort
 */
export function llmLabeller(model: ChatModel, settings: LlmLabellerSettings = {}): Labeller {
  const { concurrency = 8, signal } = settings;
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new AgoraError(
      'setting',
      `llmLabeller needed a concurrency of at least 1, a whole number, and got ${concurrency}`,
    );
  }
  const limit = pLimit(concurrency);
  const ask = async (request: ChatRequest): Promise<Answer> => {
    const reply = await answerOf(model, request, signal);
    if ('kind' in reply) return { labelling: reply };
    const { text } = reply;
    if (reply.finish === 'refusal')
      return { labelling: { kind: 'refused', reason: 'the model refused', text } };
    return { labelling: readLabels(text), text };
  };
  const label = async (task: LabelTask): Promise<Labelling> => {
    const question = labelQuestion(task);
    const { labelling, text } = await ask(requestOf(task, question, settings, 0));
    if (text === undefined || labelling.kind === 'labelled') return labelling;
    const repair = labelRepair(question, text, labelling.reason);
    return (await ask(requestOf(task, repair, settings, 1))).labelling;
  };
  return { name: `llm:${model.name}`, label: (task) => limit(() => label(task)) };
}

/** What came of a question; `text` where a repair question may follow. */
interface Answer {
  readonly labelling: Labelling;
  readonly text?: string;
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
  { sampling = { temperature: 0, maxTokens: 200 }, run = 'dialogue-acts', repeat = 0 }: LlmLabellerSettings,
  attempt: number,
): ChatRequest {
  const { collaboration, round, agent } = task.target;
  return {
    messages,
    sampling,
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
    simulate: () => ({ answer: { acts: offlineActs(task) } }),
  };
}
