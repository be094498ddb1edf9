import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstAgreement } from 'agora-core/stopping';
import { simulated } from 'agora-core/models';
import { borda } from 'agora-voting';
import {
  compareWays,
  recordedRules,
  recordedWays,
  ruleTable,
  stoppedBy,
  usualWays,
  wayResults,
  waysFigure,
  wayTable,
} from './index';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-across-'));
});
beforeEach(() => {
  vi.stubEnv('AGORA_HOME', home);
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

describe('recorded ways', () => {
  it('known: one agent, a vote and three lengths of debate on 198 questions of GPQA', async () => {
    const results = wayResults(await recordedWays());
    const of = (way: string) => results.find((one) => one.way === way);
    expect(of('one agent')?.right.value).toBeCloseTo(80.6, 1);
    expect(of('majority vote')?.right.value).toBeCloseTo(83.5, 1);
    expect(of('debate, three rounds')?.calls).toBe(9);
    expect(of('debate until all agree')?.rounds).toBeCloseTo(1.3, 1);
    expect(of('debate until nobody changes')?.rounds).toBeCloseTo(2.2, 1);
    expect(of('majority vote')?.gain).toBeNull();
    for (const { right } of results) expect(right.high).toBeLessThanOrEqual(100);
  });

  it('known: Borda on the same ten ballots is right in 43.4% of 1,692 questions', async () => {
    const rows = await recordedRules([borda]);
    const own = rows.filter((row) => row['way'] === 'borda');
    expect(own).toHaveLength(1692);
    expect(own.reduce((sum, { value }) => sum + (value ?? 0), 0) / 1692).toBeCloseTo(43.4, 1);
    expect(ruleTable(rows).text).toMatch(/borda +43\.4/);
  });
});

describe('ways on one task', () => {
  it('law: all ways are held on the same cases, and stopping costs no more rounds', async () => {
    const ways = usualWays(2).filter(({ name }) => ['majority vote', 'MAD'].includes(name));
    const stopped = stoppedBy(firstAgreement(), ways.slice(1));
    const rows = await compareWays({ ways: [...ways, ...stopped], cases: 3, model: simulated() });
    const results = wayResults(rows);
    expect(results.map(({ way }) => way)).toEqual(['majority vote', 'MAD', 'MAD, stopped early']);
    expect(results[2]?.rounds).toBeLessThanOrEqual(results[1]?.rounds ?? 0);
    expect(wayTable(rows).text).toContain('simulated, 3 cases');
    // A row for each way, whether stopped early or not.
    const { layout } = waysFigure(rows, { task: 'made-up claims' });
    expect((layout['yaxis'] as { ticktext: string[] }).ticktext).toEqual(['majority vote', 'MAD']);
  });

  it('contract: rows without the baseline are refused by name', () => {
    expect(() => wayResults([])).toThrow('needs rows of the way "majority vote", got none');
  });
});
