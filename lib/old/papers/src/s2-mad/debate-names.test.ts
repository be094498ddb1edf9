import { describe, expect, it } from 'vitest';
import { usage } from '../../../core/src/metrics/columns/calls';
import { rowsOf } from '../../../core/src/metrics/testing/measured';
import { lengthsOf } from './testing/lengths-of';
import { madeDebate, madeNote } from '../../../core/src/metrics/debates/testing/made-debates';
import { renamed } from './testing/renamed';
import { replayOne } from '../../../core/src/metrics/debates/testing/replay-one';

const phase = 'stage 1/group 1/debate';
/** Answers of 1, 2 and 4 tokens. */
const tokens = (_: number, agent: number) => [100, 2 ** agent] as const;
const kept = (by: string, from: string, place: { round: number; phase: string }) =>
  madeNote('filtered', { dropped: [{ from, why: 'own view' }] }, { ...place, by });

describe('names of agents', () => {
  it('known: "a" and "A" are two agents', () => {
    const debate = madeDebate({
      rounds: ['ABC', 'ABC'],
      tokens,
      more: [kept('Agent 3', 'Agent 2', { round: 2, phase })],
    });
    const alike = renamed(debate, [
      ['Agent 1', 'a'],
      ['Agent 2', 'A'],
    ]);
    // Its own 4, and 1 of "a".
    expect(lengthsOf(alike).heard[1]).toEqual([7, 7, 4 + 1]);
  });

  it('known: a member named "Group 2" is no group', () => {
    const grouped = madeDebate({
      rounds: ['AB', 'AB'],
      intraRounds: 1,
      groups: [[0], [1]],
      summaries: [['A', 'B']],
      tokens,
      more: [kept('Agent 1', 'Group 2', { round: 2, phase: 'stage 2/group 1/exchange' })],
    });
    expect(lengthsOf(grouped).heard[1]).toEqual([1 + 20, 2 + 40]);
    const member = madeDebate({
      rounds: ['ABC', 'ABC'],
      tokens,
      more: [kept('Agent 3', 'Agent 2', { round: 2, phase })],
    });
    expect(lengthsOf(renamed(member, [['Agent 2', 'Group 2']])).heard[1]).toEqual([7, 7, 5]);
  });

  it('known: a member named as its summariser keeps its own answers, turns and costs', async () => {
    const debate = madeDebate({
      rounds: ['AB', 'AB'],
      intraRounds: 1,
      summaries: [['AB']],
      tokens,
    });
    const alike = renamed(debate, [['Agent 1', 'Summariser 1']]);
    expect(lengthsOf(alike)).toEqual(lengthsOf(debate));
    const calls = async (one: typeof debate) =>
      (await rowsOf([one], usage('agent', 'role')))
        .filter(({ column }) => column === 'calls')
        .map(({ agent, role, value }) => [agent, role, value]);
    expect(await calls(debate)).toEqual([
      ['Agent 1', 'member', 2],
      ['Agent 2', 'member', 2],
      ['Summariser 1', 'summariser', 1],
    ]);
    expect(await calls(alike)).toEqual([
      ['Summariser 1', 'member', 2],
      ['Agent 2', 'member', 2],
      ['Summariser 1', 'summariser', 1],
    ]);
    const replays = [debate, alike].map((one) => replayOne(one, { reads: 'summary' }));
    const [one, other] = await Promise.all(replays);
    expect([other?.tokens, other?.tokensSaved]).toEqual([one?.tokens, one?.tokensSaved]);
  });

  it('known: a failed summary is no turn of the member of that name', () => {
    const debate = madeDebate({
      rounds: ['AB', '.B'],
      intraRounds: 1,
      summaries: [['AB']],
      more: [
        {
          type: 'failure',
          collaboration: 0,
          round: 2,
          phase: 'stage 1/group 1/summary',
          agent: 'Summariser 1',
          repeat: 0,
          kind: 'refused',
          reason: 'declined',
        },
      ],
    });
    const alike = renamed(debate, [['Agent 1', 'Summariser 1']]);
    expect(lengthsOf(alike).participates[1]).toEqual([0, 1]);
  });

  it('known: an agent may be named "__proto__" or "constructor"', () => {
    const reads = { 'Agent 1': ['Agent 2'], 'Agent 2': ['Agent 3'], 'Agent 3': [] };
    const ring = madeDebate({
      rounds: ['ABC', 'ABC'],
      tokens,
      more: [madeNote('edges', { reads })],
    });
    const odd = renamed(ring, [
      ['Agent 1', '__proto__'],
      ['Agent 2', 'constructor'],
    ]);
    expect(lengthsOf(odd).heard[1]).toEqual([1 + 2, 2 + 4, 4]);
  });

  it('contract: edges that are none are named', () => {
    for (const reads of [null, 'all', [['Agent 2']], { 'Agent 1': 'Agent 2' }])
      expect(() => lengthsOf(madeDebate({ rounds: ['AB'], more: [madeNote('edges', { reads })] }))).toThrow(
        expect.objectContaining({ code: 'note' }),
      );
  });
});
