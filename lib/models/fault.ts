import type { IncomingHttpHeaders } from 'node:http';

/** An error that an endpoint reports, and its consequence for the run. */
export interface Fault {
  /**
   * - stop: no further call can succeed, for example because of missing credit, a wrong key or a wrong model name.
   * - wait: there are too many calls, or the server is overloaded or still loading its model.
   * - refused: the endpoint will not answer this question, but may answer others.
   * - unreadable: the endpoint rejected the model's text, for example because the text is not valid JSON.
   * - other: the request was rejected for another reason.
   */
  readonly kind: 'stop' | 'wait' | 'refused' | 'unreadable' | 'other';
  /** Undefined if the error has status 200 and no code. */
  readonly status: number | undefined;
  /** The endpoint's error text. */
  readonly text: string;
  /** What the user can do about the error. */
  readonly advice?: string;
  /** The wait that the endpoint asks for, in milliseconds. */
  readonly wait?: number;
  /** The parameter that the endpoint names as wrong. */
  readonly parameter?: string;
  /** The model's text, if the endpoint rejected it. */
  readonly written?: string;
}

/** The contents of an error body, whatever its form. */
interface ErrorBody {
  readonly text: string;
  /** All codes and types, in lower case. */
  readonly names: string;
  /** The status that the error itself reports. */
  readonly status: number | undefined;
  readonly parameter: string | undefined;
  readonly written: string | undefined;
}

/** Reads an error from its status and body. Remove secrets from the body first. `now` is in milliseconds. */
export function readFault(status: number, headers: IncomingHttpHeaders, raw: string, now: number): Fault {
  const { text: said, names, status: own, parameter, written } = readErrorBody(raw);
  const text =
    said || (headers.location === undefined ? `status ${status}` : `a redirect to ${headers.location}`);
  const known = statusOf(status, own, `${names} ${text}`);
  const wait = waitOf(headers, raw, now);
  const fault = {
    status: known,
    text,
    ...(wait !== undefined && { wait }),
    ...(parameter !== undefined && { parameter }),
  };
  if (isOutOfCredit(known, names, text, raw))
    return { ...fault, kind: 'stop', advice: 'The account has no credit left.' };
  if (isFiltered(known, names, text)) return { ...fault, kind: 'refused' };
  if (written !== undefined || /json_validate_failed|tool_use_failed/.test(names))
    return { ...fault, kind: 'unreadable', written: written ?? '' };
  const advice = permanent.find(([pattern]) => pattern.test(text))?.[1];
  if (advice !== undefined) return { ...fault, kind: 'stop', advice };
  if (isWrongKey(known, names, text)) return { ...fault, kind: 'stop', advice: wrongKey };
  if (isTooLong(known, names, text)) return { ...fault, kind: 'refused', advice: tooLongAdvice };
  if (known === 429 && isDailyLimit(text, raw, wait)) return { ...fault, kind: 'stop', advice: later };
  if (isLoading(text)) return { ...fault, kind: 'wait' };
  if (known !== undefined && (known < 400 || [404, 405, 410, 501].includes(known)))
    return { ...fault, kind: 'stop', advice: wrongAddress };
  if (parameter === 'model' || (known !== 429 && isUnknownModel(names, text)))
    return { ...fault, kind: 'stop', advice: wrongAddress };
  if (/unexpected endpoint|not found: post|no route|cannot post/i.test(text))
    return { ...fault, kind: 'stop', advice: wrongAddress };
  if (known !== undefined && (known >= 500 || [408, 409, 425, 429, 498, 499].includes(known)))
    return { ...fault, kind: 'wait' };
  const isLoose = known === undefined && /overloaded|rate.?limit|too many requests|unavailable/i.test(text);
  if (
    isLoose ||
    /overloaded|rate.?limit|throttl|too many requests|unavailable|server_error|capacity/.test(names)
  )
    return { ...fault, kind: 'wait' };
  const isJob = (status > 200 && status < 300) || jobStatus.test(raw);
  return { ...fault, kind: 'other', ...(isJob && { advice: jobAdvice }) };
}

/**
 * Returns the status of the original error, or undefined if an error with status 200 gives no other status. A gateway
 * may report another server's error with status 200 or with a 5xx status of its own.
 */
