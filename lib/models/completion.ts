import { z } from 'zod';
import { answerOf } from './json';
import { probabilitiesIn } from './probabilities';
import type { Reply, ToolCall, Usage } from './model';

/** The token counts that an endpoint reports. Callers estimate the counts that are undefined. */
export type ReportedUsage = { readonly [K in keyof Usage]: Usage[K] | undefined };

/** The reply in a response body, an error that the body reports, or the reason why the body cannot be read. */
export type Completion =
  | { readonly kind: 'reply'; readonly reply: Omit<Reply, 'usage'>; readonly usage: ReportedUsage }
  /** The body reports an error. `hasBegun` is true if the error interrupted an answer. */
  | { readonly kind: 'error'; readonly error: unknown; readonly hasBegun?: boolean }
  /** The reply lacks something that the request asked for, because the endpoint does not offer it. */
  | { readonly kind: 'unsupported'; readonly reason: string }
  /** The body is not a reply, or the reply was interrupted. */
  | { readonly kind: 'broken'; readonly reason: string };

const text = z.string().nullish().catch(null);
const any = z.unknown().optional();
const count = z.coerce.number().nonnegative().nullish().catch(null);
const part = z.object({
  type: text,
  text: any,
  content: any,
  parts: any,
  thinking: any,
  summary: any,
  thought: any,
  refusal: any,
});
const calls = z
  .array(
    z.object({
      index: count,
      id: text,
      function: z.object({ name: text, arguments: any }).nullish(),
    }),
  )
  .nullish()
  .catch(null);
const message = z.looseObject({
  content: any,
  /** Gemini's name for the content. */
  parts: any,
  refusal: text,
  tool_calls: calls,
  /** The predecessor of `tool_calls`, with a single call. */
  function_call: any,
  error: any,
});
const choice = z.looseObject({
  index: count,
  logprobs: any,
  error: any,
  usage: any,
  message: message.nullish(),
  /** Replaces `message` in streams. */
  delta: message.nullish(),
  /** Replaces `message` in the old completions protocol. */
  text,
  /** Replaces `message` in Gemini's protocol. */
  content: any,
});
const details = z.object({ cached_tokens: count, reasoning_tokens: count }).nullish().catch(null);
const usage = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    /** Anthropic's name for the prompt tokens, excluding the cached tokens, which the next two fields count. */
    input_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    output_tokens: count,
    total_tokens: count,
    reasoning_tokens: count,
    prompt_cache_hit_tokens: count,
    prompt_tokens_details: details,
    completion_tokens_details: details,
    output_tokens_details: details,
  })
  .nullish()
  .catch(null);
const body = z.looseObject({
  model: text,
  provider: text,
  system_fingerprint: text,
  choices: z.array(choice).nullish(),
  usage,
});
type Body = z.infer<typeof body>;
type Choice = z.infer<typeof choice>;

/**
 * Reads the body of a chat completion. `hasTools` is true if the request offered tools. `among` lists the options whose
 * probabilities the request asked for.
 */
export function readCompletion(raw: string, hasTools: boolean, among?: readonly string[]): Completion {
  try {
    return readBody(raw, hasTools, among);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'broken', reason: 'an answer with too many levels of brackets' };
  }
}

function readBody(raw: string, hasTools: boolean, among: readonly string[] | undefined): Completion {
  const plain = withoutComments(raw.replace(/^\ufeff/, ''));
  let value: unknown;
  try {
    value = parsed(plain);
  } catch {
    if (/^(?:data|event|id|retry):/m.test(plain) && !/^\s*</.test(plain))
      return readStream(plain, hasTools, among);
    return {
      kind: 'broken',
      reason: plain.trim() === '' ? 'an empty answer' : `an answer that is not JSON: ${plain}`,
    };
  }
  if (hasError(value)) return { kind: 'error', error: value };
  const read = body.safeParse(value).data;
  const choices = read?.choices ?? [];
  const first = choices.find(({ index }) => index === 0) ?? choices[0];
  if (read !== undefined && first !== undefined) return fromChoice(first, read, hasTools, among);
  const filter = filterIn(value);
  if (filter !== undefined) return filtered(filter);
  return typeof value === 'object' && value !== null && !('choices' in value)
    ? { kind: 'error', error: value }
    : { kind: 'broken', reason: `an answer that is not a chat completion: ${plain}` };
}

