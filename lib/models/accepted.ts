import type { JsonObject } from '../environments/environment';
import type { Fault } from './fault';
import type { Message, Request, Sampling } from './model';

/** The format of an answer: by schema, by a schema without the keywords that many endpoints refuse, as any JSON, free. */
const formats = ['schema', 'schema without limits', 'JSON object', 'none'] as const;

/** The parts of a request that an endpoint may refuse. */
export interface Accepted {
  /** A place in `formats`. */
  readonly format: number;
  readonly tokensName: 'max_tokens' | 'max_completion_tokens' | 'none';
  /** The most tokens that may be asked for. */
  readonly mostTokens: number;
  readonly system: boolean;
  /** Names of parameters that are left out. */
  readonly without: readonly string[];
}

export const acceptsAll = (isOfficial: boolean): Accepted => ({
  format: 0,
  // OpenAI has renamed it. Most other servers know the old name only.
  tokensName: isOfficial ? 'max_completion_tokens' : 'max_tokens',
  mostTokens: Number.POSITIVE_INFINITY,
  system: true,
  without: [],
});

/** The body of a request, with what the endpoint accepts. */
export function requestBody(
  model: string,
  request: Request,
  sampling: Sampling,
  accepted: Accepted,
): JsonObject {
  const { temperature, topP, maxTokens, reasoning } = sampling;
  const optional: Record<string, unknown> = {
    temperature,
    top_p: topP,
    seed: request.seed % 2 ** 31,
    reasoning_effort: typeof reasoning === 'string' ? reasoning : undefined,
    reasoning: typeof reasoning === 'number' ? { max_tokens: reasoning } : undefined,
    response_format: request.schema === undefined ? undefined : formatOf(request.schema, accepted.format),
  };
  if (maxTokens !== undefined && accepted.tokensName !== 'none')
    optional[accepted.tokensName] = Math.min(maxTokens, accepted.mostTokens);
  if (request.tools !== undefined && request.tools.length > 0)
    optional['tools'] = request.tools.map((tool) => ({ type: 'function', function: tool }));
  const sent = Object.entries(optional).filter(([name, value]) => {
    return value !== undefined && !accepted.without.includes(name);
  });
  return {
    model,
    messages: messagesOf(request.messages, accepted.system),
    ...Object.fromEntries(sent),
  };
}

function formatOf(schema: JsonObject, format: number): JsonObject | undefined {
  if (formats[format] === 'none') return undefined;
  if (formats[format] === 'JSON object') return { type: 'json_object' };
  const sent = formats[format] === 'schema' ? schema : withoutKeywords(schema);
  return { type: 'json_schema', json_schema: { name: 'answer', schema: sent, strict: false } };
}

const keywords = new Set(
  (
    'minLength maxLength minItems maxItems uniqueItems minProperties maxProperties minimum maximum exclusiveMinimum ' +
    'exclusiveMaximum multipleOf pattern format propertyNames default'
  ).split(' '),
);

/** The schema without limits. The reply is checked against the whole schema anyway. */
function withoutKeywords(schema: JsonObject): JsonObject {
  const strip = (value: unknown, isSchema: boolean): unknown => {
    if (Array.isArray(value)) return value.map((inner) => strip(inner, isSchema));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => !isSchema || !keywords.has(key));
    // Below `properties` keys are names of fields, which may be called "format".
    return Object.fromEntries(
      kept.map(([key, inner]) => [
        key,
        strip(inner, !isSchema || !['properties', '$defs', 'enum', 'const'].includes(key)),
      ]),
    );
  };
  return strip(schema, true) as JsonObject;
}

/** Messages in the form of the protocol. Turns alternate, as many chat templates demand. */
function messagesOf(messages: readonly Message[], system: boolean): JsonObject[] {
  const turns: { role: string; content: string; rest: JsonObject }[] = [];
  for (const message of messages) {
    const role = message.role === 'system' && !system ? 'user' : message.role;
    const last = turns.at(-1);
    if (role === 'user' && last?.role === 'user') {
      last.content += `\n\n${message.content}`;
      continue;
    }
    let rest: JsonObject = {};
    if (message.role === 'tool') rest = { tool_call_id: message.id };
    if (message.role === 'assistant' && message.toolCalls !== undefined) {
      const calls = message.toolCalls.map(({ id, ...called }) => ({
        id,
        type: 'function',
        function: called,
      }));
      rest = { tool_calls: calls };
    }
    // Some servers refuse an empty turn.
    const isEmpty =
      message.role === 'assistant' && message.content.trim() === '' && message.toolCalls === undefined;
    turns.push({ role, content: isEmpty ? '(no answer)' : message.content, rest });
  }
  return turns.map(({ role, content, rest }) => ({ role, content, ...rest }));
}

/**
 * What to send after a fault: less than before, and in words what has changed. Null if the fault names nothing that was
 * sent. `sent` is what the refused request was made of.
 */