function statusOf(status: number, own: number | undefined, words: string): number | undefined {
  if (status < 200 || (status >= 300 && status < 500)) return status;
  const quoted = /\b(?:error|status|http)(?:[ _]code)?:? ?(4\d\d)\b/i.exec(words)?.[1];
  if (own !== undefined && (own < 500 || quoted === undefined)) return own;
  if (status < 300) return undefined;
  if (quoted !== undefined) return Number(quoted);
  return /bad_?request|invalid_request/i.test(words) ? 400 : status;
}

/** Advice on permanent errors, whatever their status. */
const permanent: readonly (readonly [RegExp, string])[] = [
  [
    /llm provider not provided/i,
    'LiteLLM needs the provider in front of the model name, as in "openai/NAME".',
  ],
  [
    /requires more (\w+ )?memory|due to insufficient system resources/i,
    'The server has too little memory for this model.',
  ],
  [/\bengine ?(dead|core\b)|background loop/i, 'Restart the server.'],
  [
    /\b(location|country|region|territory)\b[^.]{1,40}\bnot supported/i,
    'The provider does not serve your region.',
  ],
  [
    /\b(account|organi[sz]ation|service|endpoint)(?!.*temporar)( [^.]{1,60})? (suspended|disabled|paused)/i,
    'Reactivate the account or the endpoint, or ask the provider to do so.',
  ],
];

const later = 'The daily limit is used up. Run again tomorrow to resume.';

/** Returns true if a daily limit is used up. Even then, Gemini suggests a wait of less than a minute. */
const isDailyLimit = (text: string, raw: string, wait: number | undefined): boolean =>
  /"quotaId"\s*:\s*"\w*PerDay/.test(raw) ||
  (wait === undefined && /daily (\w+ )?(limit|quota)|[a-z][ -]per[ -]day\b/i.test(text));

/** Matches a body that describes a queued or running job. */
const jobStatus =
  /"status"\s*:\s*"(in_)?(queued?|pending|accepted|submitted|starting|processing|progress|running)\b/i;
export const jobAdvice =
  'The server queued a job instead of answering. Use an endpoint that answers in the same request.';

export const wrongKey = 'Check the key in OPENAI_API_KEY and its permissions.';

const wrongAddress =
  'Check the model name and the address in baseURL or OPENAI_BASE_URL, which usually ends in /v1.';
export const tooLongAdvice =
  'The prompt is too long for the model. Use a model or a server setting with a larger context, use fewer ' +
  'rounds, or lower maxTokens.';

/**
 * Reads an error body: {"error": {"message"}}, {"error": "..."}, {"message"}, {"detail"}, a list that contains one of
 * these, or plain text. An error may contain another error, for example from a provider behind a router.
 */
function readErrorBody(raw: string): ErrorBody {
  const layers = layersOf(raw);
  const values = (...names: string[]): string[] =>
    layers.flatMap((layer) =>
      names.flatMap((name) => {
        const value = layer[name];
        return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
      }),
    );
  const names = values('code', 'status', 'status_code', 'statusCode', 'type', '__type', 'error_type');
  const written = layers.map((layer) => layer['failed_generation']).find((value) => value !== undefined);
  let text = '';
  for (const words of layers.flatMap(wordsOf))
    if (!text.includes(words)) text = text === '' ? words : `${text}: ${words}`;
  return {
    text: text || plainText(raw),
    names: names.join(' ').toLowerCase(),
    status: names.map(Number).find((number) => number >= 300 && number < 600),
    parameter: values('param').find(Boolean),
    written: written === undefined || typeof written === 'string' ? written : JSON.stringify(written),
  };
}

/** Returns an error and the errors inside it, outermost first. */
function layersOf(raw: string): Record<string, unknown>[] {
  const layers: Record<string, unknown>[] = [];
  let value: unknown = raw;
  while (layers.length < 6) {
    value = typeof value === 'string' ? parsed(value) : value;
    const layer: unknown = Array.isArray(value) ? value[0] : value;
    if (!isObject(layer)) break;
    layers.push(layer);
    const metadata = isObject(layer['metadata']) ? layer['metadata']['raw'] : undefined;
    const inner = [
      layer['error'],
      layer['errors'],
      layer['innererror'],
      metadata,
      layer['detail'],
      layer['base_resp'],
    ];
    value = [...inner, layer['message']].find((one) =>
      typeof one === 'object' ? one !== null : parsed(one),
    );
  }
  return layers;
}

