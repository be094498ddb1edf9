import { readTolerantJson } from '../../tolerant-json';
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
  /** The same as text, to compare by. */
  readonly json: string;
}

/** Brackets within brackets that are deeper are no ballot. */
const deepest = 20;
/** So many characters are looked at, those within brackets once for each pair of them; then prose is read. */
const mostLookedAt = 4_000_000;

const apartBefore = /(?<=(?:^|[:\n])\s*)/y;
const apartAfter = /\s*(?:$|\n)/y;

/**
 * The values in a text that are JSON, or were meant as JSON, and have the shape of a ballot of a kind: the whole text,
 * or spans in brackets, fenced or not. An array of one entry within a sentence may be a reference ("[1]") and is none.
 */
export function ballotsInJson(text: string, kind: BallotKind, options: readonly string[]): JsonBallot[] {
  const found: JsonBallot[] = [];
  let looked = 0;
  for (let at = 0; at < text.length && looked < mostLookedAt; at++) {
    if (text[at] !== '{' && text[at] !== '[') continue;
    const { length, isClosed } = bracketed(text, at);
    looked += length;
    if (!isClosed) continue;
    const end = at + length;
    const span = text.slice(at, end);
    const setApart = matches(apartBefore, text, at) && matches(apartAfter, text, end);
    if (!setApart && !/[:,]/.test(span)) continue;
    const value = parsed(span) ?? readTolerantJson(span)?.value;
    const held = unwrapped(value, options);
    if (held === undefined && !hasShape(value, kind, setApart)) continue;
    const ballot = held === undefined ? value : held;
    found.push({ ballot, json: JSON.stringify(ballot) });
    at = end - 1;
  }
  return found;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
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

/** From a bracket to where it is closed, or cannot be; strings in double quotes are passed over. */
function bracketed(text: string, start: number): { readonly length: number; readonly isClosed: boolean } {
  const open: string[] = [];
  let unquoted = start; // up to here a double quote opens no string
  let at = start;
  for (; at < text.length && open.length <= deepest; at++) {
    const char = text[at] as string;
    if (char === '"' && at >= unquoted) {
      if (matches(string, text, at)) at = string.lastIndex - 1;
      else unquoted = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    } else if (char === '{') open.push('}');
    else if (char === '[') open.push(']');
    else if (char === '}' || char === ']') {
      if (open.pop() !== char) break;
      if (open.length === 0) return { length: at + 1 - start, isClosed: true };
    }
  }
  return { length: Math.max(at, unquoted) - start, isClosed: false };
}

function parsed(span: string): unknown {
  try {
    return JSON.parse(span) as unknown;
  } catch {
    return undefined;
  }
}
