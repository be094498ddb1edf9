import { AgoraError, hasCode } from 'agora-voting';
import { largerContext, shorterPrompts } from './context-room';
import type { Endpoint } from './openai-endpoint';

/** The fields of the `openai` package's errors that are used here. */
export interface PackageError {
  readonly name?: string;
  readonly message?: string;
  readonly status?: number;
  readonly code?: string | null;
  readonly param?: unknown;
  /** The error in the body; llama.cpp gives sizes in it. */
  readonly error?: { readonly type?: string; readonly n_ctx?: number; readonly n_prompt_tokens?: number };
  readonly headers?: { get(name: string): string | null };
  readonly cause?: unknown;
}

/**
 * The part of a request that an endpoint rejects, so that it can be omitted: the seed, this schema (if no grammar can
 * be made of it), or any shape of this kind. Undefined if it rejects something else.
 */
export function refusedPart(thrown: unknown): 'seed' | 'schema' | 'shape' | undefined {
  const { status, message = '', param } = thrown as PackageError;
  if (status === undefined || ![400, 422, 500, 501].includes(status)) return undefined;
  if (readContextError(thrown as PackageError) !== undefined) return undefined;
  if (param === 'seed' || (status < 500 && /\bseed\b/i.test(message))) return 'seed';
  if (String(param).startsWith('response_format')) return 'shape';
  if (/response_format|json_schema|json_object|structured output|guided (json|decoding)/i.test(message))
    return /grammar|pattern|keyword|unsupported schema|invalid schema/i.test(message) ? 'schema' : 'shape';
  return /\bgrammar\b|\bschema\b/i.test(message) ? 'schema' : undefined;
}

/** The two sizes that an endpoint may report when a prompt is too long for it. */
interface ContextError {
  readonly contextTokens?: number;
  readonly promptTokens?: number;
}

/** Reads an endpoint's error about a prompt that does not fit; undefined if the error is another one. */
function readContextError({ status, code, message = '', error }: PackageError): ContextError | undefined {
  if (status === undefined || ![400, 413, 422, 500].includes(status)) return undefined;
  const isOne =
    code === 'context_length_exceeded' ||
    error?.type === 'exceed_context_size_error' ||
    /(maximum|available|model'?s) context|context (length|size|window)|prompt is too long|too many tokens/i.test(
      message,
    );
  if (!isOne) return undefined;
  const contextTokens =
    error?.n_ctx ??
    firstNumber(message, [
      /maximum context length (?:is|of) ([\d,]+)/i,
      /context (?:size|length|window)[^\d.]{0,20}([\d,]+)/i,
      /n_ctx\s*=?\s*([\d,]+)/i,
      /([\d,]+) tokens? maximum|> ([\d,]+) maximum/i,
    ]);
  const promptTokens =
    error?.n_prompt_tokens ??
    firstNumber(message, [
      /([\d,]+) (?:tokens )?in the (?:messages|prompt|input)/i,
      /resulted in ([\d,]+) tokens/i,
      /(?:request|prompt)[^\d.]{0,30}\(?([\d,]+) (?:input )?tokens/i,
      /prompt (?:is too long|contains|has)[^\d]{0,30}([\d,]+)/i,
      /requested ([\d,]+) tokens/i,
    ]);
  return {
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(promptTokens === undefined ? {} : { promptTokens }),
  };
}

function firstNumber(message: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(message);
    const number = Number((found?.[1] ?? found?.[2] ?? '').replaceAll(',', ''));
    if (number > 0) return number;
  }
  return undefined;
}

/** The facts about a prompt that leaves no space for an answer. */
interface TooLong {
  readonly who: string;
  /** The number of prompt tokens, as the error message shows it. */
  readonly promptTokens: string;
  readonly contextTokens: number | undefined;
  /** The detector's own words; may be empty. */
  readonly said: string;
  /** How a user enlarges the model's context, and how to shorten prompts. */
  readonly larger: string;
  readonly shorter: string;
  readonly details: Readonly<Record<string, number>>;
}

/** The error for a prompt that is too long, with advice. */
export function contextError(found: TooLong): AgoraError {
  const { who, promptTokens, contextTokens, said, larger, shorter, details } = found;
  const holds =
    contextTokens === undefined
      ? 'is smaller than that'
      : `holds ${contextTokens.toLocaleString('en')} tokens`;
  return new AgoraError(
    'request-failed',
    `${who}: the prompt has ${promptTokens} tokens, and the model's context ${holds}${said === '' ? '' : ` (${said})`}. ` +
      `${larger}, or ${shorter}.`,
    { details },
  );
}

