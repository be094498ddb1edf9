import type { JsonObject } from '../environments/environment';
import { AgoraError, knownOptions } from '../error';
import type { wait } from './attempts';
import { Caller, type Outcome } from './caller';
import { cutAtLimit, filterIn, finishOf, reasonOf } from './completion';
import { redactor } from './endpoint';
import { readFault } from './fault';
import { answerOf } from './json';
import type { Message, Model, Reply, Request, Sampling, ToolCall } from './model';
import type { Price } from './prices';
import { refuseProbabilities } from './probabilities';
import { countMessages, countTokens } from './tokens';

export interface AiSdkOptions {
  /** Sampling settings that override those of the protocol. */
  readonly sampling?: Sampling;
  /** Dollars per million tokens, for estimates and budgets. Default: the list price, if the kit knows it. */
  readonly price?: Price;
  /** Provider-specific settings, such as { anthropic: { thinking: … } }. The AI SDK receives them unchanged. */
  readonly providerOptions?: JsonObject;
  /** Called once with each distinct warning about the provider. Default: console.warn. */
  readonly log?: (text: string) => void;
}

/** A language model from version 5 or 6 of the AI SDK, as returned by `anthropic('…')` or `google('…')`. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  // The packages are optional, so their types may be missing. `replyOf` reads the result.
  doGenerate(options: never): PromiseLike<unknown>;
}

/**
 * The parts of a result that this file reads. Version 5 uses plain numbers and strings where version 6 uses objects.
 */
interface Result {
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly toolCallId?: string;
    readonly toolName?: string;
    readonly input?: unknown;
  }[];
  readonly finishReason: string | { readonly unified: string; readonly raw?: string };
  readonly usage?: {
    readonly inputTokens?: Count;
    readonly outputTokens?: Count;
    readonly reasoningTokens?: number;
  };
  readonly response?: { readonly modelId?: string };
  readonly providerMetadata?: object;
  readonly warnings?: readonly {
    readonly type: string;
    readonly setting?: string;
    readonly feature?: string;
  }[];
}
type Count = number | { readonly total?: number; readonly reasoning?: number; readonly cacheRead?: number };

/**
 * Creates a model from any AI SDK provider.
 *
 * @example
 * import { anthropic } from '@ai-sdk/anthropic';
 * const model = models.aiSdk(anthropic('claude-sonnet-4-5'));
 */
export function aiSdk(languageModel: AiSdkModel, options: AiSdkOptions = {}, sleep?: typeof wait): Model {
  knownOptions('models.aiSdk', options, ['sampling', 'price', 'providerOptions', 'log']);
  if (
    typeof languageModel?.doGenerate !== 'function' ||
    !['v2', 'v3'].includes(languageModel.specificationVersion)
  )
    throw new AgoraError(
      'models.aiSdk needs a language model from version 5 or 6 of the AI SDK, such as anthropic("…").',
    );
  const { provider, modelId } = languageModel;
  // Only the provider's package knows the key, so any text that looks like a key is hidden.
  const caller = new Caller(provider, redactor([]), options.log, sleep);

  async function once(request: Request, sampling: Sampling, signal?: AbortSignal): Promise<Outcome> {
    try {
      const call = callOptions(request, sampling, options.providerOptions, signal);
      const result = (await languageModel.doGenerate(call as never)) as Result;
      for (const { type, setting, feature } of result.warnings ?? [])
        if (type.startsWith('unsupported'))
          caller.remark(`does not support ${setting ?? feature ?? 'a setting'}`);
      const reply = replyOf(result, request, provider);
      if (reply === undefined) return { kind: 'broken', text: 'an answer that was cut off' };
      return { kind: 'reply', reply: cutAtLimit(reply, reply.usage.output, sampling.maxTokens) };
    } catch (error) {
      signal?.throwIfAborted();
      return outcomeOf(error);
    }
  }

  return {
    name: modelId,
    evidence: 'live',
    ...(options.sampling !== undefined && { sampling: options.sampling }),
    ...(options.price !== undefined && { price: options.price }),
    async chat(request, signal) {
      refuseProbabilities('models.aiSdk', request);
      const sampling = { ...options.sampling, ...request.sampling };
      if (sampling.reasoning !== undefined)
        caller.remark('ignores `sampling.reasoning`. Set the reasoning effort in providerOptions');
      return caller.call(request.seed, signal, () => once(request, sampling, signal));
    },
  };
}

/** Names of the errors that the AI SDK throws if it cannot read an answer. */
const brokenNames = /EmptyResponseBody|JSONParse|TypeValidation|InvalidResponseData|NoContentGenerated/;
const providerAdvice = 'Check the provider key and the model name.';

