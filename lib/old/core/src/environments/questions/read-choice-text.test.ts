import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readChoiceText, statedChoices } from './read-choice-text';
import { ownWords } from './own-words';
import { realData } from './testing/real-data';

const four = ['A', 'B', 'C', 'D'];
const read = (text: string, letters = four) => {
  const reading = readChoiceText(text, letters);
  return reading.ok ? reading.value : reading.reason;
};
const none = 'no answer was found: write "Answer: " and one of A, B, C, D';

describe('readChoiceText', () => {
  it.each([
    ['Two stars lie west of it, so it is Cassiopeia (C).', 'C'],
    ['The cost is 4 * 2 + 3 * 7 = 29, that is $29 (option B).', 'B'],
    ['Chewbacca is a (C) Wookiee. They are tall.', 'C'],
    ['The value of $f(f(2))$ is C) 4.\nExplanation: f(2) = 4.', 'C'],
    ['First (A) came to mind.\n\nThe height rules it out, so I take [D]', 'D'],
    ['(A) is wrong, for it is too far. (B) is also wrong. It must be (D).', 'D'],
    ['It is C) Order of precedence. The other options, A) Order, B) Orders and D) Point, say nothing.', 'C'],
    ['It is better described as (B) than (C).', 'B'],
    ['An ileostomy opening is B) 3-5 cm long.\n\nThis keeps the skin dry.', 'B'],
    ['A) one, B) two, C) three, D) four\nThis is an example of B) two.', 'B'],
    ['**Answer: (B)**', 'B'],
    ['The answer is (X) C) James-Lange theory.', 'C'],
    ['I think it is C. (B) was tempting.', 'C'],
    ['It is (C). (B) was tempting.', 'C'],
    ['I first thought it is A. It must be (D).', 'D'],
    ['(C) or (D) would be odd, so (A).', 'A'],
    ['I was torn between (A) and (B). I choose (B).', 'B'],
    ['(C), since (A) and (B) are wrong.', 'C'],
    ['(A) and (A)', 'A'],
  ])('known: %j is %s', (text, letter) => expect(read(text)).toBe(letter));

  it('known: an echoed list of options, an unfilled form and a function are no answers', () => {
    expect(read('Which is it?: A) Centaurus, B) Cygnus, C) Cassiopeia, D) Cepheus. End with (X).')).toBe(
      none,
    );
    expect(read('A) Centaurus\nB) Cygnus\nC) Cassiopeia\nD) Cepheus')).toBe(none);
    expect(read('Options (A), (B), (C) and (D) all have their merits.')).toBe(none);
    expect(read('By Bayes, P(A) is 0.3 and f(B) is odd (as is vitamin C).')).toBe(none);
    expect(read('I put the answer in the form (X) at the end.')).toBe(none);
    expect(read('The answer is (X).', [...'ABCDEFGHIJKLMNOPQRSTUVWX'])).toBe('X');
  });

  it('contract: two options, one that does not exist, and nothing at all say why', () => {
    expect(read('It is one of these (A, C)')).toBe('the answer names both A and C: choose one');
    expect(read('The answer is A or B.')).toBe('the answer names both A and B: choose one');
    expect(read('The answer is (E), though (B) is near.')).toBe('"E" is none of the options A, B, C, D');
    expect(read(' \n')).toBe('the answer is empty');
  });

  it('known: two options that are joined are no choice', () => {
    for (const text of [
      '(A) or (B)',
      '(A)(B)',
      '(A) (B)',
      '(A), (B)',
      '(A) / (B)',
      'option (A) or option (B)',
      'I cannot choose between (A) and (B)',
      'The answer is (A) or (B).',
    ])
      expect([text, read(text)]).toEqual([text, 'the answer names both A and B: choose one']);
    expect(read('I think it is A or B.')).toBe(none);
    expect(read('So A, B and C are possible.')).toBe(none);
  });

  it("known: others' answers and earlier ones do not count, unless the text agrees", () => {
    expect(read("(C). Agent 3's (A) overlooks the limit.")).toBe('C');
    expect(read("The answer is C. Agent 2's answer is B, which is too far.")).toBe('C');
    expect(read("Agent 1's answer is A, but I get (C).")).toBe('C');
    expect(read('Agent 2 chose (B). I prefer (C).')).toBe('C');
    expect(read('My previous answer was (A). Now it is (B).')).toBe('B');
    expect(read("Agent 3's (A) overlooks the limit.")).toBe(none);
    expect(read("I agree with Agent 3's (A).")).toBe('A');
    expect(read("Agent 1's answer is (A), and I agree.")).toBe('A');
  });

  it('contract: long texts of any kind are read; one whose cost grew with the square would not end in time', () => {
    const pieces = [
      '"answer":"',
      'answer is ',
      '\\boxed{',
      'answer is A. ',
      '(A)',
      'A) ',
      '(A) or (B) ',
      '"',
      ' ',
      '\n',
    ]
      .concat([
        'not ',
        'it is C. ',
        'so A. ',
        "Agent 1's answer is A, ",
        "Agent 1's (A) ",
        'other options ',
        '(A, ',
        '[',
      ])
      .concat(['choice"', 'the option ', 'my previous ', 'I think ', '*_', '\\', '(', 'A']);
    for (const piece of pieces) {
      const long = piece.repeat(Math.ceil(100_000 / piece.length));
      for (const text of [long, `${long}C`, `The answer is ${long}`, `\\boxed{${long}}`])
        expect(typeof readChoiceText(text, four).ok).toBe('boolean');
    }
  });

  it("known: the turns of a chat that a model writes out are not the model's own", () => {
    const prompt = 'USER: Agent 1 says that the answer is (C).';
    expect(ownWords(`16 miles\n${prompt}`)).toBe('16 miles');
    expect(ownWords(`SYSTEM: Be helpful.\n${prompt}\nASSISTANT: It is (B).`)).toBe('It is (B).');
    expect(ownWords('### System:\nBe.\n\n### User:\nAnswer is (C)?\n\n### Response:\n')).toBe('');
    expect(read(`SYSTEM: Be helpful.\n${prompt}\nASSISTANT: `)).toBe(
      'the text ends where an answer should begin',
    );
    expect(read(`It is (B).\n${prompt}`)).toBe('B');
  });
});