/** Parses a text that is a JSON object or list. */
function parsed(text: unknown): object | undefined {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** Returns the messages in one layer of an error. Leaves out text that contains another layer. */
function wordsOf(layer: Record<string, unknown>): string[] {
  const { error, error_description: description, message, Message, detail, msg, errors, status_msg } = layer;
  const metadata = isObject(layer['metadata']) ? layer['metadata'] : {};
  const details = Array.isArray(layer['details']) ? layer['details'] : [];
  const { n_prompt_tokens: prompt, n_ctx: context } = layer;
  const isSized = typeof prompt === 'number' && typeof context === 'number';
  const sizes = isSized ? `${prompt} tokens, but only ${context} fit` : undefined;
  const violations = details.filter(isObject).map((one) => one['fieldViolations']);
  const texts = [typeof error === 'string' ? error : undefined, description, message, Message, detail, msg];
  const more = [
    errors,
    status_msg,
    layer['error_msg'],
    metadata['raw'],
    metadata['reasons'],
    violations,
    sizes,
  ];
  return [...texts, ...more]
    .filter((one) => parsed(one) === undefined)
    .map(inWords)
    .filter(Boolean);
}

/** Converts a message to text. Some frameworks list faults as {"loc": ["body", "seed"], "msg": "..."}. */
function inWords(message: unknown): string {
  if (typeof message === 'string') return message.trim();
  if (Array.isArray(message)) return message.map(inWords).filter(Boolean).join('; ');
  if (!isObject(message)) return '';
  const { loc, msg, field, description, detail, message: inner } = message;
  if (typeof msg === 'string') return Array.isArray(loc) ? `${loc.join('.')}: ${msg}` : msg;
  if (typeof field === 'string') return `${field}: ${inWords(description)}`;
  return inWords(detail ?? inner) || JSON.stringify(message);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text of an error page: its title, or the page without tags. */
function plainText(raw: string): string {
  const page = raw.slice(0, 20_000);
  if (!/<html|<!doctype/i.test(page)) return page.trim();
  const title = /<title[^>]*>([^<]*)/i.exec(page)?.[1]?.trim();
  return (
    title ||
    page
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim() ||
    'a web page'
  );
}

/** Returns whether a text matches one of the patterns. */
export const matches = (text: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(text));

const creditNames = new RegExp(
  'insufficient_(user_)?(quota|balance|credit|fund)|exceeded_current_quota|credit_limit|billing|budget_exceeded|' +
    'arrear|payment',
);
const creditTexts = [
  /\b(insufficient|enough|exhausted|used all|out of|requires more|no)( \w+){0,2} (credits?|balance|funds?)\b/i,
  /\b(credits?|balance|budget|spending)( \w+){0,2} (is |are |been )?(too low|insufficient|exhausted|exceeded|limit)/i,
  /key limit exceeded|余额不足|额度不足|欠费/i,
];

function isOutOfCredit(status: number | undefined, names: string, text: string, raw: string): boolean {
  if (status !== undefined && status >= 500)
    return /\binsufficient[ _](\w+[ _])?(quota|balance|credits?|funds?)\b/i.test(`${names} ${text}`);
  if (status === 402 || creditNames.test(names) || matches(text, creditTexts)) return true;
  // Gemini uses the same text for limits per minute. Only a limit of 0 is final.
  if (/\blimit: ?0(?![.\d])/.test(text) || /"quotaValue"\s*:\s*"0"/.test(raw)) return true;
  return /exceeded your current quota/i.test(text) && !raw.includes('RESOURCE_EXHAUSTED');
}

const filterNames =
  /content_?(filter|policy)|data_inspection|moderation|safety|guardrail|responsibleai|invalid_prompt|prohibited/;
const filterTexts = [
  /\bflagged\b|moderation|guardrail|safety|high risk|content exists risk/i,
  /(inappropriate|prohibited) content|content (management policy|polic|filter)/i,
  /policy violation|violates? (our|the) .*polic|usage (polic|guideline)/i,
];

function isFiltered(status: number | undefined, names: string, text: string): boolean {
  if (status !== undefined && (status < 400 || status >= 500 || status === 401 || status === 429))
    return false;
  return filterNames.test(names) || matches(text.replaceAll('_', ' '), filterTexts);
}

const keyTexts = [
  /(invalid|incorrect|missing|no|wrong|expired) (or \w+ )?api[ _-]?key|authentication ?error|\bunauthorized\b/i,
  /api[ _-]?key (\w+ )?(is |has )?(invalid|missing|not (valid|found|set|provided)|required|must be set|expired)/i,
  /(invalid|expired) (access|auth|bearer) token|(access|auth|bearer) token (is |has )?(invalid|expired|missing)/i,
];

const isWrongKey = (status: number | undefined, names: string, text: string): boolean =>
  status === 401 ||
  status === 403 ||
  /invalid_api_key|authentication_error|unauthenticated|unauthorized/.test(names) ||
  matches(text, keyTexts);

const lengthNames = /context_length|exceed_context|context_window|request_too_large|string_above_max/;
const lengthTexts = [
  /(maximum|available|model'?s) context|context (length|size|window)|maximum (prompt|input) length/i,
  /longer than the (model|context|maximum)|too many (input )?tokens|request too large/i,
  /reduce (your|the) (message|prompt|length)/i,
  /\b(prompt|inputs?)\b[^.]{0,60}(too (long|large)|exceed|less than \d|must be <=|should be \[|maximum|\+)/i,
];

function isTooLong(status: number | undefined, names: string, text: string): boolean {
  if (status === 413) return true;
  // A rate limit may be stated in input tokens.
  if (status === 429) return /request too large/i.test(text);
  return lengthNames.test(names) || matches(text, lengthTexts);
}

const loadingTexts = [
  /\bloading (the )?model\b|\bis (still |currently )?loading\b/i,
  /\bmodel\b.{1,60}\b(loading|warming up|not ready)\b/i,
];
const isLoading = (text: string): boolean => matches(text, loadingTexts);

const modelNames =
  /model_(not_found|not_available|not_supported|decommissioned|deprecated|terms)|invalid_model|notfound/;
const modelTexts = [
  // A dot within a name does not end a sentence.
  /model\b([^.]|\.(?=\S)){1,120}?\b(not (exist|found|available|one of)|decommissioned|deprecated|retired|unknown)/i,
  /(invalid|unknown|unsupported|no such|unable to access|provide a) model\b|not a valid model/i,
  /model( \S+)? is not (supported|valid)|requires terms acceptance/i,
  /(could not|cannot) find .{0,20}model|no models? (is |are )?loaded/i,
];

/** Returns whether the model is unknown or no longer available. */
const isUnknownModel = (names: string, text: string): boolean =>
  modelNames.test(names) || matches(text, modelTexts);

/** Reads the waiting time from the headers, a field of the body, or a text such as "try again in 7h12m36s". */
function waitOf(headers: IncomingHttpHeaders, raw: string, now: number): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const after = headers['retry-after'] ?? '';
  if (/^\s*\d+(\.\d+)?\s*$/.test(after)) return Number(after) * 1000;
  const date = /[a-z]/i.test(after) ? Date.parse(after) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  // OpenRouter reports the time at which a daily limit ends.
  const reset = Number(/"X-RateLimit-Reset"\s*:\s*"?(\d{13})\b/i.exec(raw)?.[1] ?? 0);
  if (reset > now) return reset - now;
  const seconds = /"(?:estimated_time|retry_?after(?:_seconds)?)"\s*:\s*"?([\d.]+)\b/i.exec(raw)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const said =
    /"retryDelay"\s*:\s*"([\d.]+s)"/.exec(raw)?.[1] ??
    /(?:try again in|retry after|retry in|try again after|wait) ([\d.]+ ?[a-z][\da-z. ]*)/i.exec(raw)?.[1];
  if (said === undefined) return undefined;
  const units: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  let total = 0;
  for (const [, number, unit] of said.matchAll(/([\d.]+) ?(ms|[dhms])/g))
    total += Number(number) * (units[unit!] ?? 0);
  return total > 0 ? total : undefined;
}
