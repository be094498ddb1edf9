import type { OpenQuestion, OpenQuestionSet } from '../types';

export const openQuestion = (id: string, changes: Partial<OpenQuestion> = {}): OpenQuestion => ({
  id,
  dataset: 'gsm8k',
  subject: 'gsm8k',
  text: 'Ann has 12 boxes of 250 pins and loses 40 pins. How many pins are left?',
  answer: '2,960',
  ...changes,
});

/** One question of each data set. */
export const tinyOpenSet: OpenQuestionSet = {
  name: 'tiny set',
  questions: [
    openQuestion('g'),
    openQuestion('m', {
      dataset: 'math',
      subject: 'Precalculus',
      level: 2,
      text: 'Convert $(0,3)$ to polar coordinates.',
      answer: '\\left( 3, \\frac{\\pi}{2} \\right)',
    }),
    openQuestion('a', {
      dataset: 'arithmetic',
      subject: 'arithmetic',
      text: 'What is the result of 10+20*30+40-50*11?',
      answer: '100',
    }),
  ],
};
