import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { borda } from 'agora-voting';
import { exchangeEconomy } from '../environments';
import { estimate } from '../experiment';
import { roundTable } from '../protocols';
import { modelToEstimate } from './model-to-estimate';

const home = mkdtempSync(join(tmpdir(), 'agora-estimate-'));
beforeEach(() => {
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODELS_DIR', undefined);
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const economy = {
  environment: exchangeEconomy(),
  protocol: roundTable({ rule: borda, rounds: 2 }),
  collaborations: 10,
};

describe('modelToEstimate', () => {
  it('known: without a key or weights an estimate says what a run would take, and what is missing', async () => {
    const paid = await estimate({ ...economy, model: modelToEstimate('openai:gpt-4o', {}) });
    expect(paid).toMatchObject({ calls: 180, seconds: null });
    expect(paid.cost).toBeGreaterThan(0);
    expect(paid.text).toContain('The model cannot be asked yet: https://api.openai.com/v1 needs a key: set');
    // Its price is not known: such a model is timed where it can be asked.
    expect(await estimate({ ...economy, model: modelToEstimate('openai:own', {}) })).toMatchObject({
      calls: 180,
      seconds: null,
    });
    const local = await estimate({ ...economy, model: modelToEstimate('local', {}) });
    expect(local).toMatchObject({ calls: 180, cost: 0, seconds: null });
    expect(local.text).toMatch(/cannot be asked yet: The weights of .* npx agora models get/);
  });

  it('contract: a model that can be asked is itself, and one that cannot answers with what is missing', async () => {
    expect(modelToEstimate('simulated', {})).not.toHaveProperty('unready');
    expect(modelToEstimate('openai:own', { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' })).not.toHaveProperty(
      'unready',
    );
    await expect(modelToEstimate('openai:gpt-4o', {}).chat({} as never)).rejects.toThrow('needs a key');
  });

  it('contract: what names no model is refused', () => {
    for (const text of ['gpt-4o', 'openai:', 'local:no-such-weights', 'recorded:/no/such/folder'])
      expect(() => modelToEstimate(text, {}), text).toThrow(expect.objectContaining({ code: 'setting' }));
  });
});
