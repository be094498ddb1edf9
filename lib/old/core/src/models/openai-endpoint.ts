import { AgoraError } from 'agora-voting';

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The address and credentials of an endpoint. Only `address` may be shown. */
export interface Endpoint {
  /** The base URL without credentials and query. */
  readonly address: string;
  readonly official: boolean;
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Removes all secrets from a text of foreign origin. */
  readonly redact: (text: string) => string;
}

const officialAddress = 'https://api.openai.com/v1';

/**
 * Determines the address and the key: from the options, or else from OPENAI_BASE_URL and OPENAI_API_KEY. A server of
 * your own needs no key. Credentials in the address (https://user:password@host/v1) are sent as basic authentication.
 * @throws AgoraError 'setting' when the official endpoint has no key, or the address or the key is malformed
 */
export function readEndpoint(
  options: { readonly baseURL?: string; readonly apiKey?: string },
  env: Variables,
): Endpoint {
  const given = firstOf(options.baseURL, env['OPENAI_BASE_URL']);
  const url = readUrl(given ?? officialAddress);
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const official = url.hostname === 'api.openai.com';
  const key = firstOf(options.apiKey, env['OPENAI_API_KEY']);
  if (key === undefined && official) {
    throw new AgoraError(
      'setting',
      `${address} needs a key: set the environment variable OPENAI_API_KEY. To use a server of your own instead, ` +
        'set OPENAI_BASE_URL (http://127.0.0.1:8000/v1, say).',
    );
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new AgoraError(
      'setting',
      'The API key (OPENAI_API_KEY) contains spaces or characters that no key can have',
    );
  }
  const login = url.username === '' ? undefined : `${decode(url.username)}:${decode(url.password)}`;
  const basic = login === undefined ? undefined : Buffer.from(login).toString('base64');
  const query = Object.fromEntries(url.searchParams);
  const secrets = [key, login, basic, url.password, decode(url.password), ...Object.values(query)];
  return {
    address,
    official,
    key: key ?? 'no-key-needed',
    query,
    headers: basic === undefined ? {} : { Authorization: `Basic ${basic}` },
    redact: redactor(secrets),
  };
}

function firstOf(...values: (string | undefined)[]): string | undefined {
  return values.map((value) => value?.trim()).find((value) => value !== undefined && value !== '');
}

function readUrl(text: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    // Reported below, without the secrets.
  }
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AgoraError(
      'setting',
      `The base URL (OPENAI_BASE_URL) must begin with http:// or https://, as in http://127.0.0.1:8000/v1${quoted(text)}`,
    );
  }
  return url;
}

/**
 * What can be shown of a text that is no address. Credentials end at the last @, and may hold any other character; a
 * query may hold an @ itself. Where the two cannot be told apart, nothing is shown.
 */
function quoted(text: string): string {
  const end = text.lastIndexOf('@');
  if (/[?#]/.test(text.slice(0, end + 1))) return '';
  return `, got "${end < 0 ? '' : '…'}${text.slice(end + 1).replace(/[?#].*$/s, '')}"`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Hides secrets. Endpoints quote keys in their messages, whole or shortened ("sk-ab***yz"). */
function redactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const hidden = [...new Set(secrets)].filter(
    (secret) => secret !== undefined && secret.length >= 4,
  ) as string[];
  hidden.sort((a, b) => b.length - a.length);
  return (text) =>
    hidden
      .reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text)
      .replace(/\bsk-[\w*.…-]+/g, '[hidden]');
}
