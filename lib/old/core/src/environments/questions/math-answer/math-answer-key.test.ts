import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { mathAnswerKey, sameMathAnswer } from './index';
import reference from './reference/equality.json';

/** Where math-verify and the kit part, who is right, and why. */
const disagreements: readonly (readonly [gold: string, answer: string, why: string])[] = [
  ['.0000672', '6.72e-5', 'the kit: the oracle reads no e-notation in LaTeX'],
  ['0.\\overline{3}', '\\frac{1}{3}', 'the kit: the oracle reads no repeating decimals'],
  ['0.1\\overline{6}', '\\frac{1}{6}', 'the kit: the oracle reads no repeating decimals'],
  [
    '\\sqrt[3]{-8}',
    '-2',
    "a convention: the kit takes the real root, SymPy the principal one; MATH's golds are real",
  ],
  ['1+274i', '1 + 274 i', 'the kit: spaces do not count'],
  ['i^2', '-1', 'the kit: the oracle takes i for a variable'],
  ['(1+i)(1-i)', '2', 'the kit: the oracle takes i for a variable'],
  ['\\frac{1}{i}', '-i', 'the kit: the oracle takes i for a variable'],
  ['\\sqrt{-4}', '2i', 'the kit: the oracle takes i for a variable'],
  ['\\sqrt{x}\\sqrt{x}', 'x', 'the kit: a root squared is what stood under it'],
  ['\\text{June 20}', 'June 20', 'the kit: fonts do not count'],
  ['50\\%', '0.5', "a convention: MATH's grader drops the percent sign, the oracle divides"],
  ['3R^2', '3r^2', 'the kit: R and r are two variables; the oracle ignores case'],
  ['3, 3, 5', '3, 5', 'the kit: a list keeps its repeats; the oracle makes it a set'],
  ['(1,2)', '\\{1,2\\}', 'the kit: a point is no set'],
  ['52_8', '52', 'the kit: the oracle drops the base'],
  ['52_8', '52_9', 'the kit: the oracle drops the base'],
];

/** One answer a line, in all its writings. */
const same = String.raw`
  1250 | $1250 | 1250 dollars | $1,250.00 | 1 250 | 1250. | **1250** | €1250 | 1,250 USD
  -5 | −5 | -$5 | $-5 | \(-5\) | $-5$ | \[ -5 \]
  1500000 | 1.5 million | 1.5 million dollars | 1.5e6 | 1.5 \text{ million}
  1/2 | ½ | \frac{1}{2} | (1/2) | \boxed{0.5} | 0.50 \text{ cm} | 0.5 miles per hour
  2\sqrt{3} | 2*sqrt(3) | 2√3 | sqrt(12)
  2x | 2x units | 2x \text{ cm} | y = 2x
  8 | 8 kg | 8kg | 8 kg/m | 8 square feet | 8 cm^2 | 8cm | 8 hours per day | 8 pieces of candy
  x^2 + 1 | x**2+1 | 1 + x² | f(x) = x^2+1
  12\pi | 12π | 12*pi | 12 \pi \text{ square units}
  (-\infty, 2) \cup (3, \infty) | (-∞,2) U (3,∞) | (-inf, 2) ∪ (3, inf)
  \text{Yes} | yes | \textbf{yes}.
  90^\circ | 90° | 90 degrees | 90^{\circ}
  0.05 | 5 hundredths | 5 \text{ hundredths}
  0.003 | 3 thousandths
  0.000003 | 3 millionths
  5/3 | 5 thirds | 5 thirds of a mile | 1 and 2/3
  1/3 | 1 third | 1 third of the cake
  60 | 5 dozen | 5 dozen eggs | 5 \text{ dozen}
  200000 | 2 hundred thousand | 2 hundred thousand dollars | 2 x 10^5 | 2 \times 10^5
  2.5 | 2 and 1/2 | 2 and 1/2 hours | 2 1/2 | 2\frac12
  7 am | 7 a.m. | 7:00 AM | 7 \text{ am}
  x<3 or x>5 | x > 5 or x < 3 | x<3 \text{ or } x>5 | (-\infty,3)\cup(5,\infty)
  (-\infty,\infty) | \mathbb{R} | all real numbers | x \in \mathbb{R} | -\infty < x < \infty
  2, 3/2 | 2 and 3/2 | 2 or 3/2
  15 | 15 people | 15 red marbles | 15 per day | 15 in all | 15\text{ m/s} | 15 were on the train
  4x + 2|x| | |2x| + 4x
  \sin^{-1} \frac{1}{2} | \frac{\pi}{6} | arcsin(1/2)
`;

