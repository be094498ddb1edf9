import { describe, expect, it } from 'vitest';
import { generateArithmetic } from '../generate';
import { allMathAnswers, mathAnswerKey, readMathAnswer, type FoundAnswer } from './index';

const table = (found: FoundAnswer['found'], rows: readonly (readonly [text: string, answer: string])[]) =>
  rows.map(([text, answer]) => ({ text, answer, found }));

const known = [
  ...table('boxed', [
    ['It is \\boxed{4}; no, wait: \\boxed{\\frac{1}{2}}.', '\\frac{1}{2}'],
    ['so $\\boxed 5$.', '5'],
    ['\\\\boxed{\\\\frac{1}{2}}', '\\frac{1}{2}'],
    ['\\fbox{12} and then 13 more words', '12'],
    ['boxed{6}', '6'],
    ['\\boxed{\\boxed{7}}', '7'],
    ['\\boxed{\\{1, 2\\}}', '\\{1, 2\\}'],
    ['In the form \\boxed{answer}: \\boxed{3}', '3'],
    ['Answer: 4. The final answer is \\boxed{5}. I hope it is correct.', '5'],
    ['\boxed{8}', '8'], // a JSON reader took \b for a backspace
    ['\\boxed{11} or \\boxed{12', '11'],
    ["I find \\boxed{18}. Agent 1's answer is \\boxed{20}, which is wrong.", '18'],
    ['\\boxed{\\text{cannot be determined}}', '\\text{cannot be determined}'],
  ]),
  ...table('marked', [
    ['She has 9.\n#### 18', '18'],
    ['9 * 2 = 18\nA: 1,250', '1,250'],
    ['**Answer**: 1,250 dollars.', '1,250'],
    ['**Answer:** $\\frac{3}{4}$', '\\frac{3}{4}'],
    ['### Final Answer:\n**18**', '18'],
    ['Final answer\n\n18', '18'],
    ['Answer: 12 + 6 = 18', '18'],
    ['Answer: Amy has 79 pieces more than Ginger, and that is all.', '79'],
    ['Answer: 2/3 of the cake', '2/3'],
    ['answer: 1,2 and 3', '1,2 and 3'],
    ['Answer: Evelyn', 'Evelyn'],
    ['Answer: (B)', 'B'],
    ['A: 5\n\nQ: How many cats?\nA: 9', '5'],
  ]),
  ...table('stated', [
    ['The final answer is therefore 18.', '18'],
    ['So the answer is $18 per day. That took 3 steps.', '18'],
    ['The answer to this question is 410 feet, the sum of 2 distances.', '410'],
    ['Thus the correct answer is that each child got 5 books.', '5'],
    ['My answer is 12 because 4*3=12.', '12'],
    ['the answer is $x \\in [1,2]$', 'x \\in [1,2]'],
    ['The answer is 5x - 7y + 4 = 0.', '5x - 7y + 4 = 0'],
    ['The final answer is:\n\n\\[ \\frac{1}{2} \\]', '\\frac{1}{2}'],
    ['The answer is 42!', '42'],
    ['{"reasoning": "3 + 4", "answer": "\\\\frac{1}{2}"}', '\\frac{1}{2}'],
    ['First 9.\nSo she makes 9 * 2 = $18 every day.', '18'],
    ['**42**', '42'],
    ['$\\frac{\\sqrt{3}}{2}$.', '\\frac{\\sqrt{3}}{2}'],
    ['4, 6, 12', '4, 6, 12'],
    ['So we get x = -3', '-3'],
    ['She is left with 10 - 15 = -$5.', '-5'],
    ['x = **-174**', '-174'],
    ['The answer is negative 5.', '-5'],
    ["The answer is 18. Agent 1's answer is 20, which is wrong.", '18'],
    ['Updated answer is 22; my previous answer was 20', '22'],
    ["Agent 1's answer is 20, and I agree.", '20'],
    ['The answer is unknown at first. The answer is 7.', '7'],
    ['The answer is $20 + $30.', '20 + 30'],
    ['The answer is $20-$30.', '20-30'],
    ['The answer is $5 < $10.', '5 < 10'],
    ['<<3*4=12>>12', '12'],
    ['She has 3 * 4 = <<3*4=12>> apples.', '12'],
    ['The answer is 4:30 p.m. on Monday.', '4:30 p.m.'],
    ['The answer is 5 hundredths.', '5 hundredths'],
  ]),
  ...table('last number', [
    ['There are 3 boys and 4 girls, which makes 7 children.', '7'],
    ['It is 3/4 of it.', '3/4'],
    ['They need 1 1/2 hours.', '1 1/2'],
    ['He lost money: -$5 in all.', '-5'],
    ['The range 10-15 is fine.', '15'],
    ['They earned 1.5 million dollars.', '1.5 million'],
    ['It costs 1,250.50 euros.', '1,250.50'],
    ['Agent 2 is right: 5 apples. I agree with Agent 1, in the 3rd round.', '5'],
    ['It is 5 then. Or what about 7?', '5'],
    ['That makes 5.\nUSER: and 7 more?\nASSISTANT: 12', '5'],
    ['USER: what is 2 + 3?\nASSISTANT: It makes 5.', '5'],
    ['We find \\frac{3}{4} in the end', '\\frac{3}{4}'],
    ['so the length comes to $2\\sqrt{3}$ in the end', '2\\sqrt{3}'],
    ['It makes −174', '-174'],
    ['They need 2 and 1/2 hours.', '2 and 1/2'],
    ["Agent 1's answer is 20, but I get 18", '18'],
    ["I get 18. Agent 1's answer is 20, which is wrong.", '18'],
    ['Agent 2 says that the answer is 20. I get 18.', '18'],
    ["Agent 1's answer is 20.", '20'],
    ['The answer is wrong. It is 5.', '5'],
    ['A: 5\nB: 7\nC: 9\nI take the last.', '9'],
    ['It cost $100, 1/5 of $250, and nobody minded.', '250'],
  ]),
];

