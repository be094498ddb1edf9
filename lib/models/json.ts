import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import type { JsonObject } from '../environments/environment';

/** The value in a reply, or the reason why the reply is unusable. A repair prompt may quote `reason`. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly kind: 'no answer' | 'not JSON' | 'invalid'; readonly reason: string };

const schemas = new WeakMap<z.ZodType, JsonObject>();

/** Returns the JSON schema of a reply in the form that endpoints accept. */
export function jsonSchemaOf(schema: z.ZodType): JsonObject {
  let found = schemas.get(schema);
  if (found === undefined) {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    found = rest as JsonObject;
    schemas.set(schema, found);
  }
  return found;
}

/** Returns whether replies with this schema are prose. All other replies are JSON. */
export function isProseSchema(schema: z.ZodType): boolean {
  let inner: z.core.$ZodType = schema;
  while (inner instanceof z.ZodPipe) inner = inner.in;
  return inner instanceof z.ZodString || inner instanceof z.ZodEnum;
}

/** Options for the schema of a reply. Most serve a single question, so compiling them would take longer than it saves. */
const once = { jitless: true };

/** Reads a reply according to its schema: the whole text if the schema is a string, otherwise the JSON in the text. */
export function readReply<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  if (text.trim() === '') return { ok: false, kind: 'no answer', reason: 'the answer is empty' };
  const isProse = isProseSchema(schema);
  const found = isProse ? ({ ok: true, value: text.trim() } as const) : findJson(text);
  if (!found.ok) return { ok: false, kind: 'not JSON', reason: found.reason };
  const value = text.includes('\\u') ? eachText(found.value, wellFormed) : found.value;
  const checked = schema.safeParse(value, once);
  if (checked.success) return { ok: true, value: checked.data };
  const loosened = schema.safeParse(loosen(value, checked.error.issues), once);
  if (loosened.success) return { ok: true, value: loosened.data };
  return { ok: false, kind: 'invalid', reason: reasonOf(checked.error.issues) };
}

/** Describes at most three faults, each with its path. */
function reasonOf(issues: readonly z.core.$ZodIssue[]): string {
  const faults = issues.slice(0, 3).map(({ path, message }) => {
    return path.length === 0 ? message : `${path.join('.')}: ${message}`;
  });
  return faults.join('; ');
}

/**
 * Corrects harmless formatting slips: "(B)", "B." or ["B"] instead of the option "B"; "4" instead of the number 4; and
 * an object written as text. Only values that do not match the schema are changed.
 */
function loosen(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const root = { value: structuredClone(value) };
  for (const issue of issues) {
    let holder: Record<PropertyKey, unknown> | undefined = root;
    const path: PropertyKey[] = ['value', ...issue.path];
    for (const key of path.slice(0, -1)) {
      const inner: unknown = holder?.[key];
      holder = typeof inner === 'object' && inner !== null ? (inner as typeof holder) : undefined;
    }
    const last = path.at(-1) as PropertyKey;
    if (holder !== undefined && Object.hasOwn(holder, last)) holder[last] = looser(holder[last], issue);
  }
  return root.value;
}

function looser(value: unknown, issue: z.core.$ZodIssue): unknown {
  if (issue.code === 'invalid_value') {
    const written = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
    if (typeof written !== 'string') return value;
    if (issue.values.includes(written)) return written;
    const options = issue.values.filter((option) => typeof option === 'string');
    const named = options.filter((option) => isLabelled(written, option));
    return named.length === 1 ? named[0] : value;
  }
  if (issue.code !== 'invalid_type' || typeof value !== 'string') return value;
  const text = value.trim();
  if (['number', 'int'].includes(issue.expected)) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : value;
  if (['object', 'array', 'record'].includes(issue.expected)) return parseStrictly(text)?.value ?? value;
  return value;
}

/**
 * Returns whether a text is an option followed by punctuation or by the wording of the option: "(B)", "B.", "B) Paris".
 */
