import { isDeeperThan, type Reading } from 'agora-voting/internal';
import { beginsJson, deepest, isSpace, readTolerantJson, strictEnd, tolerantEnd } from './tolerant-json';

/**
 * Reads the JSON in a model's answer. The whole text is tried as strict JSON first. If that fails, objects and arrays
 * are searched inside the text (in code fences, or with prose around them), and typical errors of models are
 * repaired: single or typographic quotes, trailing commas, comments, None, True and False.
 *
 * If there are several objects, the last one counts, because a model that thinks aloud gives its final answer last.
 * Without any object, the last array counts. Three things are not read: an answer that breaks off inside its JSON,
 * plain prose, and more than 100 levels of brackets. They give `ok: false` with a reason in words that a model can
 * act on. Time grows linearly with the length of the text.
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
  // A strict reading can fail after a long way. All of them together may read at most four times the text's length.
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

/** The most fenced blocks that are looked at, from the last one backwards. */
const mostFences = 50;

/** The last fenced block whose whole content is strict JSON, and where it ends. */
function lastFence(text: string): { value: unknown; end: number } | undefined {
  const blocks: { from: number; to: number; end: number }[] = [];
  /** Fences that are open, by character: the mark, and where the content begins. */
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

/** Whether an array is a citation such as [1] or [2, 3] within a sentence, and therefore not an answer. */
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
