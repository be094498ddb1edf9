import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding';
import { gedi } from './index';
import { randomBallotAccuracy } from './audit';
import { bracketChecks } from './differences';

const auditRandomBaseline = (mmluProOptions: readonly number[]) =>
  gedi.audit({ mmluProOptions }).find(({ claim }) => claim.startsWith("MMLU-Pro's random baseline"));

const findings = gedi.audit();
const find = (claim: RegExp): Finding => {
  const found = findings.filter((one) => claim.test(one.claim));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} findings match ${claim}`);
  return found[0];
};
const verdict = (which: boolean | null): string[] =>
  findings.filter(({ agrees }) => agrees === which).map(({ claim }) => claim);

describe('the brackets of Table 2', () => {
  it('known: three of 216 are not the difference of the printed accuracies', () => {
    const checks = bracketChecks();
    expect(checks).toHaveLength(24 * 9);
    const wrong = checks.filter((check) => check.verdict !== 'equal');
    expect(wrong.map(({ row, column, printed, recomputed }) => [row, column, printed, recomputed])).toEqual([
      ['MMLU-Pro, qwen-1.5-110b', 'plurality', -0.4, -0.1], // 44.7 - 44.8
      ['ARC-Challenge, glm-4-9b', 'range', -9.7, -9.4], // 69.9 - 79.3
      ['ARC-Challenge, qwen-2-72b', 'bucklin', 1.3, 0.4], // 86.2 - 85.8
    ]);
    expect(wrong.every((check) => check.verdict === 'cannot be')).toBe(true);
  });
});

describe('the audit of GEDI', () => {
  it('known: its verdicts', () => {
    expect(findings).toHaveLength(37);
    expect(verdict(null)).toEqual([
      "reading: an informed count needs only the dictator's own ballot to be valid",
      'ranked pairs is less accurate than plurality on professional accounting, with gpt-4',
      "Table 1's ticks and crosses are true of the rules",
    ]);
    expect(verdict(true)).toEqual([
      'models below 10B and the GPT series gain substantially, those of 10 to 110B do not',
      'llama-3-8b and glm-4-9b still gain noticeably on MMLU-Pro',
      'most models perform better under informed than under blind dictatorial',
      'random ballots reduce the accuracy of a dictator significantly',
      'most models are worse under range voting than under ordinal methods',
      'the random baseline of MMLU',
      'the random baseline of MMLU-Pro',
      'the random baseline of ARC-Challenge',
      'no count of valid profiles exceeds the number of questions',
      'partial profiles stand in for range voting where too few are complete',
      'reading: Figures 6 and 7 are of MMLU',
      'the survey has this many systems',
      'plurality breaks IIA and Condorcet, utilitarian methods majority and Condorcet, and every method something',
    ]);
  });

  it('known: counts by hand', () => {
    expect(find(/match or surpass/).recomputed).toContain('below it in 7 of 144 cells');
    expect(find(/^minimax and ranked pairs/).recomputed).toBe(
      'positive in 46 of 48 cells; not minimax of llama-3-70b on MMLU-Pro 0.0; ranked pairs of qwen1.5-110b on MMLU-Pro 0.0',
    );
    expect(find(/^most models perform better/).recomputed).toContain(
      'better in 13 of 24 cells, equal in 2, worse in 9: 3 of 8 on MMLU, 4 of 8 on MMLU-Pro, 6 of 8 on ARC-Challenge',
    );
    expect(find(/and they alone/).recomputed).toBe(
      'holds in 22 of 24 rows; not qwen1.5-110b on MMLU-Pro +0.9; gpt-4 on MMLU-Pro -0.5',
    );
    expect(find(/bound to be fewer/).recomputed).toContain(
      'in 20 of 24 rows, by most for llama-3-8b on MMLU',
    );
    expect(find(/this many systems/).recomputed).toBe(
      '52: Dictatorial 23 (44.2%), No CDM or Unspecified 15 (28.8%), Plurality 13 (25.0%), Utilitarian 1 (1.9%)',
    );
  });

  it('known: mean increases on MMLU, and the columns that give the printed ones', () => {
    const { recomputed, note } = find(/on MMLU by this much/);
    // glm-4-9b 16.9 / 6, gpt-3.5 29.0 / 6, gpt-4 38.4 / 6; without Borda 14.5 / 5, 24.2 / 5, 32.1 / 5.
    expect(recomputed).toContain('six ordinal columns: 2.82, 4.83, 6.40;');
    expect(recomputed).toContain('without borda: 2.90, 4.84, 6.42');
    // (2.9 + 3.2 + 2.7) / 3 = 2.93, (5.1 + 4.8 + 4.8) / 3 = 4.90, (6.9 + 6.3 + 6.3) / 3 = 6.50.
    expect(note).toContain('plurality + instant-runoff + minimax;');
    expect(note).toContain('Of the 63 choices of columns 6 give all three');
  });

  it('known: subjects: -3.7 is no multiple of 0.2, and only MMLU has overall gains inside both ranges', () => {
    expect(find(/all 100 questions/).recomputed).toContain('1 of 6 values is no multiple: -3.7');
    expect(find(/are of MMLU/).recomputed).toMatch(/only MMLU fits$/);
  });
});

describe('the random baseline of MMLU-Pro', () => {
  it('known: the mean of one over the number of options', () => {
    // (1/10 + 1/10 + 1/5 + 1/2) / 4 = 0.9 / 4.
    expect(randomBallotAccuracy([10, 10, 5, 2])).toBeCloseTo(22.5, 12);
    expect(auditRandomBaseline(Array<number>(1400).fill(10))).toMatchObject({ agrees: true });
    expect(gedi.audit({ mmluProOptions: [10, 4] })).toHaveLength(38);
  });

  it('contract: no questions, or a count that is none, is refused', () => {
    expect(() => randomBallotAccuracy([])).toThrow(
      'at least 1 numbers of options as optionCounts, got an empty list',
    );
    expect(() => randomBallotAccuracy([10, 0])).toThrow('got 0');
    expect(() => auditRandomBaseline([4.5])).toThrow(expect.objectContaining({ code: 'setting' }));
  });

  const file = join(
    process.env['AGORA_SHARED_DATA'] ?? resolve(__dirname, '../../../../../shared/data'),
    'mmlu-pro/test.jsonl',
  );
  it.skipIf(!existsSync(file))(
    `known: over the real questions, 11.26%${existsSync(file) ? '' : ' (skipped: no mmlu-pro in AGORA_SHARED_DATA)'}`,
    () => {
      const counts = new Map<string, number[]>();
      for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
        const { category, options } = JSON.parse(line) as { category: string; options: string[] };
        const own = counts.get(category) ?? [];
        if (own.length < 100) own.push(options.length);
        counts.set(category, own);
      }
      const options = [...counts.values()].flat();
      expect(options).toHaveLength(1400);
      // 1140 of ten options, 94 of 9, 43 of 8, 20 of 7, 9 of 6, 8 of 5, 81 of 4, 5 of 3.
      expect(randomBallotAccuracy(options)).toBeCloseTo(
        (100 * (1140 / 10 + 94 / 9 + 43 / 8 + 20 / 7 + 9 / 6 + 8 / 5 + 81 / 4 + 5 / 3)) / 1400,
        9,
      );
      expect(auditRandomBaseline(options)).toMatchObject({
        agrees: false,
        recomputed:
          '11.26 expected over 1400 questions, of which 260 have fewer than ten options; the printed mean is 9.9 standard errors (0.13) away',
      });
    },
  );
});
