import { describe, expect, it } from 'vitest';
import { algorithm2Tokens } from './algorithm2';
import { rowOf, rowsOf } from '../../../core/src/metrics/testing/measured';
import { algorithm2 } from './algorithm2-columns';
import { lengthsOf, partsIn } from './testing/lengths-of';
import { importedDebate } from '../../../core/src/metrics/debates/testing/imported-debate';
import { madeDebate, madeNote, madeReply } from '../../../core/src/metrics/debates/testing/made-debates';

/**
 * Two groups of two, two stages. Round 2: Agent 1 and Agent 2 differ and read each other; group 2 agrees and is silent.
 * Round 3: the summaries say A and B; Agent 2 (B) and group 2 (A) read the other group's. Round 4: all silent.
 */
const rounds = ['ABAA', 'AB..', '.AAA', '....'];
const dropped = (round: number, by: string, group: number, ...from: string[]) =>
  madeNote(
    'filtered',
    { dropped: from.map((one) => ({ from: one, why: 'own view' })) },
    { round, by, phase: `stage ${round < 3 ? 1 : 2}/group ${group}/${round === 3 ? 'exchange' : 'debate'}` },
  );
const debate = madeDebate({
  method: 'S2-MAD',
  rounds,
  groups: [
    [0, 1],
    [2, 3],
  ],
  intraRounds: 2,
  summaries: [['AB', 'A']],
  // 100 + what is quoted + 7 words of its own in later rounds
  tokens: (round, agent) => [[100, 127, round === 3 ? 137 : 0][round - 1] ?? 0, 10 + agent],
  more: [
    dropped(2, 'Agent 3', 2, 'Agent 4'),
    dropped(2, 'Agent 4', 2, 'Agent 3'),
    dropped(3, 'Agent 3', 2, 'Group 2'),
    dropped(3, 'Agent 4', 2, 'Group 2'),
    dropped(4, 'Agent 3', 2, 'Agent 4'),
  ],
});

describe('debateLengths', () => {
  it('known: Q, O, Sum, P and groups of a recorded debate', () => {
    expect(lengthsOf(debate)).toMatchObject({
      question: 100,
      rounds: 4,
      intraRounds: 2,
      summaries: [[20, 20]],
      groups: [
        [0, 1],
        [2, 3],
      ],
      // silent agents' earlier answers stand
      outputs: Array.from({ length: 4 }, () => [10, 11, 12, 13]),
      participates: [
        [1, 1, 1, 1],
        [1, 1, 0, 0],
        [0, 1, 1, 1],
        [0, 0, 0, 0],
      ],
    });
  });

  it('known: what prompts held', () => {
    const { heard, summarised } = lengthsOf(debate);
    expect(heard).toEqual([
      [0, 0, 0, 0],
      [21, 21, 0, 0], // own and the other's
      [0, 11 + 40, 12 + 20, 13 + 20], // own and the summaries that were kept
      [0, 0, 0, 0],
    ]);
    expect(summarised).toEqual([[21, 25]]);
  });

  it('known: memory of all own answers, and of the whole debate', () => {
    const mad = (memory: string) =>
      lengthsOf(madeDebate({ rounds: ['AB', 'AB', 'AB'], settings: { memory } })).heard;
    expect(mad('last round')?.map(([one]) => one)).toEqual([0, 20, 20]);
    expect(mad('own answers')?.map(([one]) => one)).toEqual([0, 20, 30]);
    expect(mad('whole debate')?.map(([one]) => one)).toEqual([0, 20, 40]);
  });

  it('known: cut links, one after the other, and failures', () => {
    const cut = madeDebate({
      rounds: ['ABC', 'ABC'],
      more: [madeNote('edges', { reads: { 'Agent 1': ['Agent 2'], 'Agent 2': ['Agent 1'], 'Agent 3': [] } })],
    });
    expect(lengthsOf(cut).heard[1]).toEqual([20, 20, 10]);
    const summed = { rounds: ['AAB'], intraRounds: 1, summaries: [['AB']] };
    expect(lengthsOf(madeDebate(summed)).summarised).toEqual([[30]]);
    const tokens = (round: number) => [100, 10 * round] as const;
    const turns = madeDebate({ rounds: ['AB', 'AB'], tokens, settings: { order: 'in turn' } });
    expect(lengthsOf(turns).heard[1]).toEqual([20, 30]);
    const failed = lengthsOf(madeDebate({ rounds: ['-B', 'A-', 'AB'], tokens }));
    expect(failed.outputs).toEqual([
      [0, 10],
      [20, 10],
      [30, 30],
    ]);
    expect(failed.participates.flat()).toEqual([1, 1, 1, 1, 1, 1]);
    expect(failed.heard).toEqual([
      [0, 0],
      [10, 10],
      [30, 30],
    ]);
  });

  it('law: a full debate is heard as Algorithm 2 prints it', () => {
    const full = madeDebate({
      rounds: ['ABC', 'BCA', 'ABB'],
      tokens: (round, agent) => [100, 5 * round + agent],
    });
    const lengths = lengthsOf(full);
    expect(algorithm2Tokens(lengths, { counting: 'what is sent' })).toEqual(algorithm2Tokens(lengths));
  });

  it('contract: what is no finished debate of ours is named', () => {
    expect(() => lengthsOf(importedDebate([['A', 'B']], { index: 6 }))).toThrow(
      expect.objectContaining({ code: 'debate-record' }),
    );
    expect(() => lengthsOf(importedDebate([['A', 'B']], { index: 6 }))).toThrow(
      /collaboration 6 has no such note/,
    );
    expect(() => lengthsOf(madeDebate({ rounds: ['AB'], finished: null }))).toThrow(/is not finished/);
    const groups = [[0], [1, 2]];
    expect(() => lengthsOf(madeDebate({ rounds: ['AB'], groups }))).toThrow(/every agent .* Agent 3/);
    const made = madeDebate({ rounds: ['AB'] });
    const unpaid = { ...made, events: made.events.filter(({ type }) => type !== 'reply') };
    expect(() => lengthsOf(unpaid)).toThrow(/collaboration 0 has no replies of a first round/);
  });
});

