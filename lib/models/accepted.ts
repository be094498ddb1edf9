import type { JsonObject } from '../environments/environment';
import { matches, type Fault } from './fault';
import type { Message, Request, Sampling } from './model';

/** The reply formats to request, strictest first. Many endpoints reject schema keywords that set limits. */
const formats = ['schema', 'schema without limits', 'JSON object', 'none'] as const;

/** The parts of a request that an endpoint accepts. */
export interface Accepted {
  /** An index into `formats`. */
  readonly format: number;
  readonly tokensName: 'max_tokens' | 'max_completion_tokens' | 'none';
  /** The largest token limit that the endpoint accepts. */
  readonly mostTokens: number;
  readonly system: boolean;
  /** The largest number of candidates per token that the endpoint accepts. */
  readonly candidates: number;
  /** Names of parameters to leave out. */
  readonly without: readonly string[];
}

export const acceptsAll = (isOfficial: boolean): Accepted => ({
  format: 0,
  // OpenAI renamed this parameter. Most other servers know only the old name.
  tokensName: isOfficial ? 'max_completion_tokens' : 'max_tokens',
  mostTokens: Number.POSITIVE_INFINITY,
  system: true,
  candidates: 20,
  without: [],
});

/** Returns the body of a request, limited to what the endpoint accepts. */
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
  const most = request.among === undefined ? maxTokens : 1;
  if (most !== undefined && accepted.tokensName !== 'none')
    optional[accepted.tokensName] = Math.min(most, accepted.mostTokens);
  if (request.among !== undefined) {
    optional['logprobs'] = true;
    optional['top_logprobs'] = accepted.candidates;
    optional['response_format'] = undefined;
  }
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

/** Returns the schema without the keywords that set limits. Replies are still checked against the full schema. */
function withoutKeywords(schema: JsonObject): JsonObject {
  const strip = (value: unknown, isSchema: boolean): unknown => {
    if (Array.isArray(value)) return value.map((inner) => strip(inner, isSchema));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => !isSchema || !keywords.has(key));
    // Below `properties`, keys are field names, and a field may be called "format".
    return Object.fromEntries(
      kept.map(([key, inner]) => [
        key,
        strip(inner, !isSchema || !['properties', '$defs', 'enum', 'const'].includes(key)),
      ]),
    );
  };
  return strip(schema, true) as JsonObject;
}

/** Converts messages to the chat format, and merges consecutive user turns, because many chat templates reject them. */
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
    // Some servers reject an empty turn.
    const isEmpty =
      message.role === 'assistant' && message.content.trim() === '' && message.toolCalls === undefined;
    turns.push({ role, content: isEmpty ? '(no answer)' : message.content, rest });
  }
  return turns.map(({ role, content, rest }) => ({ role, content, ...rest }));
}

/**
 * Returns the change to make to a request after a fault, and a sentence that describes the change. Returns null if no
 * change can help, for example because the fault names no part of the request. `sent` describes the rejected request.
 */
