import type { JsonObject } from '../environments/environment';
import { AgoraError, knownOptions } from '../error';
import { Attempts, mostTries, quote, refusalOf, wait } from './attempts';
import { cutAtLimit, filterIn, finishOf, reasonOf } from './completion';
import { redactor } from './endpoint';
import { readFault } from './fault';
import { answerOf, eachText } from './json';
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
  /** How long to wait for an overloaded provider, in seconds. Default 300. */
  readonly patience?: number;
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
export function aiSdk(
  languageModel: AiSdkModel,
  options: AiSdkOptions = {},
  sleep: typeof wait = wait,
): Model {
  knownOptions('models.aiSdk', options, ['sampling', 'price', 'providerOptions', 'patience', 'log']);
  if (
    typeof languageModel?.doGenerate !== 'function' ||
    !['v2', 'v3'].includes(languageModel.specificationVersion)
  )
    throw new AgoraError(
      'models.aiSdk needs a language model from version 5 or 6 of the AI SDK, such as anthropic("…").',
    );
  const patience = 1000 * (options.patience ?? 300);
  const { provider, modelId } = languageModel;
  // Only the provider's package knows the key, so any text that looks like a key is hidden.
  const redact = redactor([]);
  const said = new Set<string>();
  let answered = 0;

  const remark = (text: string): void => {
    if (said.has(text)) return;
    said.add(text);
    (options.log ?? console.warn)(`${provider} ${text.trim().replace(/\.?$/, '.')}`);
  };
  const failure = (what: string, words: string, advice = ''): AgoraError =>
    new AgoraError(`${provider} ${what}: ${quote(words)}. ${advice}`.trim(), 'endpoint');

  async function chat(request: Request, signal?: AbortSignal): Promise<Reply> {
    refuseProbabilities('models.aiSdk', request);
    const sampling = { ...options.sampling, ...request.sampling };
    if (sampling.reasoning !== undefined)
      remark('ignores `sampling.reasoning`. Set the reasoning effort in providerOptions');
    const attempts = new Attempts(request.seed, answered);
    while (++attempts.tries <= mostTries) {
      signal?.throwIfAborted();
      let asked: number | undefined;
      try {
        const call = callOptions(request, sampling, options.providerOptions, signal);
        const result = (await languageModel.doGenerate(call as never)) as Result;
        for (const { type, setting, feature } of result.warnings ?? [])
          if (type.startsWith('unsupported')) remark(`does not support ${setting ?? feature ?? 'a setting'}`);
        const reply = replyOf(result, request, provider);
        if (reply !== undefined) {
          answered++;
          const whole = cutAtLimit(reply, reply.usage.output, sampling.maxTokens);
          return eachText(whole, (words) => redact(words.toWellFormed()));
        }
        attempts.last = 'an answer that was cut off';
        if (++attempts.broken >= mostBroken) return refusalOf(attempts.last);
      } catch (error) {
        signal?.throwIfAborted();
        const { statusCode, responseHeaders = {}, responseBody, message, name = '' } = error as CallError;
        const words = redact(responseBody || message || String(error));
        const isConnection = statusCode === undefined && (error as CallError).isRetryable === true;
        const fault = readFault(statusCode ?? (isConnection ? 503 : 400), responseHeaders, words, Date.now());
        attempts.last = fault.text;
        if (fault.kind === 'stop') {
          const isOfEndpoint = fault.advice?.includes('OPENAI') === true;
          throw failure('refuses calls', fault.text, isOfEndpoint ? providerAdvice : fault.advice);
        }
        const isBroken =
          fault.kind === 'other' &&
          ((statusCode !== undefined && statusCode < 300) || brokenNames.test(name));
        const isOverload = [429, 503, 529].includes(fault.status ?? 429);
        if (isBroken) {
          if (++attempts.broken >= mostBroken) return refusalOf(fault.text);
        } else if (fault.kind === 'wait') {
          if (!isOverload && attempts.failsAlone(answered)) return refusalOf(fault.text);
        } else {
          if (fault.kind === 'other' && answered === 0) throw failure('rejects a request', fault.text);
          remark(`rejected a question (${quote(fault.text)}). ${fault.advice ?? ''}`);
          return refusalOf(fault.text);
        }
        asked = fault.wait;
      }
      const pause = attempts.nextWait(asked, answered);
      if (attempts.waited + pause > patience) break;
      if (attempts.tries === 2)
        remark(`gave no answer (${quote(attempts.last)}). Waiting up to ${patience / 1000} s`);
      attempts.waited += pause;
      await sleep(pause, signal);
    }
    throw failure('does not answer', attempts.last, 'Run again to resume.');
  }

  return {
    name: modelId,
    evidence: 'live',
    ...(options.sampling !== undefined && { sampling: options.sampling }),
    ...(options.price !== undefined && { price: options.price }),
    chat,
  };
}

const mostBroken = 3;
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
