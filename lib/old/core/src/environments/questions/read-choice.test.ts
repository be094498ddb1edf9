import { describe, expect, it } from 'vitest';
import { readChoice } from './read-choice';

const four = ['A', 'B', 'C', 'D'];
const ten = [...'ABCDEFGHIJ'];
const choice = (text: string, letters = four) => {
  const reading = readChoice(text, letters);
  return reading.ok ? reading.value : reading.reason;
};

describe('readChoice', () => {
  it.each([
    ['B', 'B'],
    ['b', 'B'],
    ['**B**', 'B'],
    ['B. Paris', 'B'],
    ['(C) Because 2 + 2 = 4', 'C'],
    ['Answer: (B)', 'B'],
    ['**Answer:** C) 42', 'C'],
    ['Answer:\nB', 'B'],
    ['The correct answer is option **C**.', 'C'],
    ['```json\n{"answer": "B"}\n```', 'B'],
    ["{'answer': 'B', 'reason': 'A is wrong'}", 'B'],
    ['Answer: A. Wait, that is wrong.\nThe answer is C.', 'C'],
    ["The answer isn't A, the answer is D", 'D'],
    ['Option D is incorrect, so I would go with B', 'B'],
    ['The final answer is $\\boxed{\\text{C}}$', 'C'],
    ['The answer: \\(B\\)', 'B'],
    ['Let me think about A and C.\n\nB', 'B'],
    ['B\n\nBecause the others are wrong.', 'B'],
    ['The correct answer is C: A and B are both wrong.', 'C'],
    ['The answer is (A).\n\nFinal choice: C', 'C'],
  ])('known: %j is %s', (text, letter) => expect(choice(text)).toBe(letter));

  it('known: a word, an article and "I" are no letters of options', () => {
    const none = /^no answer was found: write "Answer: " and one of A, B/;
    for (const text of [
      'The answer is a planet',
      'I think a planet is big',
      'As an AI model, I have no opinion.',
    ])
      expect(choice(text)).toMatch(none);
    expect(choice('The correct answer is Vitamin C')).toMatch(none);
    expect(choice('Answer: I cannot say', ten)).toMatch(none);
    expect(choice('Answer: I', ten)).toBe('I');
  });

  it('contract: every rejection says why', () => {
    expect(choice(' \n')).toBe('the answer is empty');
    expect(choice('The answer is E')).toBe('"E" is none of the options A, B, C, D');
    expect(choice('The answer is A or B.')).toBe('the answer names both A and B: choose one');
    expect(choice('The answer is B/C')).toBe('the answer names both B and C: choose one');
  });
});
