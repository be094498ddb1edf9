import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromEnvironment, parseModel } from './from-environment';

describe('fromEnvironment', () => {
  it('known: nothing, nothing but blanks, and "simulated" are the simulated model', () => {
    for (const env of [{}, { AGORA_MODEL: ' ' }, { AGORA_MODEL: 'simulated' }]) {
      expect(fromEnvironment(env)).toMatchObject({ name: 'simulated', evidence: 'simulated' });
    }
  });

  it('known: an endpoint takes its key and address from the same environment, and a name may hold colons', () => {
    const model = fromEnvironment({
      AGORA_MODEL: 'openai:llama3:8b',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    });
    expect(model).toMatchObject({ name: 'llama3:8b', evidence: 'live' });
    expect(model.settings).toMatchObject({ baseURL: 'http://127.0.0.1:9/v1' });
    expect(() => fromEnvironment({ AGORA_MODEL: 'openai:gpt-4o-mini' })).toThrow(/OPENAI_API_KEY/);
  });

  it('known: a recorded run by its folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'agora-'));
    writeFileSync(
      join(folder, 'run.json'),
      JSON.stringify({ id: 'x', model: { name: 'm', evidence: 'live' } }),
    );
    expect(parseModel(`recorded:${folder}`)).toMatchObject({ name: 'recorded:m', evidence: 'recorded' });
  });

  it('contract: anything else is told the forms', () => {
    for (const text of ['', 'gpt-4o', 'openai', 'openai:', 'recorded:', 'Simulated']) {
      expect(() => parseModel(text), text).toThrow(expect.objectContaining({ code: 'setting' }));
      expect(() => parseModel(text), text).toThrow(/openai:MODEL.*recorded:FOLDER/);
    }
    for (const text of ['simulated:', 'simulated:gpt-4o'])
      expect(() => parseModel(text)).toThrow(
        `There is one simulated agent, and it imitates no model: use "simulated" in place of "${text}"`,
      );
    expect(() => parseModel('recorded:/no/such/folder')).toThrow(/run\.json/);
  });
});
