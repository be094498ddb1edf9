import { describe, expect, it } from 'vitest';
import { isOthers, speaks, withoutOthersAnswers } from './others-answers';

describe("what is reported of others' answers", () => {
  it.each([
    ["It is 18. Agent 1's answer is 20, which is wrong.", 'It is 18.  , which is wrong.'],
    ["Agent 1's answer is 20, but I get 18", ' , but I get 18'],
    ['It is 22; my previous answer was 20', 'It is 22;  '],
    ["The other agents' final answers are 20 and 1,250.5.", ' .'],
    ['Agent 2 says that the answer is 3/4. I say 1.', ' . I say 1.'],
    ['According to Agent 3, the answer is 7. Mine is 8.', ' . Mine is 8.'],
    ['Their answer: 20. Mine: 18.', ' . Mine: 18.'],
    ['The other two agents say 20 while I say 18.', '  while I say 18.'],
    ["Agent 1's answer is not right: 20. I get 18.", ' . I get 18.'],
  ])('known: %j is left as %j', (text, left) => expect(withoutOthersAnswers(text)).toBe(left));

  it.each([
    "Agent 1's answer is 20, and I agree.",
    "I agree with Agent 1's answer: 20.",
    "Agent 1's answer is correct: 20.",
    'My original answer is still 18.',
    'I stand by my previous answer: 18.',
    'The agent gets 5% of it.',
    'The original solution was 40 liters.',
    'The answer is 18.',
  ])('known: %j stays', (text) => expect(withoutOthersAnswers(text)).toBe(text));

  it('known: what only stands beside an owner, and who speaks', () => {
    const text = "Agent 3's (A) and my previous choice (B) are not mine: (C)";
    const at = (letter: string) =>
      isOthers(text, text.indexOf(`(${letter})`), text.indexOf(`(${letter})`) + 3);
    expect(['A', 'B', 'C'].map(at)).toEqual([true, true, false]);
    expect(isOthers("Agent 3's (A) is right", 10, 13)).toBe(false);
    expect([speaks('I get 18'), speaks(' , but it is 18'), speaks('In all 18')]).toEqual([true, true, false]);
  });
});