/** Parses JSON. NaN and Infinity, which some Python servers write, become null. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(/([:,[]\s*)(?:-?Infinity|NaN)(?=\s*[,\]}])/g, '$1null'));
  }
}

/** Removes comments: lines that begin with a colon. Servers send them to keep the connection alive. */
const withoutComments = (raw: string): string =>
  raw.startsWith(':') || raw.includes('\n:') ? raw.replace(/^:.*(?:\r\n|\r|\n)?/gm, '') : raw;

/** Returns whether a body with status 200 reports an error, for example {"code": 404, "message": "..."}. */
function hasError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  const { error, choices, message: said, detail, type, object, base_resp: minimax } = fields;
  if (isError(error) || type === 'error' || object === 'error') return true;
  if (!choices && isError((minimax as { status_code?: unknown } | null | undefined)?.status_code))
    return true;
  return choices === undefined && (said !== undefined || detail !== undefined);
}

/** Returns whether an error field has any content. Some servers add an empty error to every answer. */
const isError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null ? Object.values(error).some(Boolean) : Boolean(error);

/** Names of fields that are true if a content filter blocked something. */
const filterFields = /^(filtered|blocked|flagged|(in|out)put_sensitive)$/;

/** Returns the name of the filter that blocked a prompt or an answer, or undefined if no filter did. */
export function filterIn(value: unknown, name = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (/^block_?reason$/i.test(key) && typeof inner === 'string' && !/^$|unspecified/i.test(inner))
      return inner;
    if (inner === true && filterFields.test(key)) return name || key;
    const found = filterIn(inner, Array.isArray(value) ? name : key);
    if (found !== undefined) return found;
  }
  return undefined;
}

const filtered = (filter: string): Completion => ({
  kind: 'error',
  error: { code: 'content_filter', message: `a content filter (${filter}) blocked the question` },
});

function fromChoice(first: Choice, whole: Body, hasTools: boolean, among?: readonly string[]): Completion {
  const said: z.infer<typeof message> = first.message ??
    first.delta ?? { content: first.content ?? first.text };
  const error = [first.error, said.error].find(isError);
  if (error !== undefined) return { kind: 'error', error: { error }, hasBegun: true };
  const { answer, thoughts, refusal } = contentOf(said.content ?? said.parts);
  const refused = said.refusal || refusal;
  const filter = answer === '' && !refused ? (filterIn(first) ?? filterIn(whole)) : undefined;
  if (filter !== undefined) return filtered(filter);
  const called = [...(said.tool_calls ?? []), ...calls.parse([{ function: said.function_call }])!];
  const toolCalls = hasTools ? toolCallsOf(called) : [];
  const reason = reasonOf(first, whole);
  const finish = refused ? 'refused' : finishOf(reason, toolCalls.length > 0);
  if (finish === undefined) return { kind: 'broken', reason: `an answer that ended with "${reason}"` };
  const probabilities = among === undefined ? undefined : probabilitiesIn(first.logprobs, among);
  if (among !== undefined && probabilities === undefined)
    return { kind: 'unsupported', reason: noProbabilities };
  const parted = answerOf(finish === 'refused' ? refused || answer : answer);
  const thinking = new Set([thoughts, thinkingIn(said), parted.reasoning]);
  const reasoning = [...thinking].filter(Boolean).join('\n');
  return {
    kind: 'reply',
    reply: {
      ...(probabilities === undefined
        ? { text: parted.text, finish }
        : { text: JSON.stringify(probabilities), finish: 'stop' }),
      ...(reasoning !== '' && { reasoning }),
      ...(finish === 'tools' && { toolCalls }),
      ...(whole.model && { model: whole.model }),
      ...(whole.provider && { provider: whole.provider }),
      ...(whole.system_fingerprint && { fingerprint: whole.system_fingerprint }),
    },
    usage: usageOf(whole.usage ?? usage.parse(first.usage)),
  };
}