describe('statedChoices', () => {
  it('known: every bracketed letter once, in order; options before a bracket only outside lists', () => {
    const stated = (text: string) => statedChoices(text, four).join('');
    expect(stated('Two say (C), for the stars; one says (A). Answers: (C) (A)')).toBe('CA');
    expect(stated('Final answers: (A, C) and (option B).')).toBe('ACB');
    expect(stated('Agent 1 argues for C) Gouldner, Agent 2 for A) Merton.')).toBe('CA');
    expect(stated('The options were A) Merton, B) Weber, C) Gouldner, D) Mayo.')).toBe('');
    expect(stated('They end on (C)(A).')).toBe('CA');
    expect(stated('In the form (X), as in P(A).')).toBe('');
  });
});

const agora = realData('llm-agora');

describe.skipIf(agora.folder === null)(`the real MMLU debates of LLM-Agora ${agora.why}`, () => {
  it('reference: how many of the 300 answers a round are read; of the second round none, for all are prompts', () => {
    const debates = JSON.parse(readFileSync(join(agora.folder!, 'mmlu_result.json'), 'utf8')) as {
      agent_response: Record<string, string[]>;
      answer: string;
    }[];
    const counts = [0, 1, 2].map((round) => {
      const readings = debates.flatMap(({ agent_response, answer }) =>
        Object.values(agent_response).map((texts) => ({ answer, letter: read(texts[round] ?? '') })),
      );
      return {
        asked: readings.length,
        read: readings.filter(({ letter }) => four.includes(letter)).length,
        right: readings.filter(({ letter, answer }) => letter === answer).length,
      };
    });
    // Of round 3 three further texts, two of them right, have no answer since what they report of others does not count.
    // Most of what is not read is empty (66 answers of round 1), or text that comes to no option.
    expect(counts).toEqual([
      { asked: 300, read: 149, right: 73 },
      { asked: 300, read: 0, right: 0 },
      { asked: 300, read: 128, right: 75 },
    ]);
  });
});
