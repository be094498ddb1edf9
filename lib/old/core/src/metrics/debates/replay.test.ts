import { describe, expect, it } from 'vitest';
import { importedDebate, lastLetter } from './testing/imported-debate';
import { madeDebate, madeReply } from './testing/made-debates';
import { byDistance, replayOne, replaySettings } from './testing/replay-one';
import { asRun } from '../testing/measured';
import { replayDebates } from './replay';

describe('replayFilter by answer', () => {
  it('known: own view and repeats are dropped, and who has nothing left is silent', async () => {
    // Texts are 3 words; replies cost 110.
    const replay = await replayOne(madeDebate({ rounds: ['AAB', 'BBB', 'ABB'] }), { seen: 'round' });
    expect(replay).toMatchObject({ counted: 'recorded', tokens: 990, threshold: null });
    const own = (from: string) => ({ from, why: 'own view' });
    expect(replay.turns).toEqual([
      { round: 2, agent: 'Agent 1', kept: ['Agent 3'], dropped: [own('Agent 2')], silent: false },
      { round: 2, agent: 'Agent 2', kept: ['Agent 3'], dropped: [own('Agent 1')], silent: false },
      {
        round: 2,
        agent: 'Agent 3',
        kept: ['Agent 1'],
        silent: false,
        dropped: [{ from: 'Agent 2', why: 'already seen' }],
      },
      { round: 3, agent: 'Agent 1', kept: [], dropped: [own('Agent 2'), own('Agent 3')], silent: true },
      { round: 3, agent: 'Agent 2', kept: [], dropped: [own('Agent 1'), own('Agent 3')], silent: true },
      { round: 3, agent: 'Agent 3', kept: [], dropped: [own('Agent 1'), own('Agent 2')], silent: true },
    ]);
    expect(replay).toMatchObject({ savedByDropping: 9, savedBySilence: 330, tokensSaved: 339 });
    // Recorded A B B; silent in round 3, all keep B.
    expect(replay.recorded).toEqual({ winners: ['B'], right: 0 });
    expect([replay.frozen, replay.changed]).toEqual([{ winners: ['B'], right: 0 }, false]);
  });

  it('known: a view seen in an earlier round is dropped in the debate’s memory only', async () => {
    const debate = madeDebate({ rounds: ['AB', 'AB', 'BA'] });
    const [within, before] = [await replayOne(debate, { seen: 'round' }), await replayOne(debate)];
    expect(within.turns.map(({ silent }) => silent)).toEqual([false, false, false, false]);
    expect(before.turns.map(({ silent }) => silent)).toEqual([false, false, true, true]);
    expect(before.turns[2]?.dropped).toEqual([{ from: 'Agent 2', why: 'already seen' }]);
  });

  it('known: the outcome changes when those who stay silent would have changed their minds', async () => {
    const replay = await replayOne(madeDebate({ rounds: ['AAA', 'BBA'] }));
    expect(replay.turns.every(({ silent }) => silent)).toBe(true);
    expect(replay.recorded).toEqual({ winners: ['B'], right: 0 });
    expect([replay.frozen, replay.changed]).toEqual([{ winners: ['A'], right: 1 }, true]);
  });

  it('known: repairs and ballots are part of what was recorded; a silent turn saves its repair', async () => {
    const debate = madeDebate({
      rounds: ['AA', 'AA'],
      more: [
        madeReply({
          round: 2,
          phase: 'stage 1/group 1/debate',
          attempt: 1,
          inputTokens: 120,
          outputTokens: 5,
        }),
        madeReply({ round: 2, phase: 'settlement', inputTokens: 30, outputTokens: 3 }),
      ],
    });
    const { tokens, tokensSaved } = await replayOne(debate);
    expect([tokens, tokensSaved]).toEqual([440 + 125 + 33, 220 + 125]);
  });

  it('known: a failed answer leaves the earlier text to be read; without any, nothing, and no silence', async () => {
    const { turns } = await replayOne(madeDebate({ rounds: ['-AB', 'B-B', 'BBB'] }), { seen: 'round' });
    expect(turns.map(({ kept, dropped, silent }) => [kept.length, dropped.length, silent])).toEqual([
      [2, 0, false], // Agent 1 has no view: both are new
      [1, 0, false], // Agent 2 reads B; Agent 1 said nothing
      [1, 0, false],
      [1, 1, false], // Agent 2's A still stands
      [1, 1, false],
      [1, 1, false],
    ]);
    const alone = await replayOne(madeDebate({ rounds: ['-A', '-A'] }));
    expect(alone.turns.map(({ silent }) => silent)).toEqual([false, true]);
  });

  it('known: what was shown for an answer that failed counts as not received', async () => {
    const { turns } = await replayOne(madeDebate({ rounds: ['AB', 'A-', 'AB'] }));
    expect(turns.map(({ kept, silent }) => [kept.length, silent])).toEqual([
      [1, false],
      [1, false],
      [0, true], // Agent 1 has seen B
      [1, false], // Agent 2 reads A again
    ]);
  });

  it('law: when all agree everybody is silent from round 2 on; when all differ nothing is dropped', async () => {
    const agreed = await replayOne(madeDebate({ rounds: ['AAAA', 'AAAA', 'AAAA'] }));
    expect(agreed.turns.every(({ silent }) => silent)).toBe(true);
    expect(agreed.tokensSaved).toBe((agreed.tokens * 2) / 3);
    const different = await replayOne(madeDebate({ rounds: ['ABCD', 'EFGH', 'ABCD'] }), { seen: 'round' });
    expect(different.tokensSaved).toBe(0);
    expect(different.turns.every(({ kept, silent }) => kept.length === 3 && !silent)).toBe(true);
  });

  it('law: reading an imported debate of the same words drops the same', async () => {
    const rounds = ['ABBA', 'AABA', 'AAAB'];
    const texts = rounds.map((word) => [...word].map((letter) => `I say ${letter}`));
    const imported = await replayOne(importedDebate(texts), { answerOf: lastLetter });
    const made = await replayOne(madeDebate({ rounds }));
    expect([imported.turns, imported.frozen]).toEqual([made.turns, made.frozen]);
    // Question 4 words, texts 3: 4 x (4 + 3), then twice 4 x (4 + 4 x 3 + 3).
    expect(imported).toMatchObject({ counted: 'from texts', tokens: 28 + 2 * 4 * 19 });
  });
});

