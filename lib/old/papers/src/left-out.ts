/** Figures of the papers that are no items, by their numbers, and what they are. */
const leftOut: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  roundtable: {
    'a drawing of its method': [1, 2],
    'a prompt': [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
  },
  gedi: { 'a drawing of its method': [2] },
  s2mad: { 'a drawing of its method': [1, 2] },
  deliberation: { 'a drawing of its method': [1, 2] },
  strategies: { 'a drawing of its method': [1, 2, 4, 5] },
};

/** "The paper's Figure 2 is a drawing of its method, which is not an item"; null for what the paper does not have. */
export function whyLeftOut(paper: string, name: string): string | null {
  const [, number] = /^figure(\d+)$/.exec(name) ?? [];
  const found = Object.entries(leftOut[paper] ?? {}).find(([, numbers]) => numbers.includes(Number(number)));
  return found === undefined ? null : `The paper's Figure ${number} is ${found[0]}, which is not an item`;
}
