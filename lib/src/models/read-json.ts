import type { Reading } from '../json';
import { beginsJson, strictEnd, tolerantEnd, type SpanEnd } from './json-span';

/**
 * Reads the JSON in a model's answer. Strictly first; else it looks for objects and arrays inside the text (in code
 * fences, with prose around them) and repairs what models get wrong: single or typographic quotes, trailing commas,
 * comments, None, True and False.
 *
 * When there are several, the last object counts (the last array if there is no object), as a model that thinks
 * aloud gives its final answer last. An answer that breaks off inside its JSON is not completed, and plain prose is
 * not read as a string: both are `ok: false` with a reason in words that a model can act on.
 */
export function readJson(text: string): Reading<unknown> {
  if (text.trim() === '') return { ok: false, reason: 'the answer is empty' };
  const whole = parse(text);
  if (whole !== undefined) return { ok: true, value: whole.value };
  const fence = lastFence(text);
  const found = search(text, fence?.end ?? 0);
  if (found.ok || found.cut) return found;
  return fence === undefined ? found : { ok: true, value: fence.value };
}

type Search = { ok: true; value: unknown } | { ok: false; reason: string; cut: boolean };

function search(text: string, from: number): Search {
  let object: { value: unknown } | undefined;
  let array: { value: unknown } | undefined;
  let reason = 'there is no JSON object in the answer';
  for (let at = nextBracket(text, from); at >= 0; at = nextBracket(text, from)) {
    from = at + 1;
    if (!beginsJson(text, at)) continue;
    const strict = strictEnd(text, at);
    const tolerant = tolerantEnd(text, at);
    const found = readSpan(text, at, strict, parse) ?? readSpan(text, at, tolerant, repair);
    const last = found ?? readSpan(text, at, strict, repair);
    if (last !== undefined) {
      from = last.end;
      if (text[at] === '{') object = last;
      else if (!isCitation(text, at, last.end)) array = last;
    } else if (tolerant.end !== undefined) {
      from = tolerant.end;
      reason = 'what looks like JSON in the answer cannot be read as JSON';
    } else if (!isInterval(text, at)) {
      const what = text.slice(at, at + 40).trim();
      const problem =
        tolerant.problem === 'cut'
          ? 'breaks off before its JSON is closed'
          : 'has brackets that do not match';
      return { ok: false, reason: `the answer ${problem} (it begins with ${what})`, cut: true };
    }
  }
  const value = object ?? array;
  return value === undefined ? { ok: false, reason, cut: false } : { ok: true, value: value.value };
}

function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}

function readSpan(
  text: string,
  at: number,
  span: SpanEnd,
  read: (text: string) => { value: unknown } | undefined,
): { value: unknown; end: number } | undefined {
  const found = span.end === undefined ? undefined : read(text.slice(at, span.end));
  return found === undefined || span.end === undefined ? undefined : { value: found.value, end: span.end };
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

let jsonrepair: ((text: string) => string) | undefined;

/** Loaded when first wanted, and by hand: its types are those of an ES module. */
function load(): (text: string) => string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('jsonrepair') as { jsonrepair: (text: string) => string }).jsonrepair;
}

function repair(text: string): { value: unknown } | undefined {
  try {
    jsonrepair ??= load();
    const value = JSON.parse(jsonrepair(text)) as unknown;
    return typeof value === 'object' && Array.isArray(value) === text.startsWith('[') ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/** The last fenced block whose whole content is strict JSON, and where it ends. */
function lastFence(text: string): { value: unknown; end: number } | undefined {
  let last: { value: unknown; end: number } | undefined;
  for (const match of text.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n[ \t]*\1/gm)) {
    const content = parse(match[2] as string);
    if (content !== undefined) last = { ...content, end: (match.index ?? 0) + match[0].length };
  }
  return last;
}

/** Whether an array is a reference such as [1] or [2, 3] within a sentence, and no answer. */
function isCitation(text: string, start: number, end: number): boolean {
  if (!/^\[\s*\d+(?:\s*,\s*\d+)*\s*\]$/.test(text.slice(start, end))) return false;
  const before = text.slice(0, start).trimEnd();
  const ownLine = /(?:^|\n)[ \t]*$/.test(text.slice(0, start)) && /^[ \t]*(?:\n|$)/.test(text.slice(end));
  return !ownLine && !before.endsWith(':');
}

/** Whether a bracket that is never closed is a half-open interval such as [0, 1) within a sentence. */
function isInterval(text: string, start: number): boolean {
  return /^\[\s*-?[\d.]+\s*,\s*-?[\d.]+\s*\)/.test(text.slice(start, start + 60));
}
