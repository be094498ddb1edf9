import { describe, expect, it } from 'vitest';
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

  it('behaviour: the error for a missing package or missing weights says what to do', async () => {
    const request = { messages: [{ role: 'user' as const, content: 'Hello.' }], sampling: {}, seed: 1 };
    await expect(local('no-such-file.gguf').chat(request)).rejects.toMatchObject({ name: 'AgoraError' });
  });
});
