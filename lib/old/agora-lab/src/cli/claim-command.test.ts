import { afterEach, describe, expect, it, vi } from 'vitest';
import { main } from './main';

/** What the command prints, on either stream. */
async function printed(...args: string[]): Promise<string> {
  let text = '';
  const keep = (part: unknown) => void (text += `${String(part)}\n`);
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
  await main(['claim', ...args]);
  return text;
}

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

describe('agora claim', () => {
  it('known: prints one claim whole, with the command that computes it again', async () => {
    const text = await printed('gedi.threeRatersSuffice');
    for (const part of [
      'Test: ',
      'Bound: ',
      'Effect: ',
      'after Holm',
      'Sensitivity',
      'npm run claims -- gedi',
    ])
      expect(text).toContain(part);
  });

  it('known: without a name, how many claims there are by paper and verdict', async () => {
    const text = await printed();
    expect(text).toMatch(/gedi +29 claims, by recorded evidence: \d+ holds/);
    expect(text.trim().split('\n').length).toBe(6);
  });

  it("known: with a paper's name, its claims with their verdicts", async () => {
    const text = await printed('GEDI');
    expect(text).toMatch(/gedi\.pluralityIsRobust +holds +cannot be checked +Plurality is remarkably robust/);
    expect(text.match(/^gedi\./gm)).toHaveLength(29);
  });

  it('known: a claim is found without its paper, too', async () => {
    expect(await printed('pluralityIsRobust')).toMatch(/^gedi\.pluralityIsRobust: /);
  });

  it('contract: an unknown paper ends in one line that says which may be meant', async () => {
    const text = await printed('gedy');
    expect(process.exitCode).toBe(1);
    expect(text.trim()).toMatch(/^agora: There is no paper "gedy" \(did you mean "gedi"\?\)\. .*[^\n]$/);
  });

  it('contract: an unknown claim ends in one line that says which may be meant', async () => {
    const text = await printed('gedi.threeRatersSufice');
    expect(process.exitCode).toBe(1);
    expect(text.trim()).toBe(
      'agora: There is no claim "gedi.threeRatersSufice" (did you mean "gedi.threeRatersSuffice"?). figures/CLAIMS.md lists all 147.',
    );
  });
});
