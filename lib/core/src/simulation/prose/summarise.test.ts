import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { ask, held } from '../testing/tiny-task';
import { mostSummaryWords, summarise } from './summarise';

const words = (text: string) => text.split(/\s+/).length;
const sum = (answers: readonly string[], holders = 1, seed = 1) =>
  summarise(
    answers.map((stated) => ({ stated, holders, about: 'ducks' })),
    Random.from(seed),
  );

describe('summaries', () => {
  it('known: who holds what, most first, and every answer once more at the end', () => {
    const candidates = held({ '18': ['Agent 4'], '36': ['Agent 1', 'Agent 2', 'Agent 3'] });
    const { answer, intent } = ask({ act: 'summarise', agent: 'Summariser 1', candidates });
    expect(answer).toMatch(/3 members hold \\boxed\{36\}, .*; one member holds \\boxed\{18\}, /);
    expect(answer).toMatch(/ Final answers: \\boxed\{36\}, \\boxed\{18\}$/);
    expect(intent).toEqual({ answers: ['18', '36'] });
    expect(sum(['(A)'], 4)).toMatch(/all 4 members agree on \(A\), .* Final answer: \(A\)$/);
    expect(sum([])).toBe('Nobody in our group has come to an answer.');
  });

  it('known: of an answer that is a sentence only its end is repeated', () => {
    expect(sum(['The correct answer is (B)', 'The correct answer is (C)'])).toMatch(
      /Final answers: \(B\), \(C\)$/,
    );
  });

  it('law: at most 80 words, every answer in it as long as the answers fit; wordings differ', () => {
    for (const count of [1, 2, 5, 8, 12, 40, 70]) {
      const answers = Array.from({ length: count }, (_, place) => `\\boxed{${place}}`);
      const text = sum(answers, 1, count);
      expect(words(text), text).toBeLessThanOrEqual(mostSummaryWords);
      for (const answer of answers) expect(text.slice(text.indexOf('Final answer'))).toContain(answer);
    }
    // 30 answers of four words each are 120 words: the first that fit stand, the others are left out
    const long = Array.from({ length: 30 }, (_, place) => `\\boxed{x = ${place} m}`);
    const text = sum(long);
    expect(words(text)).toBeLessThanOrEqual(mostSummaryWords);
    expect(words(text)).toBeGreaterThan(mostSummaryWords - 4);
    expect(text).toContain('\\boxed{x = 0 m}, \\boxed{x = 1 m}');
    expect(new Set(Array.from({ length: 20 }, (_, seed) => sum(['1', '2'], 2, seed))).size).toBeGreaterThan(
      5,
    );
  });
});
