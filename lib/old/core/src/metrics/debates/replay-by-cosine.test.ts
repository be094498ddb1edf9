import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importedDebate } from './testing/imported-debate';
import { byDistance, replaySettings } from './testing/replay-one';
import { replayFilter } from './replay';

describe('replayFilter by cosine', () => {
  const numbered = (...rounds: string[][]) => importedDebate(rounds);
  const unread = { answerOf: () => null, cosines: byDistance, seen: 'round' as const };

  it('known: similar from the threshold up; embedded once for all thresholds', async () => {
    let calls = 0;
    const cosines = (texts: readonly string[]) => {
      calls++;
      expect(texts).toEqual(['0', '0.2', '0.5']);
      return byDistance(texts);
    };
    const debate = numbered(['0', '0.2', '0.5'], ['0', '', '0.2']);
    const { replays } = await replayFilter(debate, {
      ...replaySettings,
      ...unread,
      cosines,
      thresholds: [0.9, 0.8, 0.6],
    });
    expect(calls).toBe(1);
    expect(replays.map(({ turns }) => turns.map(({ kept }) => kept.length))).toEqual([
      [2, 2, 2],
      [1, 1, 1], // 0 and 0.2 are alike: own views to two of them, a repeat to the third
      [1, 0, 1], // so are 0.2 and 0.5; 0 and 0.5 are not
    ]);
  });

  it('law: above 1 nothing is dropped, at -1 everything, and everybody with a text is silent', async () => {
    const debate = numbered(['0', '0', '9'], ['0', '3', '1'], ['0', '0', '0']);
    const { replays } = await replayFilter(debate, {
      ...replaySettings,
      ...unread,
      thresholds: [1.01, 1, -1],
    });
    expect(replays[0]).toMatchObject({ tokensSaved: 0 });
    expect(replays[0]?.turns.every(({ kept }) => kept.length === 2)).toBe(true);
    expect(replays[1]?.turns[0]).toMatchObject({ kept: ['Agent 3'], dropped: [{ from: 'Agent 2' }] });
    expect(replays[2]?.turns.every(({ silent }) => silent)).toBe(true);
  });

  it('law: as the threshold falls nobody speaks up again, and more texts are dropped as the own view', async () => {
    const text = fc.integer({ min: 0, max: 20 }).map((tenths) => String(tenths / 10));
    const word = fc.array(text, { minLength: 3, maxLength: 3 });
    const thresholds = [1.01, 0.9, 0.5, 0, -0.5, -1];
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 4 }), async (rounds) => {
        const { replays } = await replayFilter(numbered(...rounds), {
          ...replaySettings,
          ...unread,
          thresholds,
        });
        for (const [place, { turns, savedBySilence }] of replays.entries()) {
          const before = replays[place - 1];
          if (before === undefined) continue;
          expect(savedBySilence).toBeGreaterThanOrEqual(before.savedBySilence);
          turns.forEach(({ silent, dropped }, turn) => {
            const earlier = before.turns[turn]!;
            if (earlier.silent) expect(silent).toBe(true);
            const own = (all: typeof dropped) => all.filter(({ why }) => why === 'own view').length;
            expect(own(dropped)).toBeGreaterThanOrEqual(own(earlier.dropped));
          });
        }
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it('known: all that is saved need not grow: what a dropped text stood for comes back', async () => {
    // At 0.6, 0 and 0.5 differ: Agents 1 and 5 keep 0.5, which 0.9 and 0.85 repeat. At 0.5, 0.5 is dropped for 0, and
    // the long 0.9 is new. By agent: 101 + 101 + 2 + 101 + 101, and 2 + 102 + 2 + 101 + 2. Nobody is silent: 9 is new.
    const debate = numbered(['0', '0.5', '0.9', '0.85', '9'], ['0', '0', '0', '0', '0']);
    const countTokens = (text: string) => (text === '0.9' ? 100 : 1);
    const { replays } = await replayFilter(debate, { ...unread, countTokens, thresholds: [0.6, 0.5] });
    expect(replays.map(({ tokensSaved, savedBySilence }) => [tokensSaved, savedBySilence])).toEqual([
      [406, 0],
      [209, 0],
    ]);
  });
});
