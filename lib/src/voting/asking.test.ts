import { describe, expect, it } from 'vitest';
import { cumulative, rules } from '.';
import { ballotSchema, describeBallot } from './ask-ballot';
import { ballotSettings } from './rule-setting';
import { readBallot } from './read-ballot';

const options = ['4', '7'];

describe('describeBallot', () => {
  it.each(['rating', 'ranking', 'points'] as const)(
    'law: the example it gives for a %s is itself readable',
    (kind) => {
      const example = /like (\{.*?\}|\[.*?\])/.exec(describeBallot(kind, options))?.[1];
      expect(readBallot(kind, JSON.parse(example ?? ''), options)).toMatchObject({ ok: true });
    },
  );

  it('contract: names every option and the way to abstain, and the budget in points', () => {
    for (const { ballot } of rules) expect(describeBallot(ballot, options)).toMatch(/4, 7.*null to abstain/);
    const settings = ballotSettings(cumulative({ budget: 'voters' }), options, 5);
    expect(describeBallot('points', options, settings)).toContain('exactly 5 in all');
    expect(describeBallot('choice', [])).toMatch(/^null/);
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
});
