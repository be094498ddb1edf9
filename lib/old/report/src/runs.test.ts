import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environments, experiment, models, protocols } from 'agora-core';
import { borda, majority } from 'agora-voting';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runs } from './runs';

let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'agora-query-'));
  vi.stubEnv('AGORA_HOME', home);
  for (const [folder, rule] of [
    ['runs/a', majority],
    ['runs/deep/b', borda],
  ] as const)
    await experiment({
      environment: environments.exchangeEconomy(),
      protocol: protocols.roundTable({ rule, rounds: 2 }),
      model: models.simulated(),
      name: `a table that's ruled by ${rule.name}`,
      collaborations: 3,
      folder: join(home, folder),
      progress: 'none',
    });
});
beforeEach(() => void vi.stubEnv('AGORA_HOME', home));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const eventsOf = (folder: string): { type: string; outputTokens?: number }[] =>
  readFileSync(join(home, folder, 'events.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string });

describe('report.runs', () => {
  it('known: many runs are one set of tables, with each row told which run it belongs to', async () => {
    const all = await runs(join(home, 'runs', '**'));
    expect(all.folders).toEqual([join(home, 'runs', 'a'), join(home, 'runs', 'deep', 'b')]);
    const rows = await all.query(
      'select runs.run, runs.name, count(*) as replies, sum(outputTokens) as tokens ' +
        'from replies join runs using (run) group by all order by run',
    );
    const expected = ['runs/a', 'runs/deep/b'].map((folder) => {
      const replies = eventsOf(folder).filter(({ type }) => type === 'reply');
      return {
        replies: replies.length,
        tokens: replies.reduce((sum, { outputTokens = 0 }) => sum + outputTokens, 0),
      };
    });
    expect(rows).toEqual([
      { run: 'a', name: "a table that's ruled by majority", ...expected[0] },
      { run: 'b', name: "a table that's ruled by borda", ...expected[1] },
    ]);
    for (const table of all.tables) {
      const [row] = await all.query(`select count(*) as n, count(run) as named from ${table}`);
      expect(row).toEqual({ n: row?.['n'], named: row?.['n'] });
    }
    expect((await all.show('select distinct protocol from runs')).text).toContain('round-table');
  });

  it('law: tables are written once, and again when a run goes on', async () => {
    const key = async (): Promise<number> => {
      const one = await runs([join(home, 'runs', 'a')]);
      expect(one.folders).toHaveLength(1);
      const [row] = await one.query(
        "select file from glob('" + home + "/tables/*/messages.parquet') order by file limit 1",
      );
      return statSync(String(row?.['file'])).mtimeMs;
    };
    expect(await key()).toBe(await key());
    const events = join(home, 'runs', 'a', 'events.jsonl');
    const before = readFileSync(events, 'utf8');
    const count = async (): Promise<unknown> =>
      (await (await runs(join(home, 'runs', 'a'))).query('select count(*) as n from collaborations'))[0]?.[
        'n'
      ];
    expect(await count()).toBe(3);
    appendFileSync(events, before.split('\n')[0]!.replace('"collaboration":0', '"collaboration":9') + '\n');
    expect(await count()).toBe(4);
    writeFileSync(events, before);
  });

  it('contract: no run, a bad question and a missing package are one clear line each', async () => {
    await expect(runs(join(home, 'nothing', '**'))).rejects.toMatchObject({ code: 'no-run' });
    await expect(runs([])).rejects.toMatchObject({ code: 'setting' });
    const all = await runs(join(home, 'runs', '*'));
    await expect(all.query('select nothing from messages')).rejects.toMatchObject({ code: 'query' });
    await expect(all.query('')).rejects.toMatchObject({ code: 'setting' });
    const module = createRequire(__filename)('node:module') as {
      _load: (name: string, ...rest: unknown[]) => unknown;
    };
    const load = module._load;
    module._load = (name, ...rest) => {
      if (name !== '@duckdb/node-api') return load(name, ...rest);
      throw Object.assign(new Error("Cannot find module '@duckdb/node-api'"), { code: 'MODULE_NOT_FOUND' });
    };
    try {
      await expect(runs(home)).rejects.toThrow('npm install @duckdb/node-api');
    } finally {
      module._load = load;
    }
  });
});
