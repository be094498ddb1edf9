import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { experiment } from 'agora-core';
import { exchangeEconomy } from 'agora-core/environments';
import { simulated } from 'agora-core/models';
import { roundTable } from 'agora-core/protocols';
import { readCollaborations, readRun } from 'agora-core/transcripts';
import { dowdall, ruleByName as anyRuleByName } from 'agora-voting';
import { ruleByName } from './rules';

const folder = mkdtempSync(join(tmpdir(), 'agora-ranked-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a run whose record says RoundTable's ranked", () => {
  it('contract: is read, and its rule is found in the folder of the paper', async () => {
    const name = join(folder, 'run');
    await experiment({
      environment: exchangeEconomy(),
      protocol: roundTable({ rule: ruleByName('ranked'), rounds: 1 }),
      model: simulated(),
      collaborations: 2,
      seed: 1,
      folder: name,
      progress: 'none',
    });
    const recorded = readRun(name).protocol.settings['rule'] as string;
    expect(recorded).toBe('ranked');
    expect([...readCollaborations(name)]).toHaveLength(2);
    expect(ruleByName(recorded).explanation).toBe(dowdall.explanation);
    expect(() => anyRuleByName(recorded)).toThrow('is called dowdall here');
  });
});
