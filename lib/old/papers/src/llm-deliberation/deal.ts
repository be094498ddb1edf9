import { z } from 'zod';
import { check, object } from 'agora-voting/internal';
import { seatGiven, type Deal, type Seat } from './game';

const given = object('arguments', { text: z.string({ error: 'a text' }), scores: seatGiven.shape.scores });

/**
 * The one reader of deals: the last place of a text that names exactly one option of every issue, be it inside of
 * DEAL tags, in one sentence, or in a list of lines with an option each. A half option (D2.5) counts as the one below,
 * as the authors of LLM-Deliberation read it.
 * Unlike the authors, who read tags alone, it reads words: llama2 and mixtral mostly leave the tags off.
 * @param scores - any party's sheet: it says which issues and options the game has
 * @returns null if there is no such place, or if it names an option that the game does not have
 * @example
 * const sheet = { A: [3, 1], B: [0, 2] };
 * papers.llmDeliberation.dealIn('I would take A1. So let us agree on A2 and B1.', sheet); // => { A: 2, B: 1 }
 */
export function dealIn(text: string, scores: Seat['scores']): Deal | null {
  check('dealIn', given, { text, scores });
  const issues = Object.keys(scores);
  for (const place of placesOf(text, issues).reverse()) {
    const named = optionsIn(place, issues);
    const isWhole = named.size === issues.length && [...named.values()].every(({ size }) => size === 1);
    if (!isWhole) continue;
    const deal = Object.fromEntries(issues.map((issue) => [issue, [...(named.get(issue) ?? [])][0] ?? 0]));
    return issues.every((issue) => scores[issue]?.[(deal[issue] ?? 0) - 1] !== undefined) ? deal : null;
  }
  return null;
}

/** A text without DEAL tags. */
export function withoutTags(text: string): string {
  return text.replace(/<\/?DEAL>/gi, ' ');
}

const TAGGED = /<DEAL>([^]*?)(?:<\/DEAL>|$)/gi;
/** "A2", "A 2" or "D2.5". */
const OPTION = /\b([A-Z]) ?(\d)(?:\.\d)?\b/g;

function optionsIn(text: string, issues: readonly string[]): Map<string, Set<number>> {
  const named = new Map<string, Set<number>>();
  for (const [, issue = '', option] of text.matchAll(OPTION))
    if (issues.includes(issue)) named.set(issue, (named.get(issue) ?? new Set()).add(Number(option)));
  return named;
}

/** The parts of a text that may contain a whole deal, in the order of their ends. */
function placesOf(text: string, issues: readonly string[]): string[] {
  const places: string[] = [];
  let at = 0;
  for (const tagged of text.matchAll(TAGGED)) {
    places.push(...spokenPlaces(text.slice(at, tagged.index), issues), tagged[1] ?? '');
    at = tagged.index + tagged[0].length;
  }
  return [...places, ...spokenPlaces(text.slice(at), issues)];
}

/** Sentences, and lists: lines that follow each other, blank ones aside, with options of one issue each. */
function spokenPlaces(text: string, issues: readonly string[]): string[] {
  const places: string[] = [];
  let list: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const isEntry = optionsIn(line, issues).size === 1;
    if (isEntry) list.push(line);
    else if (list.length > 0) {
      places.push(list.join('\n'));
      list = [];
    }
    if (!isEntry) places.push(...line.split(/(?<=[.!?])\s+/));
  }
  return list.length > 0 ? [...places, list.join('\n')] : places;
}
