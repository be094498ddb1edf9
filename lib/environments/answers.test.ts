import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLetter, readLetters } from './answers';
import letters from './fixtures/letters.json';
import { isReported, ownWords, speaks, withoutReports } from './own-words';

const four = ['A', 'B', 'C', 'D'];
const shared = process.env['AGORA_SHARED_DATA'] ?? '../shared/data';

describe('readLetter', () => {
  it.each(letters.cases as [string, string | null][])('known: %j reads as %s', (text, letter) => {
    expect(readLetter(text, four)).toBe(letter);
  });

  it('known: I and X count as letters if they are options', () => {
    const ten = [...'ABCDEFGHIJ'];
    expect(readLetter('Answer: I', ten)).toBe('I');
    expect(readLetter('Answer: I cannot say', ten)).toBeNull();
    expect(readLetter('The answer is (X).', [...'ABCDEFGHIJKLMNOPQRSTUVWX'])).toBe('X');
  });

  it('behaviour: long texts of any kind take little time to read', () => {
    const pieces =
      `"answer":" |answer is |\\boxed{|answer is A. |(A)|A) |(A) or (B) |"| |\n|not |it is C. |so A. |
Agent 1's answer is A, |Agent 1's (A) |other options |(A, |[|choice"|the option |my previous |I think |*_|\\|(|A
B is correct |wait, |<answer>|<|im_end`.split(/\|/);
    for (const piece of pieces) {
      const long = piece.repeat(Math.ceil(100_000 / Math.max(1, piece.length)));
      for (const text of [long, `${long}C`, `The answer is ${long}`, `\\boxed{${long}}`])
        expect(['string', 'object']).toContain(typeof readLetter(text, four));
    }
  });

  it.skipIf(!existsSync(join(shared, 'llm-agora')))(
    'reference: number of readable answers among the 300 in each round of LLM-Agora on MMLU (skipped without shared data)',
    () => {
      const debates = JSON.parse(readFileSync(join(shared, 'llm-agora/mmlu_result.json'), 'utf8')) as {
        agent_response: Record<string, string[]>;
        answer: string;
      }[];
      const counts = [0, 1, 2].map((round) => {
        const readings = debates.flatMap(({ agent_response, answer }) =>
          Object.values(agent_response).map((texts) => ({
            answer,
            letter: readLetter(texts[round] ?? '', four),
          })),
        );
        const read = readings.filter(({ letter }) => letter !== null);
        return { read: read.length, right: read.filter(({ letter, answer }) => letter === answer).length };
      });
      // Most unreadable answers are empty or reach no option. Round 2 contains only prompts.
      expect(counts).toEqual([
        { read: 149, right: 73 },
        { read: 0, right: 0 },
        { read: 128, right: 75 },
      ]);
    },
  );
});

describe('readLetters', () => {
  it.each([
    ['Two say (C), for the stars; one says (A). Answers: (C) (A)', 'CA'],
    ['Final answers: (A, C) and (option B).', 'ACB'],
    ['Agent 1 argues for C) Gouldner, Agent 2 for A) Merton.', 'CA'],
    ['The options were A) Merton, B) Weber, C) Gouldner, D) Mayo.', ''],
    ['They end on (C)(A).', 'CA'],
    ['In the form (X), as in P(A).', ''],
  ])('known: %j states %j', (text, stated) => {
    expect(readLetters(text, four).join('')).toBe(stated);
  });
});

describe('reports of other answers', () => {
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
  ])('known: %j becomes %j', (text, left) => {
    expect(withoutReports(text)).toBe(left);
  });

  it.each([
    "Agent 1's answer is 20, and I agree.",
    "I agree with Agent 1's answer: 20.",
    "Agent 1's answer is correct: 20.",
    'My original answer is still 18.',
    'I stand by my previous answer: 18.',
    'The agent gets 5% of it.',
    'The original solution was 40 liters.',
    'The answer is 18.',
  ])('known: %j stays unchanged', (text) => {
    expect(withoutReports(text)).toBe(text);
  });

  it('known: answers by other agents are reports, and an author speaks for itself', () => {
    const text = "Agent 3's (A) and my previous choice (B) are not mine: (C)";
    const at = (letter: string): boolean =>
      isReported(text, text.indexOf(`(${letter})`), text.indexOf(`(${letter})`) + 3);
    expect(['A', 'B', 'C'].map(at)).toEqual([true, true, false]);
    expect(isReported("Agent 3's (A) is right", 10, 13)).toBe(false);
    expect([speaks('I get 18'), speaks(' , but it is 18'), speaks('In all 18')]).toEqual([true, true, false]);
  });

  it('known: chat turns that a model makes up are not its own words', () => {
    const prompt = 'USER: Agent 1 says that the answer is (C).';
    expect(ownWords(`16 miles\n${prompt}`)).toBe('16 miles');
    expect(ownWords(`SYSTEM: Be helpful.\n${prompt}\nASSISTANT: It is (B).`)).toBe('It is (B).');
    expect(ownWords('### System:\nBe.\n\n### User:\nAnswer is (C)?\n\n### Response:\n')).toBe('');
  });
});