export function afterFault(
  fault: Fault,
  sent: Accepted,
  body: JsonObject,
): { readonly accepted: Accepted; readonly change: string } | null {
  const { status, parameter = '' } = fault;
  // Ignore the model's name: in "seed-oss", "seed" does not refer to the parameter.
  const words = fault.text.split(/([\s'"`,;:()]+)/);
  const text = words.filter((word) => word !== body['model']).join('');
  if (status === undefined || ![400, 404, 415, 422, 500, 501].includes(status)) return null;
  const named = namedIn(parameter, text, body);
  // A server error has nothing to do with a parameter, unless the error says that the parameter is not supported.
  const isRefusal = /not support|unsupported|unknown|unrecogni[sz]ed|not (allowed|permitted)/i.test(text);
  if (status >= 500 && named !== 'response_format' && !isRefusal) return null;
  switch (named) {
    case undefined:
      return null;
    case 'system':
      return {
        accepted: { ...sent, system: false },
        change: 'The system prompt is placed before the first user message',
      };
    case 'response_format': {
      const format = sent.format === 0 && matches(text, kindTexts) ? 2 : sent.format + 1;
      const next = formats[format];
      if (next === undefined) return null;
      const change =
        next === 'none' ? 'No format is requested' : `Replies are requested in the format "${next}"`;
      return { accepted: { ...sent, format }, change };
    }
    case 'max_tokens':
    case 'max_completion_tokens':
      return afterTokens(text, sent, body);
    case 'top_logprobs':
      return afterCandidates(text, sent);
    case 'logprobs':
      return null;
    default:
      return { accepted: { ...sent, without: [...sent.without, named] }, change: `${named} is left out` };
  }
}

/**
 * Lowers the number of candidates to the limit in the error, or halves the number if the error gives no limit. Returns
 * null if fewer than two candidates would be left.
 */
function afterCandidates(text: string, sent: Accepted): { accepted: Accepted; change: string } | null {
  const allowed = [...text.matchAll(/(?<![\w.-])\d{1,2}(?![\w-]|\.\d)/g)]
    .map(([digits]) => Number(digits))
    .filter((number) => number >= 2 && number < sent.candidates);
  const candidates = allowed.length > 0 ? Math.max(...allowed) : Math.floor(sent.candidates / 2);
  if (candidates < 2) return null;
  return {
    accepted: { ...sent, candidates },
    change: `At most ${candidates} candidates for a token are requested`,
  };
}

function afterTokens(text: string, sent: Accepted, body: JsonObject): { accepted: Accepted; change: string } {
  const asked = Number(body[sent.tokensName]);
  const limit = limitIn(text, asked);
  if (limit !== undefined)
    return { accepted: { ...sent, mostTokens: limit }, change: `At most ${limit} tokens are requested` };
  const hint = text.replaceAll(
    sent.tokensName === 'max_tokens' ? /\bmax_tokens\b/g : 'max_completion_tokens',
    '',
  );
  const other = sent.tokensName === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const isTried = sent.without.includes(other);
  const tokensName = isTried && !hint.includes(other) ? 'none' : other;
  const change =
    tokensName === 'none' ? 'No token limit is sent' : `The token limit is sent as ${tokensName}`;
  return { accepted: { ...sent, tokensName, without: [...sent.without, sent.tokensName] }, change };
}

/** Of the token limits in an error text, returns the largest that is lower than the requested limit. */
function limitIn(text: string, asked: number): number | undefined {
  if (!/at most|less than|<=?|>|maximum|range|exceed|too (large|high)|up to|\blimit/i.test(text))
    return undefined;
  // A number within a word is part of a model name.
  const numbers = text.matchAll(/(?<![\w.-])(\d[\d,]*)(?![\w-]|\.\d)( \(exclusive\))?/g);
  const limits = [...numbers]
    .map(
      ([, digits, isExclusive]) => Number(digits!.replaceAll(',', '')) - (isExclusive === undefined ? 0 : 1),
    )
    .filter((number) => number >= 16 && number < asked);
  return limits.length === 0 ? undefined : Math.max(...limits);
}

/** Patterns for errors that reject every schema, not just a part of the schema that was sent. */
const kindTexts = [
  /unknown variant|unavailable|type.{0,40}json_schema|not support.{0,40}json_schema/i,
  /(response_?format|json_schema).{0,40}not supported/i,
];
const roleTexts = [
  /(system|developer) (role|message|prompt|instruction)|roles must alternate|only user\b.{0,40} roles/i,
  /\broles?\b.{1,60}(system|must be|one of|unsupported|not supported|invalid)/i,
  /(unsupported|invalid|unknown)( \w+){0,2} role|\bmessages\b.{1,12}\brole\b/i,
];
const formatTexts = [
  /response_format|responseFormat|response_?mime|json_schema|json_object|structured output|guided|grammar|schema/i,
  /\b(min|max)(Length|Items|Properties)\b|uniqueItems|multipleOf|exclusiveM(ax|in)imum/i,
];

/** Returns the part of the request that an error names. If the error names several parts, returns the first. */
function namedIn(parameter: string, text: string, body: JsonObject): string | undefined {
  const messages = body['messages'] as readonly { role: string }[];
  const hasSystem = messages.some(({ role }) => role === 'system');
  if (hasSystem && (matches(text, roleTexts) || /\brole$/.test(parameter))) return 'system';
  const tokens = /\bmax_?(completion_?|output_?|new_?)?tokens\b/i;
  const parts: Record<string, RegExp> = {
    response_format: new RegExp(formatTexts.map(({ source }) => source).join('|'), 'i'),
    temperature: /temperature/i,
    top_p: /\btop_?p\b/i,
    seed: /\bseed\b/i,
    max_tokens: tokens,
    max_completion_tokens: tokens,
    reasoning_effort: /reasoning_effort|reasoning effort|support thinking/i,
    reasoning: /\breasoning\b|support thinking/i,
    top_logprobs: /\btop_?logprobs\b/i,
    logprobs: /\blogprobs\b|log.?prob/i,
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
