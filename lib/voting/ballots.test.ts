import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ballotInWords, ballotSchema, describeBallot, toBallot, type BallotKind } from './ballots';
import { cumulativeOf, range, rated } from './rating-rules';

const options = ['A', 'B', 'C'];
const read = (kind: BallotKind, reply: unknown, given = options): unknown => {
  const { success, data } = ballotSchema(kind, given).safeParse(reply);
  return success ? data : 'refused';
};

describe('readers for replies', () => {
  it.each<[BallotKind, unknown, unknown]>([
    ['choice', 'B', 'B'],
    ['choice', '(B)', 'B'],
    ['choice', 'B.', 'B'],
    ['choice', '"B"', 'B'],
    ['choice', '**B**', 'B'],
    ['choice', 'b', 'B'],
    ['choice', 'B) Paris', 'B'],
    ['choice', 'B - Paris', 'B'],
    ['choice', 'B: Paris', 'B'],
    ['choice', ['B'], 'B'],
    ['choice', 'Option B', 'B'],
    ['ranking', ['C', 'A', 'B'], ['C', 'A', 'B']],
    ['ranking', ['(C)', 'A.', ['B']], ['C', 'A', 'B']],
    ['ranking', 'C > A > B', ['C', 'A', 'B']],
    ['ranking', 'C, A, B', ['C', 'A', 'B']],
    ['approval', [], []],
    ['approval', 'B', ['B']],
    ['approval', 'A, C', ['A', 'C']],
    ['rating', { A: 4, B: 1, C: 5 }, { A: 4, B: 1, C: 5 }],
    ['rating', { A: '4', 'Option B': 1, 'C.': ' 5 ' }, { A: 4, B: 1, C: 5 }],
    ['points', { A: 3, B: 0, C: 0 }, { A: 3, B: 0, C: 0 }],
    ['points', { A: 1.5, B: 1.5, C: 0 }, { A: 1.5, B: 1.5, C: 0 }],
    ['points', { A: 0.999999, B: 1, C: 1 }, { A: 0.999999, B: 1, C: 1 }],
  ])('known: reads %s %j', (kind, reply, ballot) => {
    expect(read(kind, reply)).toEqual(ballot);
  });

  it.each<[BallotKind, unknown]>([
    ['choice', 'D'],
    ['choice', 'A or B'],
    ['choice', 'B) Paris, not A'],
    ['choice', 'Because'],
    ['choice', ['A', 'B']],
    ['choice', null],
    ['choice', ''],
    ['choice', 'None'],
    ['ranking', ['A', 'B']],
    ['ranking', ['A', 'A', 'B']],
    ['ranking', ['A', 'B', 'D']],
    ['ranking', [['A', 'B'], 'C']],
    ['ranking', 'A > B'],
    ['approval', ['A', 'A']],
    ['approval', ['D']],
    ['approval', 'AB'],
    ['rating', { A: 4, B: 1 }],
    ['rating', { A: 4, B: 1, C: 6 }],
    ['rating', { A: 4, B: 1, C: 1.5 }],
    ['rating', { A: 4, B: 1, C: 1, D: 1 }],
    ['rating', { A: 4, 'Option A': 1, B: 1, C: 1 }],
    ['rating', { A: 'four', B: 1, C: 1 }],
    ['points', { A: 3, B: 1, C: 0 }],
    ['points', { A: 4, B: -1, C: 0 }],
    ['points', 'A'],
  ])('behaviour: refuses %s %j', (kind, reply) => {
    expect(read(kind, reply)).toBe('refused');
  });

  it('known: reads numeric ids as numbers and with a noun', () => {
    const ids = ['1', '2', '12'];
    expect(read('choice', 12, ids)).toBe('12');
    expect(read('choice', 'Proposal 1', ids)).toBe('1');
    expect(read('choice', '#2', ids)).toBe('2');
    expect(read('ranking', [12, '1', 'proposal 2'], ids)).toEqual(['12', '1', '2']);
    expect(read('choice', '1. 2 apples', ids)).toBe('refused');
    expect(read('choice', 1.5, ids)).toBe('refused');
  });

  it('known: a rule used as a form gives the scale and the points', () => {
    expect(ballotSchema('rating', ['A'], range).safeParse({ A: 0 }).success).toBe(true);
    expect(ballotSchema('rating', ['A'], rated).safeParse({ A: 0 }).success).toBe(false);
    expect(ballotSchema('points', ['A'], cumulativeOf(10)).safeParse({ A: 10 }).success).toBe(true);
  });

  it('known: an abstention is null, "none", "abstain" or an empty string, unless an option has that name', () => {
    const schema = ballotSchema('choice', options, { abstain: true });
    for (const reply of [null, 'None', 'abstain', ' null ', ''])
      expect(schema.safeParse(reply)).toMatchObject({ data: null });
    expect(schema.safeParse('B').data).toBe('B');
    expect(ballotSchema('choice', ['none', 'A'], { abstain: true }).safeParse('none').data).toBe('none');
  });
});

