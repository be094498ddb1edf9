import { describe, expect, it } from 'vitest';
import { generateArithmetic, sampleQuestions } from './index';
import { mathAnswerKey, sameMathAnswer } from './math-answer';
import { expressionSlips, plausibleMistakes } from './plausible-mistakes';
import { openQuestion } from './testing/tiny-open-questions';

describe('plausibleMistakes', () => {
  it('law: from 4 to 8 answers, all different from the right one and from each other, the same each time', () => {
    const questions = [
      ...generateArithmetic({ count: 100 }).questions,
      ...sampleQuestions('gsm8k').questions,
      ...sampleQuestions('math').questions,
    ];
    for (const question of questions) {
      const mistakes = plausibleMistakes(question);
      expect(mistakes.length, question.id).toBeGreaterThanOrEqual(4);
      expect(mistakes.length).toBeLessThanOrEqual(8);
      expect(new Set(mistakes.map(mathAnswerKey)).size, question.id).toBe(mistakes.length);
      expect(mistakes.filter((mistake) => sameMathAnswer(mistake, question.answer))).toEqual([]);
      expect(plausibleMistakes(question)).toEqual(mistakes);
    }
  });

  it('known: what can go wrong with a number: a step, a factor, digits, a number of the text', () => {
    const mistakes = plausibleMistakes(openQuestion('g', { text: 'Of 40 pins 12 are lost.', answer: '28' }));
    // 27, 29, 56, 280, 14, 82; with 40: 68, 12; with 12: 16, 40
    const slips = ['27', '29', '56', '280', '14', '82', '68', '12', '16', '40'];
    expect(mistakes.filter((mistake) => !slips.includes(mistake))).toEqual([]);
  });

  it('known: what can go wrong with an expression: a fraction, a pair, a sign, a number in it', () => {
    const all = (answer: string) => expressionSlips(answer, 'Find it.').usual;
    expect(all('\\frac{3}{7}')).toContain('\\frac{7}{3}');
    expect(all('\\frac{3}{7}')).toContain('-\\frac{3}{7}');
    expect(all('(4,9)')).toContain('(9,4)');
    expect(all('x + 5')).toContain('x - 5');
    expect(all('\\text{even}')).toContain('\\text{odd}');
    expect(all('i')).toContain('-i');
  });
});
