import { describe, expect, it } from 'vitest';
import { size } from './size';

const values = { tiny: 2, small: 20, paper: 100 };

describe('size', () => {
  it.each([
    [{}, 20],
    [{ AGORA_SIZE: 'tiny' }, 2],
    [{ AGORA_SIZE: ' paper ' }, 100],
    [{ AGORA_SIZE: '' }, 20],
    [{ AGORA_MODEL: 'simulated' }, 20],
    [{ AGORA_MODEL: 'recorded:runs/a' }, 20],
    [{ AGORA_MODEL: 'openai:gpt-4o-mini' }, 2],
    [{ AGORA_MODEL: 'local' }, 2],
    [{ AGORA_MODEL: 'local', AGORA_SIZE: 'small' }, 20],
  ])('known: %j', (env, wanted) => expect(size(values, env)).toBe(wanted));

  it('contract: another size, and a value that is missing, are turned away in a sentence', () => {
    expect(() => size(values, { AGORA_SIZE: 'large' })).toThrow(
      'size needs "tiny" or "small" or "paper" as AGORA_SIZE, got "large"',
    );
    expect(() => size({ tiny: 1, small: 2 } as never, {})).toThrow('size needs');
    expect(() => size(3 as never, {})).toThrow('size needs an object of settings, got 3');
  });
});
