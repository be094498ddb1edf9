import { z } from 'zod';
import { answerOf } from './json';
import type { Reply, ToolCall, Usage } from './model';

/** What an endpoint reports of its tokens. Undefined numbers have to be counted here. */
export type ReportedUsage = { readonly [K in keyof Usage]: Usage[K] | undefined };

/** The reply in a body, or a fault: an error that the body reports, or what is wrong with it. */
export type Completion =
  | { readonly kind: 'reply'; readonly reply: Omit<Reply, 'usage'>; readonly usage: ReportedUsage }
  /** The body reports an error, which may have ended an answer that had begun. */
  | { readonly kind: 'error'; readonly error: unknown; readonly hasBegun?: boolean }
  /** The body is no reply, or it broke off. */
  | { readonly kind: 'broken'; readonly reason: string };

const text = z.string().nullish().catch(null);
const count = z.number().nonnegative().nullish().catch(null);
const part = z.object({ type: text, text, thinking: z.unknown().optional() }).nullable().catch(null);
const calls = z
  .array(
    z.object({
      index: count,
      id: text,
      function: z.object({ name: text, arguments: z.unknown().optional() }).nullish(),
    }),
  )
  .nullish()
  .catch(null);
const message = z.object({
  content: z.unknown().optional(),
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  tool_calls: calls,
});
const choice = z.object({
  index: count,
  finish_reason: text,
  error: z.unknown().optional(),
  message: message.nullish(),
  /** In streams, instead of `message`. */
  delta: message.nullish(),
  /** Where the old completions protocol is mixed in. */
  text,
});
const body = z.object({
  model: text,
  provider: text,
  system_fingerprint: text,
  choices: z.array(choice).nullish(),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      total_tokens: count,
      reasoning_tokens: count,
      prompt_cache_hit_tokens: count,
      prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
      completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
type Body = z.infer<typeof body>;
type Choice = z.infer<typeof choice>;

/** Reads the body of a chat completion. `hasTools` says whether the request offered tools. */
export function readCompletion(raw: string, hasTools: boolean): Completion {
  const plain = withoutComments(raw.replace(/^\ufeff/, ''));
  if (/^(?:data|event|id|retry):/m.test(plain) && !/^\s*[{[<]/.test(plain))
    return readStream(plain, hasTools);
  let value: unknown;
  try {
    value = JSON.parse(plain);
  } catch {
    return {
      kind: 'broken',
      reason: plain.trim() === '' ? 'an empty answer' : `an answer that is not JSON: ${plain}`,
    };
  }
  return hasError(value) ? { kind: 'error', error: value } : fromBody(value, plain, hasTools);
}

/** Servers may send comments, which begin with a colon, to keep the connection alive. */
const withoutComments = (raw: string): string =>
  raw.startsWith(':') || raw.includes('\n:') ? raw.replace(/^:.*(?:\r\n|\r|\n)?/gm, '') : raw;

/** An error in a body with status 200, also as {"code": 404, "message": "..."}. */
function hasError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { error, choices, message: said, detail, object } = value as Record<string, unknown>;
  if (error !== undefined && error !== null && error !== '') return true;
  return choices === undefined && (said !== undefined || detail !== undefined || object === 'error');
}

function fromBody(value: unknown, raw: string, hasTools: boolean): Completion {
  const read = body.safeParse(value);
  const choices = read.data?.choices ?? [];
  const first = choices.find(({ index }) => index === 0) ?? choices[0];
  if (read.data === undefined || first === undefined)
    return { kind: 'broken', reason: `an answer that is no chat completion: ${raw}` };
  return fromChoice(first, read.data, hasTools);
}

function fromChoice(first: Choice, whole: Body, hasTools: boolean): Completion {
  const { finish_reason: reason, error } = first;
  if (error !== undefined && error !== null) return { kind: 'error', error: { error }, hasBegun: true };
  const said: z.infer<typeof message> = first.message ?? { content: first.text };
  const { answer, thoughts } = contentOf(said.content);
  const toolCalls = hasTools ? toolCallsOf(said.tool_calls) : [];
  const finish = said.refusal ? 'refused' : finishOf(reason, toolCalls.length > 0);
  if (finish === undefined) return { kind: 'broken', reason: `an answer that ended with "${reason}"` };
  const parted = answerOf(finish === 'refused' ? said.refusal || answer : answer);
  const reasoning = [thoughts, said.reasoning_content ?? said.reasoning, parted.reasoning]
    .filter(Boolean)
    .join('\n');
  return {
    kind: 'reply',
    reply: {
      text: parted.text,
      finish,
      ...(reasoning !== '' && { reasoning: reasoning.toWellFormed() }),
      ...(finish === 'tools' && { toolCalls }),
      ...(whole.model && { model: whole.model }),
      ...(whole.provider && { provider: whole.provider }),
      ...(whole.system_fingerprint && { fingerprint: whole.system_fingerprint }),
    },
    usage: usageOf(whole.usage),
  };
}

/** The content is a text, a list of parts of which some may be thinking, or JSON that the server has parsed already. */
function contentOf(content: unknown): { answer: string; thoughts: string } {
  if (content === undefined || content === null) return { answer: '', thoughts: '' };
  if (typeof content === 'string') return { answer: content, thoughts: '' };
  if (typeof content !== 'object') return { answer: JSON.stringify(content), thoughts: '' };
  if (!Array.isArray(content)) {
    const isPart = typeof (content as { text?: unknown }).text === 'string' && 'type' in content;
    return isPart ? contentOf([content]) : { answer: JSON.stringify(content), thoughts: '' };
  }
  let answer = '';
  let thoughts = '';
  for (const piece of content) {
    if (typeof piece === 'string') answer += piece;
    const read = part.parse(piece);
    if (read === null) continue;
    if (/think|reason/.test(read.type ?? '')) thoughts += contentOf(read.thinking ?? read.text).answer;
    else answer += read.text ?? '';
  }
  return { answer, thoughts };
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
  'stop',
  'end_turn',
  'stop_sequence',
  'eos',
  'eos_token',
  'end',
  'done',
  'complete',
  'completed',
  'finished',
];
const calling = ['tool_calls', 'function_call', 'tool_use', 'tool_call'];
const cuts =
  /^(length|incomplete|max_(output_)?(tokens?|length)|model_length|token_limit|(model_)?context(_window|_length)?_exceeded)$/;
const filters =
  /content_?filter|safety|recitation|blocklist|prohibited|spii|refus|sensitive|guardrail|moderation|policy|flagged/;

/** How an answer ended. Undefined if it broke off, or ended in a way that nobody knows: then it is no answer. */
function finishOf(reason: string | null | undefined, hasCalls: boolean): Reply['finish'] | undefined {
  const name = (reason ?? 'stop').toLowerCase().replace(/[- ]/g, '_');
  if (cuts.test(name)) return 'length';
  if (filters.test(name)) return 'refused';
  if (!stops.includes(name) && !calling.includes(name)) return undefined;
  return hasCalls ? 'tools' : 'stop';
}

/** Zero tokens are no report. Reasoning is counted as output, also by endpoints that report it apart. */
function usageOf(usage: Body['usage']): ReportedUsage {
  const input = usage?.prompt_tokens || undefined;
  const reasoning =
    usage?.completion_tokens_details?.reasoning_tokens ?? usage?.reasoning_tokens ?? undefined;
  const completion = usage?.completion_tokens ?? 0;
  const rest = input !== undefined && usage?.total_tokens ? usage.total_tokens - input : 0;
  const apart = reasoning !== undefined && reasoning > completion ? completion + reasoning : 0;
  return {
    input,
    output: Math.max(completion, rest, apart) || undefined,
    reasoning: reasoning || undefined,
    cached: usage?.prompt_tokens_details?.cached_tokens || usage?.prompt_cache_hit_tokens || undefined,
  };
}

/** Reads a stream that nobody asked for. One that breaks off before its end is no answer. */
function readStream(raw: string, hasTools: boolean): Completion {
  let content = '';
  let reasoning = '';
  let refusal = '';
  let finish: string | null = null;
  let isOver = false;
  let whole: Body = { model: null, provider: null, system_fingerprint: null };
  const called: { id: string; name: string; arguments: string }[] = [];
  for (const data of eventsIn(raw)) {
    if (data.trim() === '[DONE]') {
      isOver = true;
      continue;
    }
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      return { kind: 'broken', reason: `a stream with an event that is not JSON: ${data}` };
    }
    if (hasError(value)) return { kind: 'error', error: value, hasBegun: content !== '' };
    const read = body.safeParse(value);
    if (!read.success) return { kind: 'broken', reason: `a stream with an unknown event: ${data}` };
    const { choices, ...rest } = read.data;
    const known = Object.entries(rest).filter(([, given]) => given !== null && given !== undefined);
    whole = { ...whole, ...Object.fromEntries(known) };
    for (const { index, delta, message: complete, finish_reason: reason, error } of choices ?? []) {
      if ((index ?? 0) !== 0) continue;
      if (error !== undefined && error !== null) return { kind: 'error', error: { error }, hasBegun: true };
      finish = reason ?? finish;
      const piece = delta ?? complete;
      const { answer, thoughts } = contentOf(piece?.content);
      content += answer;
      reasoning += thoughts + (piece?.reasoning_content ?? piece?.reasoning ?? '');
      refusal += piece?.refusal ?? '';
      for (const { index: place, id, function: more } of piece?.tool_calls ?? []) {
        if ((place ?? 0) > 1000) continue;
        const call = (called[place ?? 0] ??= { id: '', name: '', arguments: '' });
        call.id ||= id ?? '';
        call.name += more?.name ?? '';
        const given = more?.arguments ?? '';
        call.arguments += typeof given === 'string' ? given : JSON.stringify(given);
      }
    }
  }
  if (!isOver && finish === null) return { kind: 'broken', reason: 'a stream that broke off' };
  const toolCalls = called
    .filter((call) => call !== undefined)
    .map(({ id, ...call }, index) => ({ index, id, function: call }));
  const joined = { content, reasoning_content: reasoning, refusal, tool_calls: toolCalls };
  return fromChoice({ index: 0, finish_reason: finish, message: joined }, whole, hasTools);
}

/** The data of each event. Lines end at CR and LF only: U+2028 is part of a text. */
function* eventsIn(raw: string): Generator<string> {
  let data: string[] = [];
  for (const line of [...raw.split(/\r\n|\r|\n/), '']) {
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
    if (line !== '' || data.length === 0) continue;
    yield data.join('\n');
    data = [];
  }
}
