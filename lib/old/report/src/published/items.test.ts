import { describe, expect, it } from 'vitest';
import { items } from './items';
import { loadPaper } from './load-paper';

describe('the items of the papers', () => {
  it("contract: 56 tables and figures, each once, under the papers' own names", () => {
    const names = items().map(({ paper, item }) => `${paper}, ${item}`);
    expect(new Set(names).size).toBe(56);
    expect(names.every((name) => /, (Table|Figure) \d+$/.test(name))).toBe(true);
    for (const name of ['roundtable', 'gedi', 's2-mad', 'deliberation', 'strategies']) {
      const { paper, tables } = loadPaper(name);
      for (const { item } of tables) expect(names).toContain(`${paper}, ${item.split(', ')[0]}`);
    }
  });
});