/**
 * Converts an endpoint's error into an AgoraError with advice for newcomers. No secret is shown.
 * @param call - the time limit of a call, in seconds, and the tokens of its prompt by our own count
 */
export function modelError(
  thrown: unknown,
  endpoint: Endpoint,
  model: string,
  call: { readonly timeout: number; readonly promptTokens: () => number },
): AgoraError {
  const error = thrown as PackageError;
  const { address, redact } = endpoint;
  const said = redact(error.message ?? String(thrown)).slice(0, 500);
  const { status, code, cause } = error;
  if (hasCode(cause, 'large-answer'))
    return new AgoraError('request-failed', `${address} sent ${cause.message}; the setting is maxBytes`);
  if (hasCode(cause, 'late-answer'))
    return new AgoraError('no-answer', `${address} gave no whole answer within ${call.timeout} s`, {
      details: { timedOut: 1 },
    });
  if (status === undefined) return connectionError(error, said, address, redact);
  const tooLong = readContextError(error);
  if (tooLong !== undefined) {
    const { contextTokens, promptTokens = call.promptTokens() } = tooLong;
    const size = `${tooLong.promptTokens === undefined ? 'about ' : ''}${promptTokens.toLocaleString('en')}`;
    const details = contextTokens === undefined ? { promptTokens } : { promptTokens, contextTokens };
    return contextError({
      who: address,
      promptTokens: size,
      contextTokens,
      said,
      larger: largerContext({}),
      shorter: shorterPrompts,
      details,
    });
  }
  if (status === 401 || status === 403) {
    return new AgoraError(
      'model-unavailable',
      `${address} refused access (${said}). Check the key in OPENAI_API_KEY, and that it may use ${model}.`,
    );
  }
  if (status < 400 || status === 404 || status === 405 || code === 'model_not_found') {
    return new AgoraError(
      'model-unavailable',
      `${address} does not know the model "${model}", or is not the root of an OpenAI-compatible API, which mostly ` +
        `ends in /v1 (${said}). Check the model's name, and the address in OPENAI_BASE_URL.`,
    );
  }
  if (status === 402 || code === 'insufficient_quota') {
    return new AgoraError('model-unavailable', `The account at ${address} has no credit left (${said}).`);
  }
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) {
    const wait = readRetryAfter(error.headers, Date.now());
    const isThrottled = status === 429 || status === 529 || (status === 503 && wait !== undefined);
    return new AgoraError('no-answer', `${address} could not answer (${said})`, {
      details: {
        ...(wait === undefined ? {} : { retryAfterMs: wait }),
        ...(isThrottled ? { throttled: 1 } : {}),
      },
    });
  }
  return new AgoraError('request-failed', `${address} did not accept the request (${said})`);
}

function connectionError(
  error: PackageError,
  said: string,
  address: string,
  redact: Endpoint['redact'],
): AgoraError {
  const { code, message } = rootOf(error);
  const detail = redact([code, message].filter(Boolean).join(': ')) || said;
  const advice =
    code === 'ECONNREFUSED'
      ? 'Nothing listens there: is the server running?'
      : code === 'ENOTFOUND' || code === 'EAI_AGAIN'
        ? 'There is no such host, or no network.'
        : 'The connection failed.';
  return new AgoraError(
    'no-answer',
    `Cannot reach ${address}. ${advice} The address comes from OPENAI_BASE_URL or the baseURL option (${detail})`,
  );
}

/** The first error in the chain of causes that has a network error code, or else the last one. */
function rootOf(error: PackageError): PackageError {
  let root = error;
  for (let depth = 0; depth < 8; depth++) {
    const inner = (root as { errors?: unknown[] }).errors?.[0] ?? root.cause;
    if (root.code || typeof inner !== 'object' || inner === null) break;
    root = inner;
  }
  return root;
}

/**
 * How long an endpoint asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as an HTTP
 * date (RFC 9110, section 10.2.3). Undefined if the header is missing or malformed.
 * @param now - milliseconds since 1970, the reference for a date
 */
export function readRetryAfter(
  headers: { get(name: string): string | null } | undefined,
  now: number,
): number | undefined {
  const milliseconds = readNumber(headers?.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const text = headers?.get('retry-after');
  const seconds = readNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = text != null && /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function readNumber(text: string | null | undefined): number | undefined {
  return text != null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
