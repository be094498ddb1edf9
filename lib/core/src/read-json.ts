import { isDeeperThan, type Reading } from 'agora-voting/internal';
import { beginsJson, deepest, isSpace, readTolerantJson, strictEnd, tolerantEnd } from './tolerant-json';

/**
 * Reads the JSON in a model's answer. Strictly first; else it looks for objects and arrays inside the text (in code
 * fences, with prose around them) and repairs what models get wrong: single or typographic quotes, trailing commas,
 * comments, None, True and False.
 *
 * When there are several, the last object counts (the last array if there is no object), as a model that thinks
 * aloud gives its final answer last. An answer that breaks off inside its JSON is not completed, and plain prose is
 * not read as a string: both are `ok: false` with a reason in words that a model can act on. So are more than 100
 * levels of brackets. Time grows with the text's length, whatever stands in it.
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

const problems = {
  cut: 'breaks off before its JSON is closed',
  mismatch: 'has brackets that do not match',
  depth: `has more than ${deepest} levels of brackets`,
};

function search(text: string, start: number): Search {
  let object: { value: unknown } | undefined;
  let array: { value: unknown } | undefined;
  let reason = 'there is no JSON object in the answer';
  // Strict readings that lead nowhere may each read far ahead: together they read the text four times at most.
  let strictly = 4 * text.length;
  for (let at = nextBracket(text, start); at >= 0; at = nextBracket(text, start)) {
    start = at + 1;
    if (!beginsJson(text, at)) continue;
    const strict = strictly > 0 ? strictEnd(text, at) : undefined;
    strictly -= (strict?.end ?? strict?.at ?? at) - at;
    let end = strict?.end;
    let found = end === undefined ? undefined : parse(text.slice(at, end));
    if (found === undefined) {
      const tolerant = tolerantEnd(text, at);
      const repaired = tolerant.end === undefined ? undefined : repair(text.slice(at, tolerant.end));
      if (repaired !== undefined || end === undefined) [found, end] = [repaired, tolerant.end];
      else found = repair(text.slice(at, end));
      if (found === undefined && tolerant.end === undefined) {
        const what = text.slice(at, at + 40).trim();
        return {
          ok: false,
          reason: `the answer ${problems[tolerant.problem]} (it begins with ${what})`,
          cut: true,
        };
      }
      if (found === undefined) {
        reason = 'what looks like JSON in the answer cannot be read as JSON';
        end = tolerant.end;
      }
    }
    start = end ?? start;
    if (found === undefined) continue;
    if (text[at] === '{') object = found;
    else if (!isCitation(text, at, start)) array = found;
  }
  const value = object ?? array;
  return value === undefined ? { ok: false, reason, cut: false } : { ok: true, value: value.value };
}

function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}

function parse(text: string): { value: unknown } | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isDeeperThan(deepest, value) ? undefined : { value };
  } catch {
    return undefined;
  }
}

function repair(text: string): { value: unknown } | undefined {
  const found = readTolerantJson(text);
  return found !== undefined && Array.isArray(found.value) === text.startsWith('[') ? found : undefined;
}

/** So many fenced blocks are looked at, from the last one backwards. */
const mostFences = 50;

/** The last fenced block whose whole content is strict JSON, and where it ends. */
function lastFence(text: string): { value: unknown; end: number } | undefined {
  const blocks: { from: number; to: number; end: number }[] = [];
  /** Open fences by their character, each with its mark and where its content begins. */
  const open = new Map<string, { mark: string; from: number }>();
  for (const { index, 0: start, 1: mark = '' } of text.matchAll(/^[ \t]*(`{3,}|~{3,})/gm)) {
    const fence = open.get(mark.charAt(0));
    const end = index + start.length;
    if (fence !== undefined && mark.startsWith(fence.mark)) {
      blocks.push({ from: fence.from, to: index - 1, end });
      open.delete(mark.charAt(0));
    } else if (fence === undefined) {
      const lineEnd = text.indexOf('\n', end);
      if (lineEnd >= 0 && !text.slice(end, lineEnd).includes('`'))
        open.set(mark.charAt(0), { mark, from: lineEnd + 1 });
    }
  }
  for (const { from, to, end } of blocks.slice(-mostFences).reverse()) {
    const content = parse(text.slice(from, to));
    if (content !== undefined) return { ...content, end };
  }
  return undefined;
}

/** Whether an array is a reference such as [1] or [2, 3] within a sentence, and no answer. */
function isCitation(text: string, start: number, end: number): boolean {
  if (!/^\[\s*\d+(?:\s*,\s*\d+)*\s*\]$/.test(text.slice(start, end))) return false;
  let before = start - 1;
  while (isSpace(text, before)) before--;
  let after = end;
  while (isSpace(text, after) && text[after] !== '\n') after++;
  const ownLine =
    (before < 0 || text.slice(before, start).includes('\n')) &&
    (after >= text.length || text[after] === '\n');
  return !ownLine && text[before] !== ':';
}