const between = (random: Random, low: number, high: number): number => low + random.below(high - low + 1);

describe('whether two answers are the same', () => {
  it.each(reference.pairs)('reference: $gold and $answer', ({ gold, answer, expected }) => {
    expect(sameMathAnswer(gold, answer)).toBe(expected);
    expect(sameMathAnswer(answer, gold)).toBe(expected);
  });

  it('reference: math-verify says the same of all pairs but those named above', () => {
    expect(reference.source).toBe('math-verify 0.9.0 on SymPy 1.14.0');
    const differing = reference.pairs.filter(
      ({ gold, answer, oracle }) => sameMathAnswer(gold, answer) !== oracle,
    );
    expect(differing.map(({ gold, answer }) => [gold, answer])).toEqual(
      disagreements.map(([gold, answer]) => [gold, answer]),
    );
  });

  it('known: models write the same answer in ways that LaTeX has no pairs for', () => {
    const groups = same
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' | '));
    for (const group of groups)
      for (const one of group)
        expect([one, mathAnswerKey(one)]).toEqual([one, mathAnswerKey(group[0] as string)]);
    expect(new Set(groups.map(([first]) => mathAnswerKey(first as string))).size).toBe(groups.length);
  });

  it('known: words that are no unit count, and dates are no quotients', () => {
    const different = [
      '5',
      '5 tenths',
      '5 thirds',
      '5 hundredths',
      '5 hundred',
      '5 dozen',
      '5 squared',
      '5 degrees below zero',
      '4',
      '4 July',
      '4 August',
      '4 units right',
      '4 units left of it',
      '7 am',
      '7 pm',
      '7',
      '11 of May',
      '2/4/2020',
      '1/2/2020',
      '2020-04-02',
      '2014',
      '3 thousand',
      '3 thousandths',
    ];
    // "4 units left of it" is 4, and "11 of May" 11: a plural, and what follows "of", are taken for units
    expect(new Set(different.map(mathAnswerKey)).size).toBe(different.length - 1);
    expect(sameMathAnswer('2/4/2020', '02/04/2020')).toBe(true);
    expect(sameMathAnswer('4 July', '4 july')).toBe(true);
    expect(sameMathAnswer('120 third graders', '120')).toBe(true);
  });

  it('law: a fraction is the same in all its writings, and another one is not', () => {
    const random = Random.from(1);
    for (let round = 0; round < 300; round++) {
      const [above, below] = [between(random, -999, 999), between(random, 1, 999)];
      const times = between(random, 2, 9);
      const sign = above < 0 ? '-' : '';
      const size = Math.abs(above);
      const writings = [
        `${above}/${below}`,
        `\\frac{${above}}{${below}}`,
        `${sign}\\dfrac{${size}}{${below}}`,
        `\\frac{${above * times}}{${below * times}}`,
        `(${above}) \\div ${below}`,
        `${sign}${Math.floor(size / below)} + ${sign === '' ? '' : '-'}${size % below}/${below}`,
      ];
      expect(new Set(writings.map(mathAnswerKey)).size).toBe(1);
      expect(mathAnswerKey(`${above + 1}/${below}`)).not.toBe(mathAnswerKey(writings[0] as string));
    }
  });

  it('law: an integer is the same with separators, at any length; its neighbour is not', () => {
    const random = Random.from(2);
    for (let digits = 1; digits <= 40; digits++) {
      const number = Array.from({ length: digits }, () => between(random, 1, 9)).join('');
      const grouped = number.replace(/\B(?=(?:\d{3})+$)/g, ',');
      expect(mathAnswerKey(grouped)).toBe(number);
      expect(mathAnswerKey(grouped.replaceAll(',', ',\\!'))).toBe(number);
      expect(mathAnswerKey(`\\$${grouped}.00`)).toBe(number);
      expect(mathAnswerKey((BigInt(number) + 1n).toString())).not.toBe(number);
    }
  });

  it('law: a product of factors equals what it expands to, and nothing near it', () => {
    const random = Random.from(3);
    for (let round = 0; round < 100; round++) {
      const [a, b, c] = [between(random, -9, 9), between(random, 1, 9), between(random, 1, 9)];
      const product = `(${b}x + ${a})(x - ${c}y)`;
      const expanded = `${b}x^2 + ${-b * c}xy + ${a}x + ${-a * c}y`.replaceAll('+ -', '- ');
      expect(sameMathAnswer(product, expanded)).toBe(true);
      expect(sameMathAnswer(product, `${expanded} + 1`)).toBe(false);
    }
  });

  it('law: sets and lists do not depend on order, tuples do', () => {
    const random = Random.from(4);
    for (let round = 0; round < 50; round++) {
      const items = ['\\frac{1}{2}', '3', '-\\sqrt{5}', '2\\pi', 'x+1'];
      const shuffled = random.shuffle(items);
      expect(sameMathAnswer(items.join(', '), shuffled.join(','))).toBe(true);
      expect(sameMathAnswer(`\\{${items.join(', ')}\\}`, `\\{${shuffled.join(',')}\\}`)).toBe(true);
      const isMoved = shuffled.join() !== items.join();
      expect(sameMathAnswer(`(${items.join(', ')})`, `(${shuffled.join(',')})`)).toBe(!isMoved);
    }
  });

  it('contract: whatever stands there has a key; nothing enormous is worked out, nothing is run', () => {
    const unread = String.raw`
      9^{9^{9^9}} | 9^9^9^9 | 10^(10^10) | 1000000! | \binom{1000000}{500000} | e^{e^{e^{e^e}}} | \sin(10^{9999}) | 1/0
      import("fs") | evaluate("1+1") | cos.constructor("return 1")() | \hasOwnProperty{1} | __proto__ | constructor
      \frac{1 | \sqrt | ^ | \ | { | ((( | 2 3 x | \begin{cases} 1 \end{cases} | \sqrt[x]{2} | \alpha(
    `;
    for (const text of [...unread.trim().split(/ \| |\n/), '\u0000', '\ue000'])
      expect([text, mathAnswerKey(text)]).toEqual([text, expect.stringMatching(/^text /)]);
    // the library's own arithmetic still is in order
    expect(mathAnswerKey('\\sin \\frac{\\pi}{6}')).toBe('0.5');
    const random = Random.from(5);
    const pieces = (
      '\\frac { } ( ) [ ] , 1 23 x ^ _ \\pm \\cup = < ! | \\sqrt \\text{a} & \\\\ \\begin{pmatrix} \\end{pmatrix} - + / ' +
      '\\sin \\pi \\infty i \\{ \\} . \\overline \\le % $ \\log e'
    ).split(' ');
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: between(random, 1, 12) }, () => random.pick(pieces)).join('');
      expect(typeof mathAnswerKey(text)).toBe('string');
    }
  });

  it('contract: approximations, other orders and other brackets are other answers', () => {
    expect(sameMathAnswer('0.333', '1/3')).toBe(false);
    expect(sameMathAnswer('x = 3, y = 4', 'y = 4, x = 3')).toBe(true);
    expect(sameMathAnswer('x = 3, y = 4', 'x = 4, y = 3')).toBe(false);
    expect(sameMathAnswer('', ' ')).toBe(true);
    expect(sameMathAnswer('', '0')).toBe(false);
  });
});
