import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Row } from 'agora-core/metrics';
import { besideNote, modelBeside, printedModel } from './beside';
import { printedModels } from './gedi/beside';
import { deliberation, gedi, roundtable, s2mad } from './index';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-beside-'));
});
beforeEach(() => {
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const labels = (rows: readonly { readonly label: string }[] | undefined): string[] =>
  (rows ?? []).map(({ label }) => label);

describe('the setting beside', () => {
  it("known: Table 3's names of a model are names of its row", () => {
    for (const name of [
      'llama-3-8b',
      'meta-llama/Meta-Llama-3-8B-Instruct',
      'Meta-Llama-3-8B-Instruct',
      'Llama-3-8B-Instruct',
    ])
      expect(printedModel(printedModels(), name)).toBe('llama-3-8b');
    expect(printedModel(printedModels(), 'gpt-4o')).toBeNull();
  });

  it('known: without it a model stands beside its own row, any other beside the mean', () => {
    const live = { evidence: 'live' } as const;
    expect(modelBeside(printedModels(), { ...live, model: 'Qwen/Qwen1.5-72B-Chat' })).toBe('qwen1.5-72b');
    expect(modelBeside(printedModels(), { ...live, model: 'gpt-4o' })).toBeNull();
    expect(modelBeside(printedModels(), { ...live, model: 'gpt-4', beside: 'mistral-7b' })).toBe(
      'mistral-7b',
    );
    expect(modelBeside(printedModels(), { ...live, model: 'gpt-4', beside: 'mean' })).toBeNull();
  });

  it('known: rows stand beside the row that was asked for, also those that a user has filtered', async () => {
    const asked = { questions: 3, evidence: 'simulated', benchmarks: ['MMLU'] } as const;
    const ours = await gedi.table2.run({ ...asked, beside: 'meta-llama/Meta-Llama-3-8B-Instruct' });
    const filtered = ours.rows.filter(({ rule }) => rule === 'borda');
    for (const rows of [ours, filtered]) {
      const [part] = gedi.table2.compare(rows).parts;
      expect(labels(part?.comparison.rows)).toEqual(['MMLU, llama-3-8b']);
    }
    const printed = gedi.table2.published.rows.find(({ label }) => label === 'MMLU, llama-3-8b');
    const [cell] = gedi.table2.compare(filtered).parts[0]?.comparison.rows[0]?.cells ?? [];
    expect(cell?.published).toBe(printed?.cells['borda']?.value);
    const byDefault = await gedi.table2.run(asked);
    const [part] = gedi.table2.compare(byDefault).parts;
    expect(labels(part?.comparison.rows)).toEqual(['MMLU, mean of 8 models']);
    expect(part?.comparison.note).toBeUndefined();
  });

  it('known: items of other papers that print rows of models have it, too', async () => {
    const cases = { cases: 2, evidence: 'simulated', domains: ['menu-numeric'], tools: ['without'] } as const;
    const talks = await deliberation.table2.run({
      ...cases,
      conditions: ['deliberation'],
      beside: 'gpt-5.1',
    });
    const [talk] = deliberation.table2.compare(talks).parts;
    expect(labels(talk?.comparison.rows)).toEqual(['GPT-5.1, deliberation without tools']);

    const debates = await s2mad.table1.run({
      questions: 2,
      evidence: 'simulated',
      datasets: ['gsm8k'],
      methods: ['CoT'],
      beside: 'GPT-4-0613',
    });
    expect(labels(s2mad.table1.compare(debates).parts[0]?.comparison.rows)).toEqual(['GPT-4-0613, CoT']);

    const economy = { collaborations: 2, rounds: 3, agents: 3, evidence: 'simulated' } as const;
    const games = await roundtable.figure20.run({ ...economy, beside: 'gpt-4o' });
    expect(labels(roundtable.figure20.compare(games).parts[0]?.comparison.rows)).toEqual(['gpt-4o']);
    expect(JSON.stringify(roundtable.figure20.figure(games).layout)).toContain('published, gpt-4o');
  });

  it('known: recorded negotiations stand beside one model of Deliberation', async () => {
    const ours = await deliberation.table2.run({ evidence: 'recorded', beside: 'GPT-5.1' });
    const [part] = deliberation.table2.compare(ours).parts;
    expect(labels(part?.comparison.rows)).toEqual(['deliberation without tools, GPT-5.1']);
    // The mean of three printed ratios of GPT-5.1.
    const printed = deliberation.table2.published.rows.find(
      ({ label }) => label === 'GPT-5.1, deliberation without tools',
    );
    const values = ['menu-numeric', 'menu-semantic', 'task allocation'].map(
      (domain) => printed?.cells[`${domain} VR`]?.value ?? NaN,
    );
    const validity = part?.comparison.rows[0]?.cells.find(({ column }) => column === 'VR');
    expect(validity?.published).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 3, 9);
  });

  it('known: a model without a row of its own is told above the table, simulated agents are not', () => {
    const row = { model: 'gpt-4o', evidence: 'live' } as unknown as Row;
    expect(besideNote({ 'llama-3-8b': [], 'gpt-4': [] }, [row])).toBe(
      'No printed row is for gpt-4o, so published is the mean of 2 models. Choose one: --beside gpt-4 (or llama-3-8b).',
    );
    expect(besideNote({ 'gpt-4': ['gpt-4o'] }, [row])).toBe('');
    expect(besideNote({ 'gpt-4': [] }, [{ ...row, evidence: 'simulated' }])).toBe('');
    expect(besideNote({ 'gpt-4': [] }, [{ ...row, beside: 'gpt-4' }])).toBe('');
  });

  it('contract: a name that no row has is one clear line', async () => {
    const failing = gedi.table2.run({ beside: 'lama-3-8b' });
    await expect(failing).rejects.toThrow(
      /^gedi\.table2 needs a printed row \("mistral-7b", .*"mean"\) as beside, got "lama-3-8b" \(did you mean "llama-3-8b"\?\)$/,
    );
  });
});