describe('the columns of Algorithm 2', () => {
  it('known: what prompts add to what they quote is overhead', async () => {
    const sent = await partsIn(debate, { counting: 'what is sent', firstStage: 'selective' });
    // Round 2: 127 - 100 - 21 = 6 a prompt. Round 3: 37 - 51, 37 - 32, 37 - 33.
    const overheads = [1, 2, 3, 4].map((round) => sent[`round ${round}`]?.['overhead']);
    expect(overheads).toEqual([0, 12, -14 + 5 + 4, 0]);
    // 2 x (50 + 20) against 21 + 25 + 40
    expect(sent['summaries 1']).toEqual({ measured: 140, formula: 86, overhead: 54 });
    expect(sent['total']?.['overhead']).toBe(12 - 5 + 54);
    // As printed, silent agents cost in the first stage, and the filter saves nothing.
    const printed = await partsIn(debate);
    expect(printed['round 2']?.['formula']).toBe(4 * 100 + 46 + 2 * 21 + 2 * 25);
    expect(printed['round 3']?.['formula']).toBe(3 * (100 + 40) + 2 * (11 + 12 + 13));
  });

  it('known: the mean prompt of the first round, and the mean answer that stands', async () => {
    const rows = await rowsOf([debate], algorithm2());
    expect([rowOf(rows, 'question').value, rowOf(rows, 'reply').value]).toEqual([100, 11.5]);
  });

  it('known: ballots, repairs and a summary that nobody read', async () => {
    const ended = madeDebate({
      rounds: ['AA', 'AA'],
      intraRounds: 2,
      summaries: [['A']],
      more: [
        madeReply({ phase: 'settlement', inputTokens: 9, outputTokens: 1 }),
        madeReply({ attempt: 1, inputTokens: 110, outputTokens: 10 }),
      ],
    });
    const { total, elsewhere, ...parts } = await partsIn(ended);
    expect(elsewhere).toEqual({ measured: 10, formula: 0, overhead: 10 });
    expect(parts['round 1']?.['overhead']).toBe(120);
    expect(parts['summaries 1']).toEqual({ measured: 70, formula: 0, overhead: 70 });
    expect(total?.['measured']).toBe(4 * 110 + 70 + 10 + 120);
    expect(total?.['overhead']).toBe(10 + 120 + 70 - 2 * 20);
    const sent = await partsIn(ended, { counting: 'what is sent' });
    expect(sent['summaries 1']?.['formula']).toBe(40);
  });
});