const noProbabilities =
  "it returned no log-probabilities. Use an endpoint that returns them, or ballots: 'written'";

interface Content {
  readonly answer: string;
  readonly thoughts: string;
  readonly refusal: string;
}

/** Types of parts that do not belong to the answer, such as tool results and images. */
const otherParts = /tool|search|image|audio|file|citation/;

/**
 * Reads content: text, a list of parts, a Gemini object that contains parts, or JSON that the server has already
 * parsed. Some parts may contain thinking instead of the answer.
 */
function contentOf(content: unknown): Content {
  const plain = (answer: string): Content => ({ answer, thoughts: '', refusal: '' });
  if (content === undefined || content === null) return plain('');
  if (typeof content === 'string') return plain(content);
  if (typeof content !== 'object') return plain(JSON.stringify(content));
  if (!Array.isArray(content)) {
    const { type, text, parts } = content as Record<string, unknown>;
    if (parts !== undefined && Object.keys(content).every((key) => key === 'parts' || key === 'role'))
      return contentOf(parts);
    return type !== undefined && typeof text === 'string'
      ? contentOf([content])
      : plain(JSON.stringify(content));
  }
  const all = { answer: '', thoughts: '', refusal: '' };
  for (const piece of content) {
    if (typeof piece === 'string') all.answer += piece;
    const read = part.safeParse(piece).data;
    if (read === undefined || otherParts.test(read.type ?? '')) continue;
    const { value } = Object(read.text) as { value?: unknown };
    const inner = contentOf(
      read.thinking ?? value ?? read.text ?? read.content ?? read.parts ?? read.summary,
    );
    if (read.thought === true || /think|reason/.test(read.type ?? '')) all.thoughts += inner.answer;
    else all.answer += inner.answer;
    all.thoughts += inner.thoughts;
    all.refusal += contentOf(read.refusal).answer + inner.refusal;
  }
  return all;
}

const thinkingFields =
  /^(reasoning(_?(content|text|details|summary))?|thinking(_?(content|blocks))?|thoughts?)$/i;

/** Returns the thinking that a message reports outside its content, from the first field that contains thinking. */
function thinkingIn(said: z.infer<typeof message>): string {
  for (const [name, field] of Object.entries(said)) {
    if (!thinkingFields.test(name)) continue;
    const { answer, thoughts } = contentOf([field].flat());
    if (thoughts + answer !== '') return thoughts + answer;
  }
  return '';
}

function toolCallsOf(list: z.infer<typeof calls>): ToolCall[] {
  return (list ?? []).flatMap(({ id, function: called }, place) => {
    if (!called?.name) return [];
    const given = called.arguments ?? '{}';
    return [
      {
        id: id || `call_${place}`,
        name: called.name,
        arguments: (typeof given === 'string' ? given : JSON.stringify(given)).toWellFormed(),
      },
    ];
  });
}

const stops = [
  ...['', 'stop', 'stopped', 'stop_sequence', 'stop_token', 'stop_word', 'eos', 'eos_token'],
  ...['end', 'end_turn', 'end_of_text', 'endoftext', 'end_of_sequence'],
  ...['done', 'normal', 'complete', 'completed', 'finish', 'finished'],
];
const calling = /^(tool|function)_(calls?|use)$/;
const cuts =
  /length|incomplete|truncat|token_limit|^limit$|budget|^max(imum)?_(\w+_)?tokens?|context(_window)?_exceeded/;
