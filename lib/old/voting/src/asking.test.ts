import { describe, expect, it } from 'vitest';
import { cumulative, rules } from './index';
import { ballotSchema, describeBallot } from './ask-ballot';
import { ballotSettings } from './rule-setting';
import { readBallot } from './read-ballot';
import { readJson } from '../../core/src/read-json';

const options = ['4', '7'];

describe('describeBallot', () => {
  it.each([
    ['choice', '"<id>"', '4'],
    ['rating', '{"4": <rating>, "7": <rating>}', { 4: 2, 7: 5 }],
    ['ranking', '["<id>", "<id>", ...]', ['7', '4']],
    ['approval', '["<id>", ...]', ['7']],
    ['points', '{"4": <points>, "7": <points>}', { 4: 2, 7: 0 }],
  ] as const)(
    'law: the form of a %s is no ballot by itself, and one with values is',
    (kind, form, filled) => {
      expect(describeBallot(kind, options).form).toBe(form);
      const asJson = readJson(form);
      expect(asJson.ok && readBallot(kind, asJson.value, options).ok).toBe(false);
      expect(readBallot(kind, filled, options)).toMatchObject({ ok: true });
    },
  );

  it('contract: names every option, the way to abstain once, and the budget in points', () => {
    for (const { ballot } of rules) {
      const { form, meaning } = describeBallot(ballot, options);
      expect(form + meaning).toMatch(/4.*7/);
      expect((form + meaning).match(/null|abstain/g)).toEqual(['abstain', 'null']);
    }
    const settings = ballotSettings(cumulative({ budget: 'voters' }), options, 5);
    expect(describeBallot('points', options, settings).meaning).toContain('exactly 5');
    expect(describeBallot('choice', []).form).toBe('null');
  });
});

describe('ballotSchema', () => {
  it('known: a rating is an object of whole numbers from 1 to 5 for every option, or null', () => {
    const rating = { type: 'integer', minimum: 1, maximum: 5 };
    expect(ballotSchema('rating', options)).toEqual({
      anyOf: [
        {
          type: 'object',
          properties: { 4: rating, 7: rating },
          required: options,
          additionalProperties: false,
        },
        { type: 'null' },
      ],
    });
    expect(ballotSchema('choice', options)).toEqual({
      anyOf: [{ type: 'string', enum: options }, { type: 'null' }],
    });
    expect(ballotSchema('choice', [])).toEqual({ type: 'null' });
  });

  it('known: lists are as long as a ballot may be, and points no more than there are', () => {
    const list = { type: 'array', items: { type: 'string', enum: options }, uniqueItems: true };
    const alone = { abstain: false };
    expect(ballotSchema('ranking', options, {}, alone)).toEqual({ ...list, minItems: 2, maxItems: 2 });
    expect(ballotSchema('ranking', options, { truncated: true }, alone)).toEqual({
      ...list,
      minItems: 1,
      maxItems: 2,
    });
    const three = { truncated: true, places: { least: 3, most: 5 } };
    expect(ballotSchema('ranking', [...'ABCDEFG'], three, alone)).toMatchObject({ minItems: 3, maxItems: 5 });
    expect(ballotSchema('approval', options, {}, alone)).toEqual({ ...list, minItems: 0, maxItems: 2 });
    expect(ballotSchema('approval', options, { approvals: { least: 1, most: 9 } }, alone)).toEqual({
      ...list,
      minItems: 1,
      maxItems: 2,
    });
    const many = [...'ABCDEF'];
    const points = { type: 'number', minimum: 0, maximum: 6 };
    expect(ballotSchema('points', many, {}, alone)).toMatchObject({ properties: { A: points, F: points } });
    expect(ballotSchema('points', options, { points: 1e9 }, alone)).toMatchObject({ type: 'object' });
  });

  it('law: few points that can be spread in few ways add up in each of them, and no way is left out', () => {
    // Ways to spread 4 points over 4 options: 7 over 3.
    const { anyOf } = ballotSchema('points', [...'ABCD'], {}, { abstain: false }) as unknown as {
      anyOf: { properties: Record<string, { const: number }> }[];
    };
    const ways = anyOf.map(({ properties }) => Object.values(properties).map((one) => one.const));
    expect(new Set(ways.map(String)).size).toBe(35);
    for (const way of ways) expect(way.reduce((sum, some) => sum + some, 0)).toBe(4);
  });
});
