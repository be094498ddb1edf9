import type { IncomingHttpHeaders } from 'node:http';

/** What an endpoint says is wrong, and what it means for the run. */
export interface Fault {
  /**
   * - stop: no further call would succeed: no credit, a wrong key, a wrong model.
   * - wait: too many calls, an overloaded server, or one that is still loading its model.
   * - refused: this question gets no answer, others may.
   * - unreadable: the model wrote something that the endpoint could not pass on.
   * - other: the request was rejected, for a reason to look into.
   */
  readonly kind: 'stop' | 'wait' | 'refused' | 'unreadable' | 'other';
  /** Undefined if an error came with status 200 and without a code. */
  readonly status: number | undefined;
  /** The endpoint's words. */
  readonly text: string;
  /** What to do about it. */
  readonly advice?: string;
  /** How long the endpoint asks to wait, in milliseconds. */
  readonly wait?: number;
  /** The parameter that it names as wrong. */
  readonly parameter?: string;
  /** What the model wrote, if that was not valid JSON. */
  readonly written?: string;
}

/** The words of an error, whatever form its body has. */
interface ErrorBody {
  readonly text: string;
  readonly code: string;
  readonly type: string;
  readonly parameter: string | undefined;
  readonly written: string | undefined;
}

/** Reads an error from its status and its body, from which secrets were removed. `now` is in milliseconds. */
export function readFault(status: number, headers: IncomingHttpHeaders, raw: string, now: number): Fault {
  const { text: said, code, type, parameter, written } = readErrorBody(raw);
  const text =
    said || (headers.location === undefined ? `status ${status}` : `a redirect to ${headers.location}`);
  // An error may come with status 200, and says its status itself.
  const own = Number(code);
  const known = status < 200 || status >= 300 ? status : own >= 300 && own < 600 ? own : undefined;
  const wait = waitOf(headers, raw, now);
  const fault = {
    status: known,
    text,
    ...(wait !== undefined && { wait }),
    ...(parameter !== undefined && { parameter }),
  };
  const names = `${code} ${type}`.toLowerCase();
  if (isOutOfCredit(known, names, text, raw))
    return { ...fault, kind: 'stop', advice: 'The account has no credit left.' };
  if (isFiltered(known, names, text)) return { ...fault, kind: 'refused' };
  if (names.includes('json_validate_failed')) return { ...fault, kind: 'unreadable', written: written ?? '' };
  if (known === 401 || known === 403)
    return { ...fault, kind: 'stop', advice: 'Check the key in OPENAI_API_KEY, and what it may use.' };
  if (isTooLong(names, text)) return { ...fault, kind: 'refused', advice: tooLongAdvice };
  if (known !== undefined && (known < 400 || known === 404 || known === 405 || known === 410))
    return { ...fault, kind: 'stop', advice: wrongAddress };
  if (isUnknownModel(names, text)) return { ...fault, kind: 'stop', advice: wrongAddress };
  if (/unexpected endpoint|not found: post|no route|cannot post/i.test(text))
    return { ...fault, kind: 'stop', advice: wrongAddress };
  if (known !== undefined && (known >= 500 || [408, 409, 425, 429].includes(known)))
    return { ...fault, kind: 'wait' };
  const isLoose =
    known === undefined && /overloaded|rate.?limit|too many requests|unavailable|loading/i.test(text);
  if (isLoose || /overloaded|rate.?limit|too many requests|unavailable|server_error/.test(names))
    return { ...fault, kind: 'wait' };
  return { ...fault, kind: 'other' };
}

const wrongAddress =
  'Check the name of the model, and the address in OPENAI_BASE_URL, which mostly ends in /v1.';
export const tooLongAdvice =
  'The prompt is too long for the model. Use a model or a server setting with a larger context, or play fewer rounds.';

