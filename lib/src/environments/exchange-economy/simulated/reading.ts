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
  for (const message of messages) {
    const { wants } = understand(message.text);
    const agent = agents.indexOf(message.from);
    const good = wants === null ? -1 : goods.indexOf(wants);
    if (agent < 0 || good < 0 || goods.length < 2) continue;
    rows[agent] = (rows[agent] ?? []).map((weight, k) => {
      const stated = k === good ? statedWeight : (1 - statedWeight) / (goods.length - 1);
      return weight + attention * (stated - weight);
    });
  }
  return rows;
}

/** "Most" is taken to mean three quarters: a guess that an agent can make without knowing the others' utilities. */
const statedWeight = 0.75;

/** How many others back each candidate, by the latest message of each that says so. */
export function backers(self: string, messages: readonly SeenMessage[]): Map<string, number> {
  const latest = new Map<string, string>();
  for (const message of messages) {
    const { backs } = understand(message.text);
    if (message.from !== self && backs !== null) latest.set(message.from, backs);
  }
  const counts = new Map<string, number>();
  for (const id of latest.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function firstMatch(patterns: readonly RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match?.[1] !== undefined) return match[1];
  }
  return null;
}