describe('the answer of a free text', () => {
  it.each(known)('known: $found in $text', ({ text, answer, found }) => {
    expect(readMathAnswer(text)).toEqual({ ok: true, value: { answer, found } });
  });

  it('contract: texts without an answer are turned away with a reason', () => {
    const reason = (text: string, lastNumber = true) => {
      const reading = readMathAnswer(text, { lastNumber });
      return reading.ok ? reading.value : reading.reason;
    };
    expect(reason('')).toMatch(/empty/);
    expect(reason(' \n ')).toMatch(/empty/);
    expect(reason('I cannot solve this.')).toMatch(/no answer was found.*\\boxed\{answer\}/);
    expect(reason('Answer: [your answer]')).toMatch(/no answer was found/);
    expect(reason('So \\boxed{5')).toMatch(/breaks off inside/);
    expect(reason('In all 160 sheets + 80 comforters +')).toMatch(/breaks off in a calculation/);
    expect(reason('so 4 * 5 =')).toMatch(/breaks off in a calculation/);
    expect(reason('Answer: 4 * 5 =')).toMatch(/breaks off in a calculation/);
    expect(reason('They paid 7 * 4 = <<7*4=2')).toMatch(/breaks off in a calculation/);
    expect(reason('That makes 7 in all')).toEqual({ answer: '7', found: 'last number' });
    expect(reason('That makes 7 in all', false)).toMatch(/no answer was found/);
  });

  it('contract: verdicts and refusals are no answers, and after a refusal no number is one', () => {
    const verdicts = ['correct', 'incorrect', 'wrong', 'the same', 'also right', 'as follows'];
    for (const verdict of verdicts)
      expect([verdict, readMathAnswer(`The answer is ${verdict}.`)]).toMatchObject([verdict, { ok: false }]);
    const refusals = [
      'unclear',
      'unknown',
      "I don't know",
      'cannot be determined from the 3 numbers',
      'not sure',
    ];
    for (const refusal of refusals)
      for (const text of [`The answer is ${refusal}.`, `She has 3 apples.\nAnswer: ${refusal}`])
        expect([text, readMathAnswer(text)]).toMatchObject([
          text,
          { ok: false, reason: expect.stringMatching(/says that it has no answer/) as string },
        ]);
  });

  it('law: the sign of every result of generated arithmetic is kept, however it is stated', () => {
    const { questions } = generateArithmetic({ count: 500, seed: 11 });
    expect(questions.filter(({ answer }) => answer.startsWith('-')).length).toBeGreaterThan(200);
    for (const { text, answer } of questions) {
      const [sign, size] = answer.startsWith('-') ? ['-', answer.slice(1)] : ['', answer];
      const minus = sign === '' ? '' : '−';
      for (const said of [
        `${text.slice(0, -1).replace('What is the', 'The')} = ${answer}.`,
        `The sum comes out as 24 - 198 = ${answer}.`,
        `We work it out: it is ${answer}`,
        `So we get ${minus}${size}`,
        `So we get x = ${minus}${size}.`,
        `In money that is ${sign}$${size}.`,
        `In money that is $${sign}${size}.`,
        `We get $${answer}$.`,
        `After that, x = ${sign === '' ? '' : '- '}${size}`,
        `The answer is ${answer}.`,
        `The final answer is: ${minus}${size}`,
        `Answer: ${answer}`,
        `#### ${answer}`,
        `\\boxed{${answer}}`,
        `{"answer": "${answer}"}`,
      ]) {
        const reading = readMathAnswer(said);
        expect([said, reading.ok && mathAnswerKey(reading.value.answer)]).toEqual([said, answer]);
      }
    }
  });

  it('known: an instruction that is only repeated holds no answer, also where the repeat breaks off', () => {
    const prompt =
      'Theo paid 10 coins and got 3 back, so what did it cost? Give your final answer in the form';
    for (const box of [
      '\\boxed{answer}',
      '\\boxed{{answer}}',
      '\\boxed{\\text{your answer}}',
      '\\boxed{...}',
    ]) {
      const echoed = `${prompt} ${box}, at the end.\n`;
      const reading = readMathAnswer(echoed + echoed + echoed.slice(0, 40));
      expect(reading).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/repeats its instruction/) as string,
      });
      expect(readMathAnswer(`${echoed}It cost \\boxed{7}.`)).toMatchObject({ value: { answer: '7' } });
    }
    expect(readMathAnswer('Write it in the form \\boxed{42}.')).not.toMatchObject({
      value: { found: 'boxed' },
    });
  });

  it('known: all filled boxes in order, for summaries', () => {
    expect(allMathAnswers('\\boxed{1}, \\boxed{answer}, \\fbox{\\frac{1}{2}}, \\boxed{')).toEqual([
      '1',
      '\\frac{1}{2}',
    ]);
    expect(allMathAnswers('none')).toEqual([]);
  });
});