/** Errors are {"error": {"message"}}, {"error": "..."}, {"message"}, {"detail"}, a list of one of these, or a text. */
function readErrorBody(raw: string): ErrorBody {
  const fields = fieldsOf(raw);
  if (fields === undefined)
    return { text: plainText(raw), code: '', type: '', parameter: undefined, written: undefined };
  const inner = isObject(fields['error']) ? fields['error'] : fields;
  const word = (name: string): string => {
    const value = inner[name] ?? fields[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const said = [
    inner['message'],
    typeof fields['error'] === 'string' ? fields['error'] : undefined,
    inner['detail'],
    inner['msg'],
    fields['errors'],
  ];
  const message = said.map(inWords).find((words) => words !== '') ?? plainText(raw);
  // OpenRouter says "Provider returned error", and what the provider said beside it.
  const metadata = isObject(inner['metadata'])
    ? inWords(inner['metadata']['raw'] ?? inner['metadata']['reasons'])
    : '';
  const text = metadata === '' || message.includes(metadata) ? message : `${message} (${metadata})`;
  return {
    text,
    code: word('code') || word('status'),
    type: [word('type'), word('error_type'), word('status')].filter(Boolean).join(' '),
    parameter: word('param') || undefined,
    written: word('failed_generation') || undefined,
  };
}

function fieldsOf(raw: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(raw) as unknown;
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isObject(first) ? first : undefined;
  } catch {
    return undefined;
  }
}

/** A message as a text. Frameworks list faults as {"loc": ["body", "seed"], "msg": "..."}. */
function inWords(message: unknown): string {
  if (typeof message === 'string') return message.trim();
  if (Array.isArray(message)) return message.map(inWords).filter(Boolean).join('; ');
  if (!isObject(message)) return '';
  const { loc, msg, detail, message: inner } = message;
  if (typeof msg === 'string') return Array.isArray(loc) ? `${loc.join('.')}: ${msg}` : msg;
  return inWords(detail ?? inner) || JSON.stringify(message);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of an error page: its title, or what is left without its tags. */
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

function isOutOfCredit(status: number | undefined, names: string, text: string, raw: string): boolean {
  if (status === 402 || /insufficient_(quota|balance|credit|fund)|billing|payment_required/.test(names))
    return true;
  if (
    /insufficient (credit|balance|fund)|(credit )?balance is (too low|insufficient)|out of credit|no (remaining )?credit|spending limit/i.test(
      text,
    )
  )
    return true;
  // Gemini gives the same text for the limit of a minute. Only a limit of 0 is final.
  if (/\blimit: 0\b/.test(text)) return true;
  return /exceeded your current quota/i.test(text) && !raw.includes('RESOURCE_EXHAUSTED');
}

function isFiltered(status: number | undefined, names: string, text: string): boolean {
  if (status !== undefined && (status < 400 || status >= 500 || status === 401 || status === 429))
    return false;
  return (
    /content_?filter|content_policy|data_inspection|moderation|safety/.test(names) ||
    /\bflagged\b|content management policy|content policy|content filter|inappropriate content|policy violation|usage polic|moderation|violates? (our|the) .*polic/i.test(
      text,
    )
  );
}

function isTooLong(names: string, text: string): boolean {
  return (
    /context_length|exceed_context|context_window|request_too_large|string_above_max/.test(names) ||
    /(maximum|available|model'?s) context|context (length|size|window)|longer than the (model|context)|prompt is too long|input token count|too many (input )?tokens|`?inputs`? tokens \+|request too large|reduce (your|the) (message|prompt|length)/i.test(
      text,
    )
  );
}

const isUnknownModel = (names: string, text: string): boolean =>
  /model_not_found|model_decommissioned|invalid_model|model_not_supported|notfounderror/.test(names) ||
  /invalid model\b|model\b[^.]{1,120}\b(does not exist|not found|is not available|decommissioned|unknown)|(unknown|unsupported|no such) model|not a valid model|model( \S+)? is not (supported|valid)/i.test(
    text,
  );

/** How long to wait: from the headers, from Gemini's details, or from a text such as "try again in 7h12m36s". */
function waitOf(headers: IncomingHttpHeaders, raw: string, now: number): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const after = headers['retry-after'] ?? '';
  if (/^\s*\d+(\.\d+)?\s*$/.test(after)) return Number(after) * 1000;
  const date = /[a-z]/i.test(after) ? Date.parse(after) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  const said =
    /"retryDelay"\s*:\s*"([\d.]+s)"/.exec(raw)?.[1] ??
    /(?:try again|retry) (?:in|after) ([\d.]+ ?[a-z][\da-z. ]*)/i.exec(raw)?.[1];
  if (said === undefined) return undefined;
  const units: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  let total = 0;
  for (const [, number, unit] of said.matchAll(/([\d.]+) ?(ms|[hms])/g))
    total += Number(number) * (units[unit!] ?? 0);
  return total > 0 ? total : undefined;
}
