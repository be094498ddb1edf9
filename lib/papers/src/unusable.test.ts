import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { simulated } from 'agora-core/models';
import { gedi } from './index';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-unusable-'));
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

describe('an item all of whose answers are unusable', () => {
  it('known: says so with the counts by kind, also when it resumes', async () => {
    const asked = {
      model: simulated({ malformedRate: 1 }),
      questions: 2,
      benchmarks: ['MMLU'],
      rules: ['borda'],
    } as const;
    await gedi.table2.run(asked);
    const again = await gedi.table2.run(asked);
    // Ten raters rank and rate each of two questions; no dictator is asked without a ballot.
    expect(again.unusable).toMatch(/^All 40 answers are unusable \(40 \w+\), so there is no number of ours: /);
    const { text, html } = gedi.table2.compare(again);
    expect(text.replace(/\s+/g, ' ')).toContain('All 40 answers are unusable');
    expect(html).toContain('All 40 answers are unusable');
  });

  it('law: nothing is said where there is a number', async () => {
    const ours = await gedi.table2.run({ evidence: 'simulated', questions: 2, benchmarks: ['MMLU'] });
    expect(ours.unusable).toBeNull();
  });
});
