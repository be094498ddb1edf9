import type { LlamaContext } from 'node-llama-cpp';
import { describe, expect, it } from 'vitest';
import { drawOneByOne } from './one-by-one';

const contextOf = (inner: object) => ({ _ctx: inner }) as unknown as LlamaContext;

describe('drawOneByOne', () => {
  it('law: never two at once, each with its own result, also after one that failed', async () => {
    let drawing = 0;
    let most = 0;
    const inner = {
      async sampleToken(row: number): Promise<number> {
        most = Math.max(most, ++drawing);
        await new Promise((resolve) => setTimeout(resolve, 1));
        drawing--;
        if (row === 2) throw new Error('no such row');
        return 10 * row;
      },
    };
    drawOneByOne(contextOf(inner));
    const drawn = await Promise.allSettled([0, 1, 2, 3].map((row) => inner.sampleToken(row)));
    expect(drawn.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
      0,
      10,
      'failed',
      30,
    ]);
    expect(most).toBe(1);
  });

  it('contract: another library is refused, with what to do', () => {
    expect(() => drawOneByOne({} as LlamaContext)).toThrow(/not the one that the kit knows.*sequences: 1/);
    expect(() => drawOneByOne(contextOf({}))).toThrow('not the one');
  });
});