const filters = new RegExp(
  'content_?filter|safety|recitation|block|prohibited|spii|refus|sensitive|guardrail|moderation|policy|flagged|' +
    'toxic|language',
);
const failures = /error|fail|abort|cancel|malformed|interrupt|timeout|timed_out|insufficient|^other$/;

/** Names of fields that report how an answer ended. */
const endFields = /^(native_?)?(finish|stop|done)_?reason$|^(finish|stop|incomplete)_?details$|^status$/i;
const notEnds = /^(choices|content|parts|logprobs|usage|function_call)$/;

/** Returns all finish reasons in a value, in lower case. */
function endsIn(value: unknown, isEnd = false): string[] {
  if (isEnd && (typeof value === 'string' || typeof value === 'number')) return [named(String(value))];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (notEnds.test(key)) return [];
    return endsIn(inner, endFields.test(key) || (isEnd && /^(type|reason)$/.test(key)));
  });
}

const named = (words: string): string =>
  words
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .replace(/[- ]/g, '_')
    .replace(/^(finish|stop)_reason[._:]+/, '');

/** Returns the first finish reason that indicates filtering, failure or truncation. */
const badEnd = (reasons: readonly string[]): string | undefined =>
  [filters, failures, cuts].map((kind) => reasons.find((one) => kind.test(one))).find(Boolean);

/**
 * Returns the finish reason in lower case, or an empty string if the answer gives no reason. A router may report an
 * answer as complete although another field, such as the provider's own reason, reports a failure, a truncation or a
 * filter. In that case, the other field counts.
 */
export function reasonOf(one: Readonly<Record<string, unknown>>, whole: object = {}): string {
  const [main = ''] = endsIn(one['finish_reason'] ?? one['finishReason'] ?? one['stop_reason'], true);
  return badEnd([main, ...endsIn({ ...whole, one })]) ?? main;
}

/**
 * Returns how an answer ended. If the answer was interrupted or ended for an unknown reason, returns undefined, and the
 * answer is not used.
 */
export function finishOf(reason: string, hasCalls: boolean): Reply['finish'] | undefined {
  if (cuts.test(reason)) return 'length';
  if (filters.test(reason)) return 'refused';
  if (!stops.includes(reason) && !calling.test(reason)) return undefined;
  return hasCalls ? 'tools' : 'stop';
}

/**
 * Returns a reply with the finish "length" if the reply used up its token limit. Some servers report a tool call or a
 * normal end instead.
 */
export function cutAtLimit<R extends Pick<Reply, 'finish'>>(
  reply: R,
  output: number | undefined,
  limit: unknown,
): R {
  const isCut = output !== undefined && output === limit && reply.finish !== 'refused';
  return isCut ? { ...reply, finish: 'length' } : reply;
}

/** Reads token counts. Zero means "not reported". Reasoning counts as output even if it is reported separately. */
function usageOf(usage: Body['usage']): ReportedUsage {
  const kept = usage?.cache_read_input_tokens ?? 0;
  const apart = (usage?.input_tokens ?? 0) + kept + (usage?.cache_creation_input_tokens ?? 0);
  const input = usage?.prompt_tokens || apart || undefined;
  const details = usage?.completion_tokens_details ?? usage?.output_tokens_details;
  const reasoning = details?.reasoning_tokens ?? usage?.reasoning_tokens ?? undefined;
  const completion = usage?.completion_tokens ?? usage?.output_tokens ?? 0;
  const rest = input !== undefined && usage?.total_tokens ? usage.total_tokens - input : 0;
  const thought = reasoning !== undefined && reasoning > completion ? completion + reasoning : 0;
  return {
    input,
    output: Math.max(completion, rest, thought) || undefined,
    reasoning: reasoning || undefined,
    cached:
      usage?.prompt_tokens_details?.cached_tokens || usage?.prompt_cache_hit_tokens || kept || undefined,
  };
}

