import { expect, it } from 'vitest';
import { importedDebate, lastLetter } from './testing/imported-debate';
import { madeDebate, madeNote } from './testing/made-debates';
import { byDistance, replayOne } from './testing/replay-one';
import { type ReplaySettings } from './replay';

it('contract: what is no full debate is named, with the reason', async () => {
  const rounds = ['AB', 'AB'];
  const refused = async (made: Parameters<typeof madeDebate>[0], message: RegExp) => {
    await expect(replayOne(madeDebate({ index: 9, ...made }))).rejects.toThrow(
      expect.objectContaining({ code: 'not-full-debate' }),
    );
    await expect(replayOne(madeDebate({ index: 9, ...made }))).rejects.toThrow(message);
  };
  await refused({ rounds, finished: null }, /collaboration 9 is no full debate: it is not finished/);
  await refused({ rounds: ['A'] }, /it has 1 agent/);
  await refused({ rounds, groups: [[0], [1]] }, /it has 2 groups/);
  await refused({ rounds: ['AA', '.A'] }, /an agent stayed silent \(round 2, Agent 1\)/);
  await refused({ rounds, settings: { order: 'in turn' } }, /one after the other/);
  await refused({ rounds, more: [madeNote('edges', { reads: {} })] }, /links between agents are cut/);
  const filtered = madeNote('filtered', { dropped: [] }, { round: 2, by: 'Agent 2' });
  await refused({ rounds, more: [filtered] }, /views were kept from an agent \(round 2, Agent 2\)/);
  await refused({ rounds, finished: { rounds: 3 } }, /Agent 1 has no turn in round 3/);
  await expect(replayOne(madeDebate({ rounds: ['A'] }))).rejects.toMatchObject({ code: 'not-full-debate' });
});

it('contract: settings that make no sense are named; frozen input survives', async () => {
  const debate = madeDebate({ rounds: ['AB', 'AB'] });
  const refused = async (more: Partial<ReplaySettings>, message: RegExp) => {
    await expect(replayOne(debate, more)).rejects.toThrow(expect.objectContaining({ code: 'setting' }));
    await expect(replayOne(debate, more)).rejects.toThrow(message);
  };
  await refused({ thresholds: [0.5] }, /both cosines and thresholds, or neither/);
  await refused(
    { cosines: byDistance, thresholds: [] },
    /at least 1 cosines as thresholds, got an empty list/,
  );
  await refused({ cosines: byDistance, thresholds: [NaN] }, /a number as thresholds.0, got NaN/);
  await refused({ reads: 'all' as never }, /"answers" or "summary" as reads, got "all"/);
  await refused({ seen: 'ever' as never }, /as seen, got "ever"/);
  await refused(
    { cosines: () => Promise.resolve([[1]]), thresholds: [0] },
    /2 rows of 2 numbers for 2 texts, got 1 rows/,
  );
  const wrong = () =>
    Promise.resolve([
      [1, 2],
      [2, 1],
    ]);
  await refused({ cosines: wrong, thresholds: [0] }, /from -1 to 1, got 2/);
  const mute = { ...importedDebate([['I say A', 'I say B']]), instance: null };
  await expect(replayOne(mute, { answerOf: lastLetter })).rejects.toMatchObject({
    code: 'debate-record',
    message: expect.stringContaining('needs a text "question" or "text" in the instance') as string,
  });
  const before = JSON.stringify(debate);
  await replayOne(Object.freeze(debate));
  expect(JSON.stringify(debate)).toBe(before);
});