function isLabelled(written: string, option: string): boolean {
  const text = written.trim().replace(/^[(["'*]+/, '');
  return text.startsWith(option) && /^[)\]"'*]*([.):]|$)/.test(text.slice(option.length));
}

/** The maximum nesting depth. Answers have only a few levels, and deeply nested text would overflow the stack. */
const deepest = 100;

type Found = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/**
 * Finds the JSON in a text. A model that thinks aloud gives its answer last, so this is the last complete object or, if
 * there is none, the last complete array. Incomplete JSON is never completed. It makes the whole answer unusable, even
 * if there is complete JSON before it.
 */
function findJson(text: string): Found {
  const whole = parseStrictly(text.trim());
  if (whole !== undefined) return asJson(whole.value);
  const fence = lastFence(text);
  let object: { value: unknown } | undefined;
  let array: { value: unknown } | undefined;
  let problem = 'there is no JSON in the answer';
  let at = fence?.end ?? 0;
  while ((at = nextBracket(text, at)) < text.length) {
    const end = beginsJson(text, at) ? closingBracket(text, at) : at + 1;
    if (typeof end === 'string') return { ok: false, reason: `the JSON in the answer ${end}` };
    const span = text.slice(at, end);
    const found = span.length > 1 ? (parseStrictly(span) ?? parseRepaired(span)) : undefined;
    if (found === undefined && span.length > 1) problem = 'what looks like JSON in the answer cannot be read';
    if (found !== undefined && span.startsWith('{')) object = found;
    if (found !== undefined && span.startsWith('[') && !isCitation(text, at, end)) array = found;
    at = end;
  }
  const best = object ?? array ?? fence;
  return best === undefined ? { ok: false, reason: problem } : asJson(best.value);
}

/** Returns the value. If the value is a text that contains JSON, returns that JSON instead. */
function asJson(value: unknown): Found {
  if (typeof value !== 'string') return { ok: true, value };
  const inner = parseStrictly(value.trim());
  return { ok: true, value: inner === undefined ? value : inner.value };
}

function parseStrictly(text: string): { value: unknown } | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isDeeperThan(deepest, value) ? undefined : { value };
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON after repairing models' common slips: typographic quotes, comments, trailing commas, raw newlines, and
 * Python's None and True.
 */
function parseRepaired(span: string): { value: unknown } | undefined {
  try {
    const found = parseStrictly(jsonrepair(span));
    return Array.isArray(found?.value) === span.startsWith('[') ? found : undefined;
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** Finds the last code fence whose entire content is JSON, and the position where the fence ends. */
function lastFence(text: string): { value: unknown; end: number } | undefined {
  const parts = text.split('```');
  for (let i = parts.length - 2 + (parts.length % 2); i > 0; i -= 2) {
    const content = (parts[i] as string).replace(/^[a-z0-9]*\s/i, '');
    const found = parseStrictly(content.trim());
    const end = parts.slice(0, i + 1).join('```').length + 3;
    if (found !== undefined) return { value: found.value, end };
    if (parts.length - i > 100) break;
  }
  return undefined;
}

function nextBracket(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '{' && text[at] !== '[') at++;
  return at;
}

const objectBegins = /\{\s*(?:["'`“”„‘’}]|\/[/*]|[\p{L}_$][\p{L}\p{N}_$-]*\s*:|$)/uy;
const arrayBegins = /\[\s*(?:["'`“”„‘’{[\]\d-]|(?:true|false|null|True|False|None)\b)/y;
const interval = /\[\s*-?[\d.]+\s*,\s*-?[\d.]+\s*\)/y;

/** Returns whether a bracket begins JSON rather than an aside, a formula or an interval such as [0, 1). */
function beginsJson(text: string, at: number): boolean {
  const matches = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    return pattern.test(text);
  };
  return text[at] === '{' ? matches(objectBegins) : matches(arrayBegins) && !matches(interval);
}

/** Opening quotes, each with the quotes that may close it. */
const closers: Readonly<Record<string, string>> = {
  '"': '"”',
  "'": "'’",
  '`': '`',
  '“': '”“"',
  '”': '”"',
  '„': '“”"',
  '‘': "’‘'",
  '’': "’'",
};

/**
 * Returns the position after the bracket that closes the one at `start`, or the reason why there is none. A quote opens
 * a string only where a key or value can begin. It closes a string only where a key or value can end. Unescaped quotes
 * inside a string therefore do no harm.
 */
function closingBracket(text: string, start: number): number | string {
  const open: string[] = [];
  let before = '';
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (isSpace(char)) continue;
    if (char === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const [mark, width] = text[at + 1] === '/' ? ['\n', 0] : ['*/', 1];
      const end = text.indexOf(mark, at + 2);
      at = end < 0 ? text.length : end + width;
      continue;
    }
    const closing = closers[char];
    if (closing !== undefined && (before === '' || '{[,:'.includes(before))) {
      at = endOfString(text, at, closing);
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
      if (open.length > deepest) return `has more than ${deepest} levels of brackets`;
    } else if (char === '}' || char === ']') {
      if (open.pop() !== char) return 'has brackets that do not match';
      if (open.length === 0) return at + 1;
    }
    before = char;
  }
  return 'breaks off before its end';
}

function endOfString(text: string, start: number, closing: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (closing.includes(text[at] as string) && canEndAt(text, at + 1)) return at;
  }
  return text.length;
}

/**
 * Returns whether a string can end here: before a comma, a colon, a closing bracket or a comment, before a quote on a
 * later line, or at the end of the text.
 */
function canEndAt(text: string, from: number): boolean {
  let at = from;
  let isNewLine = false;
  for (; at < text.length && isSpace(text[at] as string); at++) isNewLine ||= text[at] === '\n';
  const char = text[at];
  if (char === undefined || ',:}]'.includes(char)) return true;
  if (char === '/') return text[at + 1] === '/' || text[at + 1] === '*';
  return isNewLine && closers[char] !== undefined;
}

const isSpace = (char: string): boolean => char <= ' ' || (char > '\x7f' && /\s/.test(char));

/** Returns whether an array is a citation such as [1] or [2, 3] within a sentence. */
function isCitation(text: string, start: number, end: number): boolean {
  if (!/^\[[\d,\s]+\]$/.test(text.slice(start, end))) return false;
  const before = text.slice(0, start).trimEnd();
  const lineBefore = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim();
  const lineAfter = /^[^\n]*/.exec(text.slice(end))?.[0].trim() ?? '';
  return (lineBefore !== '' || lineAfter !== '') && !before.endsWith(':');
}

/** Applies a function to every text in a value, including keys. */
export function eachText<T>(value: T, change: (text: string) => string): T {
  const changed = (inner: unknown): unknown => {
    if (typeof inner === 'string') return change(inner);
    if (Array.isArray(inner)) return inner.map(changed);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [change(key), changed(one)]));
  };
  return changed(value) as T;
}

/** Replaces unpaired surrogates with U+FFFD, because strict servers reject them in later prompts. */
const wellFormed = (text: string): string => text.toWellFormed();

/** An answer, separated from the thinking before it. */
export interface Answer {
  /** Empty if the model produced only thinking. */
  readonly text: string;
  readonly reasoning?: string;
}

/** Words for thinking in the names of tags such as <think>, <reasoning_content> and <inner_monologue>. */
const thinkingWords =
  'think(?:ing)?|thoughts?|reason(?:ing)?|rationale|reflect(?:ion)?|scratch[_-]?pad|analysis|cot|antthinking|' +
  'chain[_-]of[_-]thoughts?|monologue|deliberation|brainstorm(?:ing)?';
const thinking = new RegExp(
  [
    String.raw`<(\/?)\s{0,3}(?:[a-z]{1,20}[:_-]){0,3}(?:${thinkingWords})` +
      String.raw`(?:[_-][a-z]{1,20}){0,3}(?:\s[^<>\n]{0,100})?>`,
    String.raw`\[(\/?)THINK\]`,
    String.raw`◁(\/?)think▷`,
    String.raw`<[|｜](\/?|(?:begin|start|end)_(?:of_)?)(?:${thinkingWords})(?:_(begin|start|end))?[|｜]>`,
    String.raw`<\|channel>thought|(<channel\|>)`,
    '<unused94>thought|(<unused95>)',
  ].join('|'),
  'gi',
);
/**
 * Other marks of thinking, and their replacements. Some models put their thinking in escaped tags, square brackets, a
 * folded section or a code block. Others write a plan or draft before the answer, or announce the thinking in a
 * sentence (Granite, Apriel, Ollama). The last pattern removes GLM's marks around an answer.
 */
const otherThinking: readonly (readonly [RegExp, string])[] = [
  [/&lt;(\/?)think(?:ing)?&gt;/gi, '<$1think>'],
  [/<think(?:ing)?\s*\/>/gi, ''],
  [/\[(think(?:ing)?|reason(?:ing)?|thoughts?)\]([\s\S]*?)\[\/\1\]/gi, '<think>$2</think>'],
  [/<details type="reasoning"[^<>]*>([\s\S]*?)(?:<\/details>|$)/g, '<think>$1</think>'],
  [
    /^\s*<(plan(?:ning)?|drafts?|notes?|explanation|justification|critique|steps?)>([\s\S]*?)<\/\1>(?=\s*\S)/i,
    '<think>$2</think>',
  ],
  [/^\s*```(?:think(?:ing)?|thoughts?|reasoning)\n([\s\S]*?)(?:```|$)/i, '<think>$1</think>'],
  [/^\s*Here is my thought process:([\s\S]*?)(?:Here is my response:|$)/, '<think>$1</think>'],
  [/^\s*Here are my reasoning steps:([\s\S]*?)(?:\[BEGIN FINAL RESPONSE\]|$)/, '<think>$1</think>'],
  [/^\s*Thinking\.\.\.\n([\s\S]*?)\n\.\.\.done thinking\./, '<think>$1</think>'],
  [/<\|(?:begin|end)_of_box\|>/g, ''],
];
/** A tag around a whole answer. */
const wrapper = /^<(output|final|solution|result|conclusion)>((?:(?!<\/?\1>)[\s\S])*)<\/\1>$/i;

/** Marks that begin or end a chat turn. Text after the end of the answer's turn is ignored. */
const turn = new RegExp(
  [
    String.raw`<[|｜][^<>|｜\n]{1,40}[|｜]>|\[\|[^[\]|\n]{1,40}\|\]|<\|turn>|<turn\|>`,
    String.raw`<\/?s>|<\/?(?:eos|eod|eot|bos|sop|eop)>|<(?:start|end)_of_\w+>|<(?:extra_id|reserved)_\d+>`,
    String.raw`\[\/?INST\]|\[\/ASSISTANT\]|<<\/?SYS>>|\[gMASK\]|\[e~\[|\]~b\]|<\/?(?:assistant|response)>`,
    String.raw`\[END FINAL RESPONSE\]`,
  ].join('|'),
  'i',
);
const leadingTurns = new RegExp(
  `^\\s*(?:(?:${turn.source})\\s*(?:(?:assistant|model)\\s*(?=\\n|<))?\\s*)+`,
  'i',
);
/** A label such as "Assistant:", with which the model introduces its own turn. */
const ownSide = /^\s*(?:#+ ?response ?:|(?:#+ ?)?assistant(?: ?:|\n))\s*/i;
/** The start of another turn: a line such as "User:", or a role name that has lost its marks. */
const otherSide = new RegExp(
  [
    String.raw`\n[ \t]*(?:#+ ?|\*\*)?(?:[Uu]ser|[Hh]uman|Instruction|USER|HUMAN) ?:`,
    String.raw`\n[ \t]*(?:#+ ?(?:User|Human|Instruction)s?|user|assistant)[ \t]*\n`,
    String.raw`(?<=[^\s-])assistant\n\n`,
  ].join('|'),
);
/** An unpaired surrogate, escaped as in JSON. */
const halfCharacter = /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2})\\ud[c-f][\da-f]{2}/gi;

/** Matches every text that may contain marks. */
const anyMark = new RegExp(
  [
    String.raw`[<[◁]|&lt;|^\s*(?:analysis|assistant|here is|here are|thinking\.|[#\x60])`,
    String.raw`\n[ \t]*[#*]*\s?(?:User|Human|Instruction)|assistant\s*\n`,
  ].join('|'),
  'i',
);

/**
 * Separates a model's answer from its thinking and from text after the end of its turn. Unpaired surrogates become
 * U+FFFD.
 */
export function answerOf(raw: string): Answer {
  const text = raw.toWellFormed().replace(halfCharacter, '\\ufffd');
  // Almost all answers contain no marks. If an answer is entirely JSON, any marks in it are quotations.
  if (!anyMark.test(text)) return { text: text.trim() };
  if (/^\s*[{[]/.test(text) && parseStrictly(text) !== undefined) return { text: text.trim() };
  const marked = otherThinking.reduce((so, [form, mark]) => so.replace(form, mark), text);
  const parted =
    marked.includes('<|channel|>') || /^(?:assistant)?analysis/.test(marked)
      ? byChannel(marked)
      : byMarks(marked);
  const answer = oneTurn(parted.text);
  const reasoning = parted.reasoning.trim();
  return reasoning === '' ? { text: answer } : { text: answer, reasoning };
}

/** Splits the channels of gpt-oss: everything before the first final message is thinking. */
function byChannel(text: string): { text: string; reasoning: string } {
  const plain = /^(?:assistant)?analysis(?=[A-Z])([\s\S]+?)assistantfinal/.exec(text);
  if (plain !== null) return { text: text.slice(plain[0].length), reasoning: plain[1]! };
  if (!text.includes('<|channel|>')) {
    return /^(?:assistant)?analysis(?=[A-Z])/.test(text) ? { text: '', reasoning: text } : byMarks(text);
  }
  const final = /<\|channel\|>\s*final\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/.exec(text);
  const before = final === null ? text : text.slice(0, final.index);
  const reasoning = before
    .replace(/<\|start\|>\s*assistant|<\|channel\|>[^<]*|<\|message\|>|<\|end\|>/g, '\n')
    .replace(/\n{2,}/g, '\n');
  return { text: final === null ? '' : text.slice(final.index + final[0].length), reasoning };
}

/**
 * Splits a text at thinking marks. Without an opening mark, the thinking starts at the beginning of the text. Without a
 * closing mark, there is no answer. A closing mark that does not match the innermost open section closes all sections.
 */
function byMarks(text: string): { text: string; reasoning: string } {
  let outside = '';
  let reasoning = '';
  let open: string[] = [];
  let from = 0;
  for (const mark of text.matchAll(thinking)) {
    const piece = text.slice(from, mark.index);
    from = mark.index + mark[0].length;
    const isClosing = mark.slice(1).some((part) => /^(?:\/|end|<)/i.test(part ?? ''));
    const name = mark[0].toLowerCase().replace(/[^a-z:_-]|begin|start|end/g, '');
    if (open.length > 0) reasoning += piece;
    else if (isClosing) {
      reasoning = outside + reasoning + piece;
      outside = '';
    } else outside += piece;
    if (isClosing) open = open.at(-1) === name ? open.slice(0, -1) : [];
    else if (open.at(-1) !== name) open.push(name);
  }
  const rest = text.slice(from);
  return open.length > 0
    ? { text: '', reasoning: outside + reasoning + rest }
    : { text: outside + rest, reasoning };
}

/** Returns the first turn of a text, without the marks in front of it. */
function oneTurn(text: string): string {
  const begun = text.replace(leadingTurns, '').replace(ownSide, '');
  const mark = turn.exec(begun);
  // <s> within a text is HTML for strikethrough, and so is the </s> after it.
  const ends = [mark !== null && mark[0] !== '<s>' ? mark.index : -1, otherSide.exec(begun)?.index ?? -1];
  const end = Math.min(...ends.filter((place) => begun.slice(0, Math.max(place, 0)).trim() !== ''));
  return (Number.isFinite(end) ? begun.slice(0, end) : begun).trim().replace(wrapper, '$2').trim();
}
