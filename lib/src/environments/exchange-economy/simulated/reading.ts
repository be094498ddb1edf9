import type { SeenMessage } from '../../situation';

/** What one message says, as far as a simulated agent understands it. */
export interface Understood {
  /** The good its writer values most, if it says so. */
  readonly wants: string | null;
  /** The candidate its writer backs, if it says so. */
  readonly backs: string | null;
}

const wantsPhrases = [
  /what I value most is (\w+)/i,
  /nothing helps me as much as (\w+)/i,
  /my first priority is (\w+)/i,
  /I care about (\w+) above all/i,
];
const backsPhrases = [
  /I support proposal (\d+)/i,
  /proposal (\d+) has my vote/i,
  /I am ready to accept proposal (\d+)/i,
];

const understood = new Map<string, Understood>();
const largestMemory = 20_000;

/** Reads a message's words. Real agents' messages are read as well: what is not understood is passed over. */
export function understand(text: string): Understood {
  const known = understood.get(text);
  if (known !== undefined) return known;
  const result = { wants: firstMatch(wantsPhrases, text), backs: firstMatch(backsPhrases, text) };
  if (understood.size >= largestMemory) understood.clear();
  understood.set(text, result);
  return result;
}

/** What all messages together say, as far as it is understood. */
interface Heard {
  /** Who said to value which good most, in order. */
  readonly wants: readonly { readonly from: string; readonly good: string }[];
  /** Which candidate each writer backs, by the latest message that says so. */
  readonly backs: ReadonlyMap<string, string>;
}

let last: {
  readonly messages: readonly SeenMessage[];
  readonly length: number;
  readonly heard: Heard;
} | null = null;

/** Agents that act at once read the same messages: the first of them reads for all. */
function hear(messages: readonly SeenMessage[]): Heard {
  if (last?.messages === messages && last.length === messages.length) return last.heard;
  const heard = { wants: [] as { from: string; good: string }[], backs: new Map<string, string>() };
  for (const { from, text } of messages) {
    const { wants, backs } = understand(text);
    if (wants !== null) heard.wants.push({ from, good: wants });
    if (backs !== null) heard.backs.set(from, backs);
  }
  last = { messages, length: messages.length, heard };
  return heard;
}

/** Whether somebody has said what it values most. */
export function hasSaidWants(name: string, messages: readonly SeenMessage[]): boolean {
  return hear(messages).wants.some(({ from }) => from === name);
}

/**
 * What an agent believes about how others value the goods: row by agent, a weight by good, summing to 1. It starts
 * from "all goods alike" and moves towards what was said, `attention` of the way with each statement. A listener
 * takes a good that is named as most valued to have a weight of `statedWeight`.
 */
export function beliefs(
  agents: readonly string[],
  goods: readonly string[],
  messages: readonly SeenMessage[],
  attention: number,
): number[][] {
  const rows = agents.map(() => goods.map(() => 1 / goods.length));
  for (const { from, good } of hear(messages).wants) {
    const row = rows[agents.indexOf(from)];
    const named = goods.indexOf(good);
    if (row === undefined || named < 0 || goods.length < 2) continue;
    row.forEach((weight, k) => {
      const stated = k === named ? statedWeight : (1 - statedWeight) / (goods.length - 1);
      row[k] = weight + attention * (stated - weight);
    });
  }
  return rows;
}

/** "Most" is taken to mean three quarters: a guess that an agent can make without knowing the others' utilities. */
const statedWeight = 0.75;

/** How many others back each candidate, by the latest message of each that says so. */
export function backers(self: string, messages: readonly SeenMessage[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [name, id] of hear(messages).backs) if (name !== self) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function firstMatch(patterns: readonly RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match?.[1] !== undefined) return match[1];
  }
  return null;
}