describe('replayFilter by summary', () => {
  const texts = [
    ['I say A', 'I say A', 'I say B'],
    ['I say A', 'I say A', 'I say A'],
    ['I say A', 'I say A', 'I say A'],
  ];
  const debate = importedDebate(texts, { summaries: ['two A and one B', 'all say A now'] });

  it('known: silent turns, repeats kept from the summariser, and a summary that nobody would read', async () => {
    const replay = await replayOne(debate, { reads: 'summary', answerOf: lastLetter });
    expect(replay.turns.map(({ silent }) => silent)).toEqual([false, false, false, true, true, true]);
    // 3 x 7; 3 x (4 + 5 + 3) and 3 x (4 + 4 + 3); summaries 9 + 5 and 9 + 4
    expect(replay.tokens).toBe(21 + 36 + 33 + 14 + 13);
    expect(replay).toMatchObject({ savedByDropping: 3, savedBySilence: 33 + 13 });
  });

  it('known: a summary that repeats the question is a prompt of its own', async () => {
    const question = 'Which letter is right';
    const asked = importedDebate(texts, {
      summaries: [`two A and one B ${question}`, `all say A now ${question}`],
    });
    expect((await replayOne(asked, { reads: 'summary', answerOf: lastLetter })).tokens).toBe(
      21 + 36 + 33 + 14 + 13,
    );
  });

  it('contract: summaries must be there, and hidden messages cannot be read', async () => {
    await expect(replayOne(debate, { answerOf: lastLetter })).rejects.toThrow(
      /not everybody reads Agent 1 .* reads "summary"/,
    );
    await expect(replayOne(madeDebate({ rounds: ['AA', 'AA'] }), { reads: 'summary' })).rejects.toThrow(
      /collaboration 0 is no full debate: round 1 has no summary/,
    );
  });
});

describe('replayDebates', () => {
  it('known: rows over finished debates, by threshold', async () => {
    const debates = asRun([
      madeDebate({ rounds: ['AA', 'BB'] }), // all silent: A instead of B
      madeDebate({ index: 1, rounds: ['AB', 'AB'] }), // nothing saved, a tie
      madeDebate({ index: 2, rounds: ['AA'], finished: null }),
    ]);
    const rows = await replayDebates(debates, replaySettings);
    // 220 of 880 tokens, 2 of 4 turns, 2 of 4 texts; right in none and half of the debates, or in all and half.
    expect(rows.map(({ column, value, n }) => [column, value, n])).toEqual([
      ['debates', 2, 2],
      ['saved', 25, 2],
      ['silent', 50, 2],
      ['dropped', 50, 2],
      ['recorded', 25, 2],
      ['frozen', 75, 2],
      ['changed', 1, 2],
    ]);
    expect(rows[5]).toMatchObject({ threshold: null, standardError: 25, evidence: 'simulated' });
    // Off the common share of a quarter by 110 of 440 each: sqrt(2 x 110^2 x 2 / 1) / 880.
    expect(rows[1]?.standardError).toBeCloseTo(25, 12);
    const none = await replayDebates(asRun([]), {
      ...replaySettings,
      cosines: byDistance,
      thresholds: [1, 0],
    });
    expect(none.map(({ threshold, value }) => [threshold, value])).toEqual(
      [1, 0].flatMap((threshold) => Array.from({ length: 7 }, () => [threshold, null])),
    );
  });
});
