import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replayDebates, type ReplaySettings } from 'agora-core/metrics';
import { type Collaboration, recorded } from 'agora-core/transcripts';
import counts from './reference/agora-counts.json';
import { answers } from '../../../core/src/metrics/columns';
import { asRun, rowsOf, valuesOf } from '../../../core/src/metrics/testing/measured';
import { answerOf } from './scores';
import { countWords } from '../../../core/src/metrics/debates/testing/imported-debate';

const folder = join(
  process.env['AGORA_SHARED_DATA'] ?? resolve(__dirname, '../../../../../shared/data'),
  'llm-agora',
);
const there = existsSync(folder);
const why = there ? '' : ' (SKIPPED: no llm-agora in AGORA_SHARED_DATA)';

/** Cosines of the counts of words: crude, but of real texts. */
function byWords(texts: readonly string[]): Promise<number[][]> {
  const counts = texts.map((text) => {
    const words = new Map<string, number>();
    for (const word of text.toLowerCase().match(/\w+/g) ?? ['-']) words.set(word, (words.get(word) ?? 0) + 1);
    return words;
  });
  const dot = (a: Map<string, number>, b: Map<string, number>) =>
    [...a].reduce((sum, [word, count]) => sum + count * (b.get(word) ?? 0), 0);
  const norms = counts.map((words) => Math.sqrt(dot(words, words)));
  return Promise.resolve(counts.map((a, i) => counts.map((b, j) => dot(a, b) / (norms[i]! * norms[j]!))));
}

describe.skipIf(!there)(`replays of the real llm-agora${why}`, () => {
  const all: Collaboration[] = there ? [...recorded('llm-agora', { folder })] : [];
  const gsm = all.filter(({ instance }) => (instance as { file: string }).file === 'gsm_result.json');
  const mmlu = all.filter((one) => !gsm.includes(one));
  const settings: ReplaySettings = {
    countTokens: countWords,
    answerOf,
    reads: 'summary',
    seen: 'round',
  };
  const silent = async (of: Collaboration[]) =>
    valuesOf(await replayDebates(asRun(of), settings), 'silent')[0];

  it('reference: silent turns as a script of its own counts them: few agree on GSM8K; on MMLU whole prompts do', async () => {
    expect(await silent(gsm)).toBe((100 * counts.gsm.silent) / 600);
    expect(await silent(mmlu)).toBe((100 * counts.mmlu.silent) / 600); // 300 of them in round 3, after the round in which every answer reads X
  });

  it('law: what is recorded is the accuracy of the last round; thresholds fall, and silence rises to all', async () => {
    const thresholds = [1.01, 0.9, 0.7, 0.4, -1];
    const rows = await replayDebates(asRun(gsm), { ...settings, cosines: byWords, thresholds });
    const byRound = (await rowsOf(gsm, answers({ answerOf }))).filter(({ column }) => column === 'accuracy');
    const { round: _, column: __, ...last } = byRound[2]!;
    for (const threshold of thresholds)
      expect(rows).toContainEqual({ ...last, threshold, column: 'recorded' });
    expect(rows).toContainEqual({ ...last, threshold: 1.01, column: 'frozen' });
    for (const column of ['saved', 'silent', 'dropped', 'changed']) expect(valuesOf(rows, column)[0]).toBe(0);
    const shares = valuesOf(rows, 'silent').map(Number);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[4]).toBeGreaterThan(95); // all but those who have said nothing
    for (const saved of valuesOf(rows, 'saved')) expect(saved).toBeLessThan(100);
    // At the lowest threshold everybody keeps the first answer.
    expect(Math.abs((valuesOf(rows, 'frozen')[4] ?? 0) - (byRound[0]?.value ?? 0))).toBeLessThan(3);
  });
});
