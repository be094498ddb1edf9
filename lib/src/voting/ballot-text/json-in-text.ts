import type { BallotKind } from '../voting-rule';

/** Names under which a model may put its ballot inside an object. */
const holders = [
  'decision',
  'ballot',
  'vote',
  'votes',
  'answer',
  'choice',
  'ranking',
  'ratings',
  'rating',
].concat(['scores', 'points', 'approved', 'approvals', 'approval', 'order']);

/** What a text holds in JSON, taken out of the object that a model may have put around it. */
export interface JsonBallot {
  readonly ballot: unknown;
}

/**
 * The values in a text that are JSON, or were meant as JSON, and have the shape of a ballot of a kind: the whole text,
 * or spans in brackets, fenced or not. An array of one entry within a sentence may be a reference ("[1]") and is none.
 */
export function ballotsInJson(text: string, kind: BallotKind, options: readonly string[]): JsonBallot[] {
  const found: JsonBallot[] = [];
  let unclosed = 0;
  for (let at = 0; at < text.length && unclosed < mostUnclosed; at++) {
    if (text[at] !== '{' && text[at] !== '[') continue;
    const end = closing(text, at);
    if (end === null) {
      unclosed++;
      continue;
    }
    const value = parsed(text.slice(at, end));
    const held = unwrapped(value, options);
    const setApart = /(?:^|[:\n])\s*$/.test(text.slice(0, at)) && /^\s*(?:$|\n)/.test(text.slice(end));
    if (held === undefined && !hasShape(value, kind, setApart)) continue;
    found.push({ ballot: held === undefined ? value : held });
    at = end - 1;
  }
  return found;
}

/** What an object holds under one of the usual names, at any depth; undefined when it is no such object. */
function unwrapped(value: unknown, options: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.some(([key]) => options.includes(key))) return undefined;
  const held = entries.find(([key]) => holders.includes(key.trim().toLowerCase()))?.[1] as unknown;
  return held === undefined ? undefined : (unwrapped(held, options) ?? held);
}

function hasShape(value: unknown, kind: BallotKind, setApart: boolean): boolean {
  if (typeof value !== 'object' || value === null || kind === 'choice') return false;
  const numbers = kind === 'rating' || kind === 'points';
  if (!Array.isArray(value)) return numbers;
  const entries = value as unknown[];
  if (numbers)
    return entries.length > 0 && entries.every((entry) => typeof entry === 'object' && entry !== null);
  return setApart || entries.length > 1;
}

const string = /"(?:[^"\\\n]|\\.)*"/y;

/** Where the bracket at `start` is closed, strings in double quotes passed over; null when it is not. */
function closing(text: string, start: number): number | null {
  const open: string[] = [];
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"') {
      string.lastIndex = at;
      at += (string.exec(text)?.[0].length ?? 1) - 1;
    } else if (char === '{') open.push('}');
    else if (char === '[') open.push(']');
    else if (char === '}' || char === ']') {
      if (open.pop() !== char) return null;
      if (open.length === 0) return at + 1;
    }
  }
  return null;
}

function parsed(span: string): unknown {
  try {
    return JSON.parse(span) as unknown;
  } catch {
    try {
      return JSON.parse(load()(span)) as unknown;
    } catch {
      return undefined;
    }
  }
}

/** A text with more open brackets than this is no longer searched for JSON. */
const mostUnclosed = 100;

let repair: ((text: string) => string) | undefined;

/** Loaded when first wanted, and by hand: its types are those of an ES module. */
function load(): (text: string) => string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (repair ??= (require('jsonrepair') as { jsonrepair: (text: string) => string }).jsonrepair);
}
