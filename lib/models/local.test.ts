import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from './json';
import { bestPlace, grammarSchema, local } from './local';

describe('models.local', () => {
  it('known: schemas are converted to the form that grammars support', () => {
    const schema = z.object({
      reason: z.string().max(300),
      rating: z.record(z.string(), z.int().min(1).max(5)),
      ranking: z
        .array(z.enum(['A', 'B']))
        .length(2)
        .nullable(),
    });
    expect(grammarSchema(jsonSchemaOf(schema))).toEqual({
      type: 'object',
      properties: {
        reason: { type: 'string' },
        rating: { type: 'object', properties: {}, additionalProperties: { type: 'integer' } },
        ranking: {
          oneOf: [{ type: 'array', items: { enum: ['A', 'B'] }, minItems: 2, maxItems: 2 }, { type: 'null' }],
        },
      },
      required: ['reason', 'rating', 'ranking'],
      additionalProperties: false,
    });
  });

  it('known: a prompt goes where its beginning is kept, and otherwise to the place used least recently', () => {
    const places = [
      { holds: 'You are A. Round 1.' },
      { holds: '' },
      { holds: 'You are B. Round 1. I agree.' },
    ];
    expect(bestPlace(places, 'You are B. Round 1. I agree. Round 2.')).toBe(2);
    expect(bestPlace(places, 'You are A. Round 2.')).toBe(0);
    expect(bestPlace(places.slice(1), 'You are C. Round 1.')).toBe(0);
  });

  const request = { messages: [{ role: 'user' as const, content: 'Hello.' }], sampling: {}, seed: 1 };
  const folder = mkdtempSync(join(tmpdir(), 'agora-local-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content, 'latin1');
    return join(folder, name);
  };

  it.each([
    ['a missing file', () => join(folder, 'missing.gguf'), /agora data/],
    ['a folder', () => folder, /\.gguf/],
    ['an empty file', () => write('empty.gguf', ''), /GGUF/],
    ['a text', () => write('text.gguf', 'version https://git-lfs.github.com/spec/v1'), /GGUF/],
    ['an archive', () => write('archive.gguf', 'PK\u0003\u0004'), /GGUF/],
    ['weights in another format', () => write('model.safetensors', '\u0058\0\0\0\0\0\0\0{"a":'), /GGUF/],
  ] as const)('behaviour: %s instead of weights is an error that says what to do', async (_, file, what) => {
    await expect(local(file()).chat(request)).rejects.toMatchObject({
      code: 'data',
      message: expect.stringMatching(what) as string,
    });
  });

  it('behaviour: a damaged file or a missing package is an error, not a crash', async () => {
    const damaged = local(write('damaged.gguf', 'GGUF\u0003\0\0\0'));
    await expect(damaged.chat(request)).rejects.toMatchObject({ name: 'AgoraError' });
  });

  it.each([
    { parallel: 0 },
    { parallel: -1 },
    { parallel: 1.5 },
    { parallel: 257 },
    { context: 0 },
    { context: 1.5 },
  ])('behaviour: %j is refused when the model is created', (options) => {
    expect(() => local('weights.gguf', options)).toThrow(/whole number/);
  });
});
