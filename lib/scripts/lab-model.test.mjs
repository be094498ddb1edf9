import { describe, expect, it } from 'vitest';
import { bringWeights, takeModel, weightsNamed } from './lab-model.mjs';

describe("the lab's model", () => {
  it("known: --model is the lab's, everything else is JupyterLab's", () => {
    expect(takeModel(['--no-browser', '--model', 'local', '--port=9'])).toEqual({
      model: 'local',
      others: ['--no-browser', '--port=9'],
    });
    expect(takeModel(['--model=local:x'])).toEqual({ model: 'local:x', others: [] });
    expect(takeModel([])).toEqual({ model: null, others: [] });
    expect(() => takeModel(['--model', '--port=9'])).toThrow('--model needs the name of a model');
    expect(() => takeModel(['--model'])).toThrow('--model needs the name of a model');
  });

  it('known: only local models have weights', () => {
    expect(['local', 'local:x', 'openai:x', 'simulated'].map(weightsNamed)).toEqual(['', 'x', null, null]);
  });

  const weights = { name: 'small', file: '/x/small.gguf', known: { bytes: 5e8, licence: 'MIT' }, hub: {} };
  const library = (isReady) => () => ({
    namedWeights: () => weights,
    isReady: () => isReady,
    reference: () => 'small',
    inMegabytes: (bytes) => `${bytes / 1e6} MB`,
  });

  it('known: what is missing is brought after a yes', async () => {
    const asked = [];
    const brought = [];
    const ask = (question) => Promise.resolve((asked.push(question), 'y'));
    const bring = (_, name) => (brought.push(name), 0);
    await bringWeights({}, 'local', { ask, bring, library: library(false) });
    expect(asked).toEqual(['The weights of small (500 MB, MIT) are not here. Bring them now? [y/N] ']);
    expect(brought).toEqual(['small']);
    await bringWeights({}, 'local', { ask, bring, library: library(true) });
    await bringWeights({}, 'openai:x', { ask, bring, library: library(false) });
    expect(asked).toHaveLength(1);
  });

  it('contract: without a yes nothing is brought, and the command is told', async () => {
    const bring = () => 1;
    const later = /npx agora models get small/;
    const no = () => Promise.resolve('');
    const yes = () => Promise.resolve('yes');
    const given = { bring, library: library(false) };
    await expect(bringWeights({}, 'local', { ...given, ask: no })).rejects.toThrow(later);
    await expect(bringWeights({}, 'local', { ...given, ask: null })).rejects.toThrow(later);
    await expect(bringWeights({}, 'local', { ...given, ask: yes })).rejects.toThrow('did not succeed');
  });
});