export function afterFault(
  fault: Fault,
  sent: Accepted,
  body: JsonObject,
): { readonly accepted: Accepted; readonly change: string } | null {
  const { status, parameter = '' } = fault;
  // A name such as "seed-oss" says nothing about the seed.
  const words = fault.text.split(/([\s'"`,;:()]+)/);
  const text = words.filter((word) => word !== body['model']).join('');
  if (status === undefined || ![400, 404, 415, 422, 500, 501].includes(status)) return null;
  const named = namedIn(parameter, text, body);
  // A server that fails has a reason of its own, unless it says that it does not take something.
  const isRefusal = /not support|unsupported|unknown|unrecogni[sz]ed|not (allowed|permitted)/i.test(text);
  if (status >= 500 && named !== 'response_format' && !isRefusal) return null;
  switch (named) {
    case undefined:
      return null;
    case 'system':
      return {
        accepted: { ...sent, system: false },
        change: 'The system prompt is put before the first user message',
      };
    case 'response_format': {
      const isKind =
        /unknown variant|unavailable|type.{0,40}json_schema|response_?format.{0,40}not supported|json_schema.{0,40}not supported|not support.{0,40}json_schema/i;
      const format = sent.format === 0 && isKind.test(text) ? 2 : sent.format + 1;
      const next = formats[format];
      if (next === undefined) return null;
      const change = next === 'none' ? 'No format is asked for' : `The format asked for is a ${next}`;
      return { accepted: { ...sent, format }, change };
    }
    case 'max_tokens':
    case 'max_completion_tokens':
      return afterTokens(text, sent, body);
    default:
      return { accepted: { ...sent, without: [...sent.without, named] }, change: `${named} is left out` };
  }
}

function afterTokens(text: string, sent: Accepted, body: JsonObject): { accepted: Accepted; change: string } {
  const asked = Number(body[sent.tokensName]);
  const limit = limitIn(text, asked);
  if (limit !== undefined)
    return { accepted: { ...sent, mostTokens: limit }, change: `At most ${limit} tokens are asked for` };
  const hint = text.replaceAll(
    sent.tokensName === 'max_tokens' ? /\bmax_tokens\b/g : 'max_completion_tokens',
    '',
  );
  const other = sent.tokensName === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const isTried = sent.without.includes(other);
  const tokensName = isTried && !hint.includes(other) ? 'none' : other;
  const change = tokensName === 'none' ? 'No limit of tokens is sent' : `The limit is sent as ${tokensName}`;
  return { accepted: { ...sent, tokensName, without: [...sent.without, sent.tokensName] }, change };
}

/** The largest number of tokens that an error allows, below the number that was asked for. */
function limitIn(text: string, asked: number): number | undefined {
  if (!/at most|less than|<=?|>|maximum|range|exceed|too (large|high)|up to|\blimit/i.test(text))
    return undefined;
  // Numbers within words belong to names of models.
  const numbers = text.matchAll(/(?<![\w.-])(\d[\d,]*)(?![\w-]|\.\d)( \(exclusive\))?/g);
  const limits = [...numbers]
    .map(
      ([, digits, isExclusive]) => Number(digits!.replaceAll(',', '')) - (isExclusive === undefined ? 0 : 1),
    )
    .filter((number) => number >= 16 && number < asked);
  return limits.length === 0 ? undefined : Math.max(...limits);
}

/** The part of the request that an error names: the one that comes first in its text. */
function namedIn(parameter: string, text: string, body: JsonObject): string | undefined {
  const messages = body['messages'] as readonly { role: string }[];
  const hasSystem = messages.some(({ role }) => role === 'system');
  const isRole =
    /(system|developer) (role|message|prompt|instruction)|\broles?\b.{1,60}(system|must be|one of|unsupported|not supported|invalid)|(unsupported|invalid|unknown)( \w+){0,2} role|roles must alternate|only user\b.{0,40} roles|\bmessages\b.{1,12}\brole\b/i;
  if (hasSystem && (isRole.test(text) || /\brole$/.test(parameter))) return 'system';
  const tokens = /\bmax_?(completion_?|output_?|new_?)?tokens\b/i;
  const parts: Record<string, RegExp> = {
    response_format:
      /response_format|responseFormat|json_schema|json_object|structured output|guided|grammar|schema|response_?mime|\b(min|max)(Length|Items|Properties)\b|uniqueItems|multipleOf|exclusiveM(ax|in)imum/i,
    temperature: /temperature/i,
    top_p: /\btop_?p\b/i,
    seed: /\bseed\b/i,
    max_tokens: tokens,
    max_completion_tokens: tokens,
    reasoning_effort: /reasoning_effort|reasoning effort/i,
    reasoning: /\breasoning\b/i,
  };
  const sent = Object.keys(parts).filter((part) => part in body);
  const exact = sent.find((part) => parameter.split(/[.[\]]+/).includes(part));
  if (exact !== undefined) return exact;
  const places = sent
    .map((part) => ({ part, at: text.search(parts[part]!) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return places[0]?.part;
}
