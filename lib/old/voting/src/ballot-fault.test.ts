import { describe, expect, it } from 'vitest';
import type { Ballot, BallotSettings } from './index';
import { ballotSchema, describeBallot } from './ask-ballot';
import { checkBallot, countFaults, type BallotFaultCode } from './ballots';
import { readBallot } from './read-ballot';
import { ballotFault, ballotFaultCodes } from './ballots';

const options = ['A', 'B', 'C'];

describe('ballotFault', () => {
  const ranking = (...order: string[]): Ballot => ({ kind: 'ranking', ranking: order });
  const weak = (...tiers: string[][]): Ballot => ({ kind: 'weak-ranking', tiers });
  const approval = (...approved: string[]): Ballot => ({ kind: 'approval', approved });
  const rating = (A: number, B: number, C: number): Ballot => ({ kind: 'rating', ratings: { A, B, C } });
  const points = (points: Record<string, number>): Ballot => ({ kind: 'points', points });
  const two = { least: 2, most: 2 };

  it.each<[BallotFaultCode | null, Ballot, BallotSettings]>([
    ['unknown-option', { kind: 'choice', choice: 'D' }, {}],
    ['unknown-option', ranking('A', 'D'), { truncated: true }],
    ['repeated-option', ranking('A', 'B', 'A'), {}],
    ['repeated-option', weak(['A', 'B'], ['A', 'C']), { weak: true }],
    ['repeated-option', approval('B', 'B'), {}],
    ['missing-option', ranking('A', 'B'), {}],
    ['missing-option', { kind: 'rating', ratings: { A: 1, B: 2 } }, {}],
    ['missing-option', weak(['A', 'B']), { weak: true }],
    ['empty-ranking', ranking(), { truncated: true }],
    ['empty-tier', weak(['A'], [], ['B', 'C']), { weak: true }],
    ['tiers-not-allowed', weak(['A', 'B'], ['C']), {}],
    ['too-many', approval('A', 'B', 'C'), { approvals: two }],
    ['too-few', approval('A'), { approvals: two }],
    ['too-many', ranking('A', 'B', 'C'), { truncated: true, places: two }],
    ['too-few', ranking('A'), { truncated: true, places: two }],
    ['out-of-scale', rating(0, 1, 2), {}],
    ['not-whole', rating(1.5, 1, 2), {}],
    ['not-a-number', rating(NaN, 1, 2), {}],
    ['negative-points', points({ A: 4, B: -1 }), {}],
    ['not-a-number', points({ A: Infinity }), {}],
    ['wrong-sum', points({ A: 1 }), {}],
    [null, rating(0, 10, -5), { scale: { lowest: -5, highest: 10 } }],
    [null, weak(['A', 'B'], ['C']), { weak: true }],
    [null, weak(['A', 'B']), { weak: true, truncated: true }],
    [null, approval(), {}],
  ])('known: %s for %j', (code, ballot, settings) => {
    expect(ballotFault(ballot, options, settings)?.code ?? null).toBe(code);
  });

  it.each<[BallotFaultCode, Parameters<typeof readBallot>]>([
    ['wrong-shape', ['ranking', 'A', options]],
    ['wrong-shape', ['rating', 3, options]],
    ['wrong-shape', ['choice', { id: 'A' }, options]],
    ['unknown-option', ['ranking', ['A', 'Z'], options]],
    ['not-a-number', ['points', { A: '3' }, options]],
    ['repeated-option', ['rating', { A: 1, 'Option A': 2 }, options]],
    ['tiers-not-allowed', ['ranking', [['A', 'B'], 'C'], options]],
  ])('known: %s on reading %j', (code, call) => {
    expect(readBallot(...call)).toMatchObject({ ok: false, code });
  });
});

describe('countFaults', () => {
  it('known: valid, abstained and invalid ballots, each once, by their first fault', () => {
    const of = (value: unknown): ReturnType<typeof readBallot> => readBallot('ranking', value, options);
    const readings = [['A', 'B', 'C'], null, ['A', 'A'], ['Z', 'Z'], ['A'], ['B'], 7].map(of);
    expect(countFaults(readings)).toEqual({
      read: 7,
      valid: 1,
      abstained: 1,
      invalid: 5,
      byCode: { 'unknown-option': 1, 'repeated-option': 1, 'missing-option': 2, 'wrong-shape': 1 },
    });
    expect(Object.keys(countFaults(readings).byCode)).toEqual(
      ballotFaultCodes.filter((code) => code in countFaults(readings).byCode),
    );
  });
});

describe('a ranking in tiers', () => {
  const settings = { weak: true };

  it('known: a list of its own for those liked equally', () => {
    const value = { kind: 'weak-ranking', tiers: [['A', 'B'], ['C']] };
    expect(readBallot('ranking', [['A', 'B'], 'C'], options, settings)).toEqual({ ok: true, value });
    expect(readBallot('ranking', ['A', 'B', 'C'], options, settings)).toMatchObject({
      value: { kind: 'ranking' },
    });
    expect(readBallot('ranking', [['A', 'Z'], 'C'], options, settings)).toMatchObject({
      code: 'unknown-option',
    });
  });

  it('known: the description and the schema have lists in lists', () => {
    const wording = { thing: 'answer', abstain: false };
    const { form, meaning } = describeBallot('ranking', options, settings, wording);
    expect(form).toBe('["<id>", ["<id>", "<id>"], ...]');
    expect(meaning).toMatch(
      /^The list holds the ids of all answers \(A, B, C\), each once, .* in a list of their own\.$/,
    );
    const option = { type: 'string', enum: options };
    const tier = { type: 'array', items: option, minItems: 1, maxItems: 3, uniqueItems: true };
    expect(ballotSchema('ranking', options, settings, wording)).toEqual({
      type: 'array',
      items: { anyOf: [option, tier] },
      minItems: 1,
      maxItems: 3,
    });
    const more = { ...settings, truncated: true, places: { most: 2 } };
    expect(describeBallot('ranking', options, more, wording).meaning).toMatch(
      /at most once, your favourite first, at most 2\./,
    );
    expect(ballotSchema('ranking', options, more, wording)).toMatchObject({ maxItems: 2 });
  });

  it('contract: a checked ballot is handed back as it came', () => {
    const ballot: Ballot = Object.freeze({ kind: 'weak-ranking', tiers: [['A', 'B', 'C']] });
    expect(checkBallot(ballot, options, settings)).toEqual({ ok: true, value: ballot });
  });
});
