import { AgoraError, hasCode } from '../agora-error';
import type { Endpoint } from './openai-endpoint';

/** What the `openai` package throws, as far as it matters here. */
interface PackageError {
  readonly name?: string;
  readonly message?: string;
  readonly status?: number;
  readonly code?: string | null;
  readonly param?: unknown;
  readonly headers?: { get(name: string): string | null };
  readonly cause?: unknown;
}

/** Whether the endpoint refuses the way in which the answer's shape was asked for. */
export function refusesShape(thrown: unknown): boolean {
  const { status, message = '', param } = thrown as PackageError;
  if (status !== 400 && status !== 422 && status !== 501) return false;
  return (
    String(param).startsWith('response_format') ||
    /response_format|json_schema|json_object|structured output|guided (json|decoding)/i.test(message)
  );
}

/**
 * Says in the library's terms what went wrong, and to a newcomer what to do; no secret passes.
 * @param timeout - the time limit of a call, in seconds
 */
export function modelError(thrown: unknown, endpoint: Endpoint, model: string, timeout: number): AgoraError {
  const error = thrown as PackageError;
  const { address, redact } = endpoint;
  const said = redact(error.message ?? String(thrown)).slice(0, 500);
  const { status, code, cause } = error;
  if (hasCode(cause, 'large-answer'))
    return new AgoraError('request-failed', `${address} sent ${cause.message}; the setting is maxBytes`);
  if (hasCode(cause, 'late-answer'))
    return new AgoraError('no-answer', `${address} gave no whole answer within ${timeout} s`);
  if (status === undefined) return connectionError(error, said, address, redact);
  if (status === 401 || status === 403) {
    return new AgoraError(
      'model-unavailable',
      `${address} turned us away (${said}). Check the key in OPENAI_API_KEY, and that it may use ${model}.`,
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
    return new AgoraError('no-answer', `${address} could not answer (${said})`, {
      details: wait === undefined ? {} : { retryAfterMs: wait },
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

/** The first error in the chain of causes that has a code of the network's, or else the last. */
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
 * date (RFC 9110, section 10.2.3). Undefined when it does not say, or says nonsense.
 * @param now - milliseconds since 1970, to count a date from
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
