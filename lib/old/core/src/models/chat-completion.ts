import { z } from 'zod';
import type { Json, JsonObject, Reading } from 'agora-voting/internal';
import type { ChatReply, ChatRequest, FinishReason, Sampling, Usage } from './chat-model';

/** How the answer's format is requested: by schema, as any JSON object, or in the prompt alone. */
export type AnswerShape = 'schema' | 'object' | 'text';

/** The next simpler shape, for endpoints that reject this one. */
export const simplerShape: Readonly<Record<AnswerShape, AnswerShape | undefined>> = {
  schema: 'object',
  object: 'text',
  text: undefined,
};

/**
 * A request in the format of the chat-completions protocol.
 * @param official - whether this is OpenAI's own endpoint, which renamed `max_tokens`; other endpoints use the old
 * name
 */
export function chatCompletionBody(
  model: string,
  request: ChatRequest,
  sampling: Sampling,
  shape: AnswerShape,
  official: boolean,
): JsonObject {
  const { temperature, topP, maxTokens, seed, stop } = sampling;
  return {
    model,
    messages: request.messages.map(({ role, content, toolCalls, toolCallId }) => ({
      role,
      content,
      ...(toolCalls === undefined
        ? {}
        : { tool_calls: toolCalls.map(({ id, ...called }) => ({ id, type: 'function', function: called })) }),
      ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
    })),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(maxTokens === undefined ? {} : { [official ? 'max_completion_tokens' : 'max_tokens']: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined ? {} : { stop: [...stop] }),
    ...(request.tools === undefined
      ? {}
      : { tools: request.tools.map((tool) => ({ type: 'function', function: { ...tool } })) }),
    ...responseFormat(request, shape, official),
  };
}

function responseFormat({ answer }: ChatRequest, shape: AnswerShape, official: boolean): JsonObject {
  if (answer === undefined || shape === 'text') return {};
  if (shape === 'object') return { response_format: { type: 'json_object' } };
  // Endpoints accept letters, digits, _ and - in a schema's name, up to 64 characters.
  const name = answer.name.replace(/[^\w-]+/g, '_').slice(0, 64) || 'answer';
  const schema = official ? withoutUniqueItems(answer.schema) : answer.schema;
  return { response_format: { type: 'json_schema', json_schema: { name, schema, strict: false } } };
}

/** OpenAI's endpoint rejects any schema that contains `uniqueItems`. */
function withoutUniqueItems(schema: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'uniqueItems' ? undefined : value)),
  ) as JsonObject;
}

const count = z.number().int().nonnegative();
const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          // Some servers send the text in parts.
          content: z
            .union([z.string(), z.array(z.object({ type: z.literal('text'), text: z.string() }))])
            .nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
});

/** A reply with the fields that the endpoint gave; usage is null if the endpoint reported none, or nonsense. */
export type Completion = Pick<ChatReply, 'text' | 'finish' | 'toolCalls'> & {
  readonly usage: Usage | null;
  /** Whether the reply came as a stream of events. */
  readonly isStream: boolean;
};

/** Reads the body of a chat completion, or says what is wrong with it. */
export function readCompletion(body: string): Reading<Completion> {
  const isStream = /^\s*(?:data|event|id|:)\s*:?/.test(body) && /^data:/m.test(body);
  let value: unknown;
  try {
    value = isStream ? joinStream(body) : JSON.parse(body);
  } catch {
    return { ok: false, reason: `a body that is not JSON: ${quote(body)}` };
  }
  if (value === undefined)
    return { ok: false, reason: `a stream that breaks off: ${quote(body.slice(-100))}` };
  const result = completion.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    return {
      ok: false,
      reason: `${issue?.message} at ${issue?.path.join('.') || 'the top'}: ${quote(body)}`,
    };
  }
  const { choices, usage } = result.data;
  const { message, finish_reason: reason } = choices[0]!;
  const content = Array.isArray(message.content)
    ? message.content.map(({ text }) => text).join('')
    : (message.content ?? null);
  const finish = finishOf(reason, message.refusal);
  const toolCalls = (message.tool_calls ?? []).map(({ id, function: called }) => ({ id, ...called }));
  if (content === null && toolCalls.length === 0 && finish !== 'refusal' && finish !== 'length') {
    return { ok: false, reason: `a message without content: ${quote(body)}` };
  }
  const text = finish === 'refusal' ? message.refusal || content || '' : (content ?? '');
  const calls = toolCalls.length === 0 ? {} : { toolCalls };
  return { ok: true, value: { text, finish, usage: usageOf(usage), isStream, ...calls } };
}

/** The fields of one piece of a streamed completion that are used here. */
const streamed = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().nonnegative().max(1000),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
});

/**
 * Joins a stream of server-sent events into one completion.
 * @returns undefined if the stream breaks off before its finish reason
 * @throws SyntaxError or ZodError if an event is malformed
 */
function joinStream(body: string): JsonObject | undefined {
  let content: string | null = null;
  let refusal: string | null = null;
  let finish: string | null = null;
  let usage: unknown = null;
  let isOver = false;
  const calls: { id: string; function: { name: string; arguments: string } }[] = [];
  for (const [, data = ''] of body.matchAll(/^data:(.*)$/gm)) {
    if (data.trim() === '[DONE]') {
      isOver = true;
      continue;
    }
    const piece = streamed.parse(JSON.parse(data));
    usage = piece.usage ?? usage;
    const { delta, finish_reason: reason } = piece.choices?.[0] ?? {};
    finish = reason ?? finish;
    if (typeof delta?.content === 'string') content = (content ?? '') + delta.content;
    if (typeof delta?.refusal === 'string') refusal = (refusal ?? '') + delta.refusal;
    for (const { index, id, function: called } of delta?.tool_calls ?? []) {
      const call = (calls[index] ??= { id: '', function: { name: '', arguments: '' } });
      call.id += id ?? '';
      call.function.name += called?.name ?? '';
      call.function.arguments += called?.arguments ?? '';
    }
  }
  if (!isOver && finish === null) return undefined;
  const message = { content, refusal, tool_calls: calls.filter((call) => call !== undefined) };
  return { choices: [{ message, finish_reason: finish }], usage: usage as Json };
}

function finishOf(reason: string | null | undefined, refusal: string | null | undefined): FinishReason {
  if (refusal || reason === 'content_filter') return 'refusal';
  return reason === 'stop' || reason === 'length' ? reason : 'other';
}

function usageOf(usage: z.infer<typeof completion>['usage']): Usage | null {
  return usage == null
    ? null
    : { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens, counted: 'reported' };
}

function quote(body: string): string {
  return body.length <= 120 ? JSON.stringify(body) : `${JSON.stringify(body.slice(0, 120))}…`;
}