describe('schemas and words', () => {
  const json = (kind: BallotKind) => {
    const whole = z.object({ ballot: ballotSchema(kind, options, { abstain: true }) });
    return z.toJSONSchema(whole, { io: 'input' });
  };

  it('known: the JSON schema constrains every kind, and the ballot is required', () => {
    const option = { type: 'string', enum: options };
    const rating = { type: 'integer', minimum: 1, maximum: 5 };
    const points = { type: 'number', minimum: 0, maximum: 3 };
    const byOption = (of: object) => ({
      type: 'object',
      properties: { A: of, B: of, C: of },
      required: options,
    });
    const expected: Readonly<Record<BallotKind, object>> = {
      choice: option,
      approval: { type: 'array', items: option, maxItems: 3 },
      ranking: { type: 'array', items: option, minItems: 3, maxItems: 3 },
      rating: byOption(rating),
      points: byOption(points),
    };
    for (const [kind, schema] of Object.entries(expected))
      expect(json(kind as BallotKind)).toMatchObject({
        properties: { ballot: { anyOf: [schema, { type: 'null' }] } },
        required: ['ballot'],
      });
  });

  it.each<[BallotKind, unknown, string]>([
    ['choice', 'B', 'votes for option B'],
    ['approval', ['A', 'C'], 'approves of option A, option C'],
    ['approval', [], 'approves of no option'],
    ['ranking', ['B', ['A', 'C']], 'ranks option B > option A = option C'],
    ['rating', { A: 1, B: 5 }, 'gives these ratings: option A: 1, option B: 5'],
    ['points', { A: 2 }, 'gives these points: option A: 2'],
    ['choice', null, 'abstains'],
  ])('known: %s %j in words', (kind, reply, words) => {
    expect(ballotInWords(kind, reply)).toBe(words);
  });

  it.each<BallotKind>(['choice', 'approval', 'ranking', 'rating', 'points'])(
    'known: the description of a %s ballot names every option and the scale or total',
    (kind) => {
      const { form, meaning } = describeBallot(kind, options, {}, 'proposal');
      for (const option of options) expect(form + meaning).toContain(option);
      expect(meaning).toMatch(
        kind === 'rating' ? /1 \(worst\) to 5 \(best\)/ : kind === 'points' ? /exactly 3/ : /proposal/,
      );
    },
  );

  it('known: a reply is converted to a ballot of its kind', () => {
    expect(toBallot('choice', 'A')).toEqual({ kind: 'choice', choice: 'A' });
    expect(toBallot('approval', ['A'])).toEqual({ kind: 'approval', approved: ['A'] });
    expect(toBallot('ranking', ['A', ['B', 'C']])).toEqual({ kind: 'ranking', ranking: ['A', ['B', 'C']] });
    expect(toBallot('rating', { A: 1 })).toEqual({ kind: 'rating', ratings: { A: 1 } });
    expect(toBallot('points', { A: 1 })).toEqual({ kind: 'points', points: { A: 1 } });
  });
});
