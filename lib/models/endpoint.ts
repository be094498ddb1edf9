import { AgoraError } from '../error';

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The address of an endpoint and its credentials. Only `address` may be displayed. */
export interface Endpoint {
  /** The base URL without credentials or query. */
  readonly address: string;
  readonly isOfficial: boolean;
  readonly key: string | undefined;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly query: Readonly<Record<string, string>>;
  /** Removes all secrets from a text. */
  readonly redact: (text: string) => string;
}

const officialURL = 'https://api.openai.com/v1';

/** Reads the address and key from the options, or from OPENAI_BASE_URL and OPENAI_API_KEY. */
export function readEndpoint(
  options: {
    readonly baseURL?: string;
    readonly apiKey?: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
  env: Variables,
): Endpoint {
  const url = readURL(options.baseURL?.trim() || env['OPENAI_BASE_URL']?.trim() || officialURL);
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  const isOfficial = url.hostname === 'api.openai.com';
  const key = options.apiKey?.trim() || env['OPENAI_API_KEY']?.trim() || undefined;
  if (key === undefined && isOfficial)
    throw new AgoraError(
      `${address} needs a key. Set the environment variable OPENAI_API_KEY, or set OPENAI_BASE_URL to use ` +
        'another server.',
    );
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new AgoraError(
      'The key in OPENAI_API_KEY contains spaces or characters that are not allowed in a key. Copy the key again.',
    );
  const login = url.username === '' ? undefined : `${decode(url.username)}:${decode(url.password)}`;
  const basic = login === undefined ? undefined : Buffer.from(login).toString('base64');
  const headers: Record<string, string | null> = { ...options.headers };
  const hasOwnAuthorization = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  if (!hasOwnAuthorization) {
    if (basic !== undefined) headers['Authorization'] = `Basic ${basic}`;
    else if (key === undefined) headers['Authorization'] = null;
  }
  const query = Object.fromEntries(url.searchParams);
  const secrets = [
    key,
    login,
    basic,
    decode(url.password),
    ...secretValues(options.headers),
    ...secretValues(query),
  ];
  for (const line of (env['OPENAI_CUSTOM_HEADERS'] ?? '').split('\n')) {
    secrets.push(...secretValues({ [line.split(':')[0] ?? '']: line.slice(line.indexOf(':') + 1).trim() }));
  }
  return { address, isOfficial, key, headers, query, redact: redactor(secrets) };
}

function readURL(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  // The text may contain a password, so the error does not quote it.
  throw new AgoraError(
    'The base URL (baseURL or OPENAI_BASE_URL) must begin with http:// or https://, as in http://127.0.0.1:8000/v1.',
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns header or parameter values that may be credentials: each value, and the value without a leading scheme such
 * as Bearer.
 */
function secretValues(fields: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    /auth|key|token|secret|cookie|password|signature/i.test(name) ? [value, value.replace(/^\w+ +/, '')] : [],
  );
}

/**
 * Placeholders that people enter when a server needs no key. They are not hidden, because answers may contain these
 * words.
 */
const placeholders =
  /^(ollama|lm-?studio|empty|none|dummy|local|secret|not-needed|no-key\S*|api-?key|token|test-?key)$/i;
const shortestSecret = 6;
/** The minimum length at which a fragment of a secret is hidden. */
const tellingPart = 10;

/** Returns a function that redacts secrets from a text, even if they are encoded, truncated or partly masked. */
export function redactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const hidden = new Set<string>();
  for (const secret of secrets) {
    if (secret === undefined || secret.length < shortestSecret || placeholders.test(secret)) continue;
    hidden.add(secret);
    hidden.add(encodeURIComponent(secret));
    hidden.add(JSON.stringify(secret).slice(1, -1));
    for (const form of encodings(secret)) hidden.add(form);
  }
  const longestFirst = [...hidden].sort((a, b) => b.length - a.length);
  return (text) => {
    let shown = text;
    for (const secret of longestFirst) shown = shown.replaceAll(secret, '[hidden]');
    shown = shown
      .replace(/\b(?:sk|gsk|xai|pk|hf|nvapi|AIza)[-_][\w*.…-]{4,}/g, '[hidden]')
      .replace(/[\w-]{2,64}(?:\*{3,}|…|\.{4,})[\w-]{2,64}/g, '[hidden]');
    return longestFirst.reduce(withoutParts, shown);
  };
}

/** Returns a secret's Base64 encodings. They depend on the length of the text before the secret, such as "Bearer ". */
function encodings(secret: string): string[] {
  return ['', ' ', '  '].flatMap((before) => {
    const text = Buffer.from(before + secret).toString('base64');
    const first = Math.ceil((before.length * 8) / 6);
    const form = text.slice(first, Math.floor(((before.length + Buffer.byteLength(secret)) * 8) / 6));
    return form.length < shortestSecret ? [] : [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/**
 * Hides fragments that match the beginning or the end of a secret, because servers often shorten a secret when they
 * quote it.
 */
function withoutParts(text: string, secret: string): string {
  if (secret.length < 2 * tellingPart) return text;
  let shown = text;
  for (let length = secret.length - 1; length >= tellingPart; length--) {
    if (!shown.includes(secret.slice(0, tellingPart)) && !shown.includes(secret.slice(-tellingPart))) break;
    shown = shown
      .replaceAll(secret.slice(0, length), '[hidden]')
      .replaceAll(secret.slice(-length), '[hidden]');
  }
  return shown;
}
