import { describe, expect, it } from 'vitest';
import { grammarSchema } from './grammar-schema';

describe('a schema that grammars can be made of', () => {
  it('known: keeps what grammars know and says the rest otherwise', () => {
    const asked = {
      type: 'object',
      properties: {
        reason: { type: 'string', maxLength: 200, pattern: '^a' },
        ratings: {
          type: 'object',
          properties: { A: { type: 'integer', minimum: 1, maximum: 3 } },
          required: ['A'],
          additionalProperties: false,
        },
        ranking: {
          type: 'array',
          items: { type: 'string', enum: ['A', 'B'] },
          minItems: 2,
          maxItems: 2,
        },
        share: { type: 'number', minimum: 0 },
        decision: { anyOf: [{ type: 'string', enum: ['A'] }, { type: 'null' }] },
        either: { type: ['integer', 'null'] },
        fixed: { const: 5 },
      },
      required: ['reason', 'ratings'],
      additionalProperties: false,
    };
    expect(grammarSchema(asked)).toEqual({
      type: 'object',
      required: ['reason', 'ratings'],
      additionalProperties: false,
      properties: {
        reason: { type: 'string', maxLength: 200 },
        ratings: {
          type: 'object',
          required: ['A'],
          additionalProperties: false,
          properties: { A: { enum: [1, 2, 3] } },
        },
        ranking: { type: 'array', minItems: 2, maxItems: 2, items: { enum: ['A', 'B'] } },
        share: { type: 'number' },
        decision: { oneOf: [{ enum: ['A'] }, { type: 'null' }] },
        either: { oneOf: [{ type: 'integer' }, { type: 'null' }] },
        fixed: { const: 5 },
      },
    });
  });

  it('known: lists without repetition are spelled out, as long as they are few', () => {
    const list = (options: readonly string[], minItems: number) =>
      grammarSchema({ type: 'array', items: { enum: options }, minItems, uniqueItems: true });
    expect(list(['A', 'B'], 1)).toEqual({
      oneOf: [['A'], ['B'], ['A', 'B'], ['B', 'A']].map((each) => ({
        type: 'array',
        prefixItems: each.map((option) => ({ const: option })),
        minItems: each.length,
        maxItems: each.length,
      })),
    });
    expect(list(['A', 'B', 'C', 'D', 'E'], 5)).toHaveProperty('oneOf.length', 120);
    expect(list(['A', 'B', 'C', 'D', 'E'], 4)).not.toHaveProperty('oneOf'); // 120 + 120
  });

  it('known: long ranges of numbers stay numbers', () => {
    expect(grammarSchema({ type: 'integer', minimum: 0, maximum: 1000 })).toHaveProperty('enum.length', 1001);
    expect(grammarSchema({ type: 'integer', minimum: 0, maximum: 1001 })).toEqual({ type: 'integer' });
    expect(grammarSchema({ type: 'integer', minimum: 0 })).toEqual({ type: 'integer' });
  });
});