/** An error that a call of the AI SDK throws. */
interface CallError {
  readonly name?: string;
  readonly message?: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Record<string, string>;
  readonly responseBody?: string;
  readonly isRetryable?: boolean;
}

function outcomeOf(error: unknown): Outcome {
  const {
    statusCode,
    responseHeaders = {},
    responseBody,
    message,
    name = '',
    isRetryable,
  } = error as CallError;
  const words = responseBody || message || String(error);
  if (statusCode === undefined && isRetryable === true)
    return { kind: 'unreachable', text: words, advice: 'Check the network.' };
  const status = brokenNames.test(name) ? 200 : (statusCode ?? 400);
  const fault = readFault(status, responseHeaders, words, Date.now());
  const isOfEndpoint = fault.advice?.includes('OPENAI') === true;
  return isOfEndpoint ? { ...fault, advice: providerAdvice } : fault;
}

function callOptions(
  { messages, schema, tools = [], seed }: Request,
  { temperature, topP, maxTokens }: Sampling,
  providerOptions: JsonObject | undefined,
  signal: AbortSignal | undefined,
): object {
  return {
    prompt: promptOf(messages),
    seed,
    temperature,
    topP,
    maxOutputTokens: maxTokens,
    providerOptions,
    abortSignal: signal,
    ...(schema !== undefined && { responseFormat: { type: 'json', schema } }),
    ...(tools.length > 0 && {
      tools: tools.map(({ parameters, ...tool }) => ({ type: 'function', ...tool, inputSchema: parameters })),
    }),
  };
}

function promptOf(messages: readonly Message[]): object[] {
  const toolNames = new Map<string, string>();
  return messages.map((message) => {
    const { role, content } = message;
    if (message.role === 'tool') {
      const output = { type: 'text', value: content };
      const { id } = message;
      return {
        role,
        content: [{ type: 'tool-result', toolCallId: id, toolName: toolNames.get(id) ?? '', output }],
      };
    }
    if (message.role !== 'assistant')
      return { role, content: role === 'system' ? content : [{ type: 'text', text: content }] };
    const calls = (message.toolCalls ?? []).map(({ id, name, arguments: given }) => {
      toolNames.set(id, name);
      return { type: 'tool-call', toolCallId: id, toolName: name, input: parsed(given) };
    });
    const text = content === '' && calls.length === 0 ? '(no answer)' : content;
    return { role, content: [...(text === '' ? [] : [{ type: 'text', text }]), ...calls] };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Reads the reply in a result. Returns undefined if the reply ended with an error or for an unknown reason. */
function replyOf(result: Result, request: Request, provider: string): Reply | undefined {
  const textOf = (type: string): string =>
    result.content.map((part) => (part.type === type ? (part.text ?? '') : '')).join('');
  const toolCalls: ToolCall[] = result.content.flatMap(({ type, toolCallId = '', toolName = '', input }) => {
    if (type !== 'tool-call' || (request.tools ?? []).length === 0) return [];
    return [
      {
        id: toolCallId,
        name: toolName,
        arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
      },
    ];
  });
  const ends =
    typeof result.finishReason === 'string' ? { unified: result.finishReason } : result.finishReason;
  const reason = reasonOf({ finish_reason: ends.unified, native_finish_reason: ends.raw });
  const isFiltered = filterIn(result.providerMetadata) !== undefined;
  const finish = finishOf(reason, toolCalls.length > 0) ?? (isFiltered ? 'refused' : undefined);
  if (finish === undefined) return undefined;
  const parted = answerOf(textOf('text'));
  const reasoning = [textOf('reasoning'), parted.reasoning].filter(Boolean).join('\n').toWellFormed();
  const { inputTokens, outputTokens, reasoningTokens } = result.usage ?? {};
  const total = (count: Count | undefined): number => (typeof count === 'object' ? count.total : count) || 0;
  const thought = typeof outputTokens === 'object' ? outputTokens.reasoning : reasoningTokens;
  const cached = typeof inputTokens === 'object' ? inputTokens.cacheRead : undefined;
  return {
    text: parted.text,
    finish,
    ...(reasoning !== '' && { reasoning }),
    ...(finish === 'tools' && { toolCalls }),
    provider,
    ...(result.response?.modelId !== undefined && { model: result.response.modelId }),
    usage: {
      input: total(inputTokens) || countMessages(request.messages),
      output: total(outputTokens) || countTokens(reasoning + parted.text),
      ...(thought && { reasoning: thought }),
      ...(cached && { cached }),
    },
  };
}