/** Reads a stream, which some servers send even if none was requested. An interrupted stream is not used. */
function readStream(raw: string, hasTools: boolean, among: readonly string[] | undefined): Completion {
  let content = '';
  let reasoning = '';
  let refusal = '';
  let finish = '';
  let logprobs: unknown;
  let isOver = false;
  let whole: Body = { model: null, provider: null, system_fingerprint: null };
  const called: { id: string; name: string; arguments: string }[] = [];
  for (const { data, name } of eventsIn(raw)) {
    if (data.trim() === '[DONE]') {
      isOver = true;
      continue;
    }
    let value: unknown;
    try {
      value = parsed(data);
    } catch {
      return { kind: 'broken', reason: `a stream with an event that is not JSON: ${data}` };
    }
    if (hasError(value) || name === 'error') return { kind: 'error', error: value, hasBegun: content !== '' };
    const read = body.safeParse(value);
    if (!read.success) return { kind: 'broken', reason: `a stream with an unknown event: ${data}` };
    const { choices, ...rest } = read.data;
    const known = Object.entries(rest).filter(([, given]) => given !== null && given !== undefined);
    whole = { ...whole, ...Object.fromEntries(known) };
    for (const one of choices ?? []) {
      if ((one.index ?? 0) !== 0) continue;
      const piece = one.delta ?? one.message ?? { content: one.text };
      const error = [one.error, piece.error].find(isError);
      if (error !== undefined) return { kind: 'error', error: { error }, hasBegun: true };
      const reason = reasonOf(one);
      finish = badEnd([finish, reason]) ?? (reason || finish);
      logprobs ??= one.logprobs;
      whole.usage ??= usage.parse(one.usage);
      const { answer, thoughts, refusal: refused } = contentOf(piece.content);
      // Some servers end a stream with the whole message.
      const isWhole = !one.delta && answer.startsWith(content);
      content = isWhole ? answer : content + answer;
      reasoning += thoughts + thinkingIn(piece);
      refusal += (piece.refusal ?? '') + refused;
      for (const { index: place, id, function: more } of piece.tool_calls ?? []) {
        if ((place ?? 0) > 1000) continue;
        const call = (called[place ?? 0] ??= { id: '', name: '', arguments: '' });
        call.id ||= id ?? '';
        call.name += more?.name ?? '';
        const given = more?.arguments ?? '';
        call.arguments += typeof given === 'string' ? given : JSON.stringify(given);
      }
    }
  }
  const filter = content === '' && finish === '' ? filterIn(whole) : undefined;
  if (filter !== undefined) return filtered(filter);
  if (!isOver && finish === '') return { kind: 'broken', reason: 'a stream that was cut off' };
  const toolCalls = called
    .filter((call) => call !== undefined)
    .map(({ id, ...call }, index) => ({ index, id, function: call }));
  const joined = { content, reasoning_content: reasoning, refusal, tool_calls: toolCalls };
  return fromChoice({ index: 0, finish_reason: finish, logprobs, message: joined }, whole, hasTools, among);
}

/**
 * Yields the data of each event. Only CR and LF end a line; U+2028 is part of the text. Some servers interrupt a stream
 * with an error that lacks "data:", and some leave out the empty line between events.
 */
function* eventsIn(raw: string): Generator<{ readonly data: string; readonly name: string }> {
  let data: string[] = [];
  let name = '';
  for (const line of [...raw.split(/\r\n|\r|\n/), '']) {
    const isData = line.startsWith('data:');
    const isBare = line.trimStart().startsWith('{');
    const isWhole = line === '' || isBare || (isData && isJson(data.join('\n')));
    if (isWhole && data.length > 0) {
      yield { data: data.join('\n'), name };
      data = [];
    }
    if (line === '') name = '';
    if (line.startsWith('event:')) name = line.slice(6).trim();
    if (isData) data.push(line.slice(5).replace(/^ /, ''));
    if (isBare) yield { data: line, name };
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
