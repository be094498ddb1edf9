const goods = [
  'apples',
  'bread',
  'cheese',
  'dates',
  'eggs',
  'figs',
  'grapes',
  'honey',
  'jam',
  'kale',
  'lemons',
  'milk',
];

/** Short everyday words: "apples", "bread", ...; after twelve "good 13", "good 14", ... */
export function defaultGoodNames(count: number): string[] {
  return Array.from({ length: count }, (_, good) => goods[good] ?? `good ${good + 1}`);
}

/** "Agent A" to "Agent Z", then "Agent AA", "Agent AB", ... */
export function defaultAgentNames(count: number): string[] {
  return Array.from({ length: count }, (_, agent) => `Agent ${letters(agent)}`);
}

function letters(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last;
}
