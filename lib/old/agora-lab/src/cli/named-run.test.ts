import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exchangeEconomy } from 'agora-core/environments';
import { experiment } from 'agora-core/experiment';
import { readRun } from 'agora-core/transcripts';
import { simulated } from 'agora-core/models';
import { roundTable } from 'agora-core/protocols';
import { hasCode, majority } from 'agora-voting';
import { textOf } from './explore-command';
import { exportCommand } from './export-command';
import { namedRun, runFolderNamed } from './named-run';
import { queryCommand } from './query-command';
import { statusCommand } from './status-command';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-named-'));
  vi.stubEnv('AGORA_HOME', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

/** Plays a run of one collaboration in a folder of its own, and gives that. */
async function play(name: string, seed = 7): Promise<string> {
  const run = await experiment({
    environment: exchangeEconomy(),
    protocol: roundTable({ rule: majority, rounds: 1 }),
    model: simulated(),
    name: name,
    collaborations: 1,
    seed: seed,
    progress: 'none',
  });
  return run.folder;
}

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (hasCode(error, 'no-run')) return error.message;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a run by its name', () => {
  it('known: its name as status prints it, its id, its folder and the beginning of each will do', async () => {
    const folder = await play('roundtable dowdall 3 agents');
    await play('roundtable borda 3 agents');
    const [printed = ''] = /roundtable dowdall [\w ]*?(?= {2})/.exec(statusCommand()) ?? [];
    const { id } = readRun(folder);
    expect(id).toMatch(/^roundtable-dowdall-3-agents-[0-9a-f]{10}$/);
    const given = [printed, id, folder, 'roundtable dow', 'roundtable-dowdall-3-agents', id.slice(0, -3)];
    expect(given[0]).toBe('roundtable dowdall 3 agents');
    for (const one of given) {
      expect(runFolderNamed(one), one).toBe(folder);
      expect(namedRun(one), one).toMatchObject({ folder: folder, name: printed, evidence: 'simulated' });
    }
  });

  it('known: status, explore, export and query take it', async () => {
    const folder = await play('a first one');
    await play('another one');
    expect(statusCommand('a first').split('\n')).toHaveLength(3);
    expect(textOf(['a first one'], 0)).toContain('Agent A');
    const told = await exportCommand('a first', { as: 'csv', quiet: true });
    expect(told).toContain(join(home, 'exports', `${basename(folder)}-csv`));
    const counted = await queryCommand('select count(*) as n from runs', {
      runs: ['a first one'],
      json: true,
    });
    expect(counted).toBe('{"n":1}');
  });

  it('contract: several that are meant are named, by folders that tell them apart', async () => {
    const folders = [await play('same', 1), await play('same', 2), await play('same again')];
    const two = messageOf(() => runFolderNamed('same'));
    expect(two).toMatch(
      /^"same" may be any of 2 runs: same-\w+, same-\w+\. Give one of these folders' names\.$/,
    );
    expect(messageOf(() => namedRun('sam'))).toContain('any of 3 runs');
    for (const folder of folders) expect(namedRun(basename(folder))).toMatchObject({ folder: folder });
  });

  it('contract: where there is none, the one that may be meant is named: a run or a recorded set', async () => {
    await play('my negotiations');
    expect(messageOf(() => namedRun('my negotiation s'))).toBe(
      'No run or recorded set is called "my negotiation s" (did you mean "my negotiations"?); "npx agora status" lists runs.',
    );
    expect(messageOf(() => namedRun('dylann'))).toContain('(did you mean "dylan"?)');
    expect(messageOf(() => runFolderNamed('dylann'))).toBe(
      'No run is called "dylann"; "npx agora status" lists runs.',
    );
    expect(messageOf(() => namedRun(''))).toContain('No run or recorded set is called ""');
    expect(messageOf(() => namedRun('no/such/folder'))).toContain('is not a run');
  });

  it('contract: a recorded set keeps its name beside a run of the same name', async () => {
    const folder = await play('dylan');
    expect(namedRun('dylan')).toMatchObject({ evidence: 'recorded', name: 'dylan' });
    expect(namedRun(basename(folder))).toMatchObject({ folder: folder });
  });

  it('contract: a run whose record cannot be read is found by its folder, and hides no other', async () => {
    const folder = await play('a good one');
    const broken = join(home, 'runs', 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'run.json'), '{');
    expect(runFolderNamed('a good')).toBe(folder);
    expect(statusCommand('broken')).toContain('(unreadable)');
    expect(() => namedRun('broken')).toThrow('is not JSON');
  });
});
