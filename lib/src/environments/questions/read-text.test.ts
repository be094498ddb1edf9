import { describe, expect, it } from 'vitest';
import { readChoice, readRankingText } from '.';

const four = ['A', 'B', 'C', 'D'];
const ten = [...'ABCDEFGHIJ'];
const choice = (text: string, letters = four) => {
  const reading = readChoice(text, letters);
  return reading.ok ? reading.value : reading.reason;
};
const ranking = (text: string, letters = four) => {
  const reading = readRankingText(text, letters);
  return reading.ok ? reading.value.join('') : reading.reason;
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

describe('readRankingText', () => {
  it.each([
    ['B > A > D > C', 'BADC'],
    ['**B** > **A** > **C** > **D**', 'BACD'],
    ['B ≻ A ≻ C ≻ D', 'BACD'],
    ['(B) >> (A) >> (C) >> (D)', 'BACD'],
    ['1. B 2. A 3. D 4. C', 'BADC'],
    ['1) B - because\n2) A - since\n3) C\n4) D', 'BACD'],
    ['My ranking:\n\n1. **B**: sure\n2. **A**: maybe\n3. **C**: no\n4. **D**: never', 'BACD'],
    ['1. B) Paris\n2. A) London\n3. D) Rome\n4. C) Oslo', 'BADC'],
    ['1st: B, 2nd: A, 3rd: C, 4th: D', 'BACD'],
    ['{"1":"B","2":"A","3":"C","4":"D"}', 'BACD'],
    ['[B, A, C, D]', 'BACD'],
    ['Sure! {"ranking": ["B", "A", "C", "D"]} as you asked, option A.', 'BACD'],
    ["preference: ['B', 'A', 'C', 'D']", 'BACD'],
    ['My ranking: B, A, C, and D.', 'BACD'],
    ['- B\n- A\n- C\n- D', 'BACD'],
    ['BACD', 'BACD'],
    ['Format: A > B > C > D.\nMine: D > C > B > A', 'DCBA'],
    ['The options [A, B, C, D] were given. I rank D > A > B > C', 'DABC'],
    ['x = A, so A > B > C > D', 'ABCD'],
  ])('known: %j is %s', (text, order) => expect(ranking(text)).toBe(order));

  it('contract: every rejection says why', () => {
    expect(ranking('')).toBe('the answer is empty');
    expect(ranking('I like A')).toBe(
      'no ranking was found: write all options, favourite first, like D > C > B > A',
    );
    expect(ranking('B > A > D')).toBe('the ranking leaves out C: rank every option');
    expect(ranking('["B", "A"]')).toBe('the ranking leaves out C, D: rank every option');
    expect(ranking('B > A > B > C > D')).toBe('option B is ranked twice');
    expect(ranking('B > A > E > D')).toBe('"E" is none of the options A, B, C, D');
    expect(ranking('B > A = C > D')).toBe('the ranking has ties: put every option in a place of its own');
    expect(ranking('1. A planet is round\n2. Because')).toMatch(/^no ranking was found/);
  });

  it('law: any order of ten options is read back in any form', () => {
    const order = [...'CAJIHBDGFE'];
    for (const text of [
      order.join(' > '),
      JSON.stringify(order),
      order.map((one, at) => `${at + 1}. ${one}`).join('\n'),
    ])
      expect(ranking(text, ten)).toBe('CAJIHBDGFE');
  });
});
