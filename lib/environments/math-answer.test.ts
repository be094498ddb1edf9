import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recorded } from '../experiment/recorded';
import { Random } from '../random';
import fixture from './fixtures/math-answers.json';
import { readMath, readMaths, sameMath } from './math-answer';
import { mathKey } from './math-equality';
import { arithmeticQuestion } from './questions';
import reference from './reference/math-equality.json';

const shared = process.env['AGORA_SHARED_DATA'] ?? '../shared/data';
const linesOf = <Row>(path: string): Row[] =>
  readFileSync(join(shared, path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
const countBy = (items: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
};
const between = (random: Random, low: number, high: number): number => low + random.below(high - low + 1);

describe('readMath', () => {
  it.each(fixture.cases as [string, string | null][])('known: %j gives %j', (text, answer) => {
    expect(readMath(text)).toBe(answer);
  });

  it('law: every arithmetic result keeps its sign in every form of statement', () => {
    for (let number = 0; number < 200; number++) {
      const { text, answer } = arithmeticQuestion(number);
      const [sign, size] = String(answer).startsWith('-')
        ? ['-', String(answer).slice(1)]
        : ['', String(answer)];
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
      ])
        expect([said, mathKey(readMath(said) ?? 'none')]).toEqual([said, answer]);
    }
  });

  it.each([
    ['She finishes at 8 pm', '8 pm'],
    ['She finishes at 8 pm, after 3 calls. So it is 8 pm, as before', '8 pm'],
    ['The answer is 5 pm on Monday.', '5 pm'],
    ['The total number of rows is 10 am I right', '10'],
    ['So it ends at 12:30 p.m.', '12:30 p.m.'],
    ['So it ends at 12:30 pm sharp', '12:30 pm'],
  ])('behaviour: the time in %j is read as %j', (text, answer) => {
    expect(readMath(text)).toBe(answer);
  });

  it.each([
    ['The answer is 3 more or 5 more.', null],
    ['The answer is 18 more or 20 in total.', null],
    ['The answer is 60 more or less.', '60'],
  ])('behaviour: the alternatives in %j give %j', (text, answer) => {
    expect(readMath(text)).toBe(answer);
  });

  it('known: a text that repeats its instruction has no answer', () => {
    const echoed = 'State your final answer at the end of your response, in the form \\boxed{answer}.\n';
    expect(readMath(echoed + echoed + echoed.slice(0, 40))).toBeNull();
    expect(readMath(`${echoed}It cost \\boxed{7}.`)).toBe('7');
  });

  it('behaviour: long texts of any kind take little time to read', () => {
    const pieces = [
      '\\boxed{',
      'answer is ',
      '$1',
      '(1',
      '1,',
      '1 or ',
      '= 1 ',
      'Wait, ',
      '\\frac',
      '-',
      '1/2 ',
      '{',
      'not 1 ',
      'so, ',
      '** ',
      '\\[',
      '((',
    ];
    for (const piece of pieces)
      for (const text of [piece.repeat(100_000 / piece.length), `The answer is ${piece.repeat(10_000)}`])
        expect(['string', 'object']).toContain(typeof readMath(text));
  });
});

describe('readMaths', () => {
  it('known: returns distinct boxes in order, and numbers in brackets on request', () => {
    const text = '\\boxed{1}, \\boxed{answer}, \\fbox{\\frac{1}{2}}, \\boxed{0.5} (18), (19) * 2 \\boxed{';
    expect(readMaths(text, { brackets: false })).toEqual(['1', '\\frac{1}{2}']);
    expect(readMaths(text, { brackets: true })).toEqual(['1', '\\frac{1}{2}', '18']);
    expect(readMaths('none', { brackets: true })).toEqual([]);
  });
});

/** The pairs on which math-verify and the kit differ, with the reason. */
const disagreements = [
  ['.0000672', '6.72e-5'], // math-verify reads no e-notation in LaTeX
  ['0.\\overline{3}', '\\frac{1}{3}'], // math-verify reads no repeating decimals
  ['0.1\\overline{6}', '\\frac{1}{6}'],
  ['\\sqrt[3]{-8}', '-2'], // the real root, as in MATH; SymPy takes the principal root
  ['1+274i', '1 + 274 i'], // spaces do not count
  ['i^2', '-1'], // math-verify takes i for a variable
  ['(1+i)(1-i)', '2'],
  ['\\frac{1}{i}', '-i'],
  ['\\sqrt{-4}', '2i'],
  ['\\sqrt{x}\\sqrt{x}', 'x'],
  ['\\text{June 20}', 'June 20'], // fonts do not count
  ['50\\%', '0.5'], // the grader of MATH drops the percent sign
  ['3R^2', '3r^2'], // R and r are two variables
  ['3, 3, 5', '3, 5'], // a list keeps its repeats
  ['(1,2)', '\\{1,2\\}'], // a point is not a set
  ['52_8', '52'], // math-verify drops the base
  ['52_8', '52_9'],
];

describe('mathKey and sameMath', () => {
  it('reference: judges pairs of answers as a mathematician does', () => {
    for (const { gold, answer, expected } of reference.pairs) {
      expect([gold, answer, sameMath(answer, gold)]).toEqual([gold, answer, expected]);
      expect([gold, answer, sameMath(gold, answer)]).toEqual([gold, answer, expected]);
    }
  });

  it('reference: math-verify 0.9.0 agrees on all other pairs', () => {
    const differing = reference.pairs.filter(({ gold, answer, oracle }) => sameMath(answer, gold) !== oracle);
    expect(differing.map(({ gold, answer }) => [gold, answer])).toEqual(disagreements);
  });

  it('known: all forms of an answer have the same key, and different answers have different keys', () => {
    for (const group of fixture.same)
      for (const one of group) expect([one, mathKey(one)]).toEqual([one, mathKey(group[0]!)]);
    expect(new Set(fixture.same.map(([first]) => mathKey(first!))).size).toBe(fixture.same.length);
  });

  it('known: words that are not units count, and dates are not quotients', () => {
    const different =
      '5|5 tenths|5 thirds|5 hundredths|5 hundred|5 dozen|5 squared|5 degrees below zero|4|4 July|4 August|4 units right|7 am|7 pm|7|11 of May|2/4/2020|1/2/2020|2020-04-02|2014|3 thousand|3 thousandths'.split(
        '|',
      );
    expect(new Set(different.map(mathKey)).size).toBe(different.length);
    expect(sameMath('2/4/2020', '02/04/2020')).toBe(true);
    expect(sameMath('120 third graders', '120')).toBe(true);
  });

  it.each([
    ['She makes $18 every day at the market.', '18', true],
    ['Jill earns 1,250 dollars in total.', '1250', true],
    ['She makes $18 every day at the market.', '19', false],
    ['between 3 and 5 of the apples', '5', false],
  ])('known: the sentence %j is %s: %s', (answer, gold, isRight) => {
    expect(sameMath(answer, gold)).toBe(isRight);
  });

  it.each([
    ['8 pm', '8', true],
    ['She finishes at 8 pm', '8', true],
    ['So Bob wakes up at 6 AM.', '6', true],
    ['So Bob wakes up at 6 a.m. every day.', '6', true],
    ['8 pm', '9', false],
    ['13 pm', '13', false],
    ['8:30 pm', '8', false],
    ['8', '8 pm', false],
    ['8 am', '8 pm', false],
  ])('behaviour: the time %j for the answer %j: %s', (answer, gold, isRight) => {
    expect(sameMath(answer, gold)).toBe(isRight);
  });

  it('law: all forms of a fraction are the same, and another fraction differs', () => {
    const random = Random.from(1);
    for (let round = 0; round < 100; round++) {
      const [above, below] = [between(random, -999, 999), between(random, 1, 999)];
      const times = between(random, 2, 9);
      const [sign, size] = [above < 0 ? '-' : '', Math.abs(above)];
      const writings = [
        `${above}/${below}`,
        `\\frac{${above}}{${below}}`,
        `${sign}\\dfrac{${size}}{${below}}`,
        `\\frac{${above * times}}{${below * times}}`,
        `(${above}) \\div ${below}`,
        `${sign}${Math.floor(size / below)} + ${sign === '' ? '' : '-'}${size % below}/${below}`,
      ];
      expect(new Set(writings.map(mathKey)).size).toBe(1);
      expect(mathKey(`${above + 1}/${below}`)).not.toBe(mathKey(writings[0]!));
    }
  });

  it('law: an integer of any length is the same with separators, and its neighbour differs', () => {
    const random = Random.from(2);
    for (let digits = 1; digits <= 40; digits++) {
      const number = Array.from({ length: digits }, () => between(random, 1, 9)).join('');
      const grouped = number.replace(/\B(?=(?:\d{3})+$)/g, ',');
      expect(mathKey(grouped)).toBe(number);
      expect(mathKey(`\\$${grouped}.00`)).toBe(number);
      expect(mathKey((BigInt(number) + 1n).toString())).not.toBe(number);
    }
  });

  it('law: a product equals its expansion, but no nearby formula', () => {
    const random = Random.from(3);
    for (let round = 0; round < 50; round++) {
      const [a, b, c] = [between(random, -9, 9), between(random, 1, 9), between(random, 1, 9)];
      const product = `(${b}x + ${a})(x - ${c}y)`;
      const expanded = `${b}x^2 + ${-b * c}xy + ${a}x + ${-a * c}y`.replaceAll('+ -', '- ');
      expect(sameMath(expanded, product)).toBe(true);
      expect(sameMath(`${expanded} + 1`, product)).toBe(false);
    }
  });

  it('behaviour: every text has a key; no enormous value is evaluated, and no code is run', () => {
    const unread = String.raw`
      9^{9^{9^9}} | 9^9^9^9 | 10^(10^10) | 1000000! | \binom{1000000}{500000} | e^{e^{e^{e^e}}} | \sin(10^{9999}) | 1/0
      import("fs") | evaluate("1+1") | cos.constructor("return 1")() | \hasOwnProperty{1} | __proto__ | constructor
      \frac{1 | \sqrt | ^ | \ | { | ((( | 2 3 x | \begin{cases} 1 \end{cases} | \sqrt[x]{2} | \alpha(`;
    for (const text of [...unread.trim().split(/ \| |\n/), '\u0000', '\ue000'])
      expect([text, mathKey(text)]).toEqual([text, expect.stringMatching(/^text /)]);
    expect(mathKey('\\sin \\frac{\\pi}{6}')).toBe('0.5'); // mathjs still works.
    const pieces =
      '\\frac { } ( ) [ ] , 1 23 x ^ _ \\pm \\cup = < ! | \\sqrt \\text{a} & \\\\ \\begin{pmatrix} \\end{pmatrix} - + / \\sin \\pi \\infty i \\{ \\} . \\overline \\le % $ \\log e'.split(
        ' ',
      );
    const random = Random.from(5);
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: between(random, 1, 12) }, () => random.pick(pieces)).join('');
      expect(typeof mathKey(text)).toBe('string');
    }
  });

  it.each([
    ['0.333', '1/3', false],
    ['x = 3, y = 4', 'y = 4, x = 3', true],
    ['x = 3, y = 4', 'x = 4, y = 3', false],
    ['', ' ', true],
    ['', '0', false],
  ])('known: %j and %j: %s', (one, other, isSame) => {
    expect(sameMath(one, other)).toBe(isSame);
  });
});

describe('recorded answers', () => {
  it('known: in ZeroEval, gpt-3.5-turbo answers 80.36 % of GSM8K correctly, with four answers in whole sentences', () => {
    const questions = [...recorded('zeroeval')].filter(({ labels }) => labels?.dataset === 'gsm8k');
    const right = questions.filter(({ events, labels }) =>
      events.some(
        (event) =>
          event.type === 'proposal' &&
          event.agent === 'gpt-3.5-turbo-0125' &&
          sameMath(event.proposal as string, labels?.answer as string),
      ),
    );
    expect(((100 * right.length) / questions.length).toFixed(2)).toBe('80.36');
  });

  it.skipIf(!existsSync(join(shared, 'gsm8k')))(
    'known: reads all answers in GSM8K, and takes words after a result as its unit (skipped without shared data)',
    () => {
      const rows = linesOf<{ answer: string }>('gsm8k/test.jsonl');
      expect(rows.filter(({ answer }) => readMath(answer) !== answer.split('####')[1]!.trim())).toEqual([]);
      // eslint-disable-next-line regexp/no-super-linear-backtracking, regexp/use-ignore-case
      const phrase = />>([-\d.,]*\d)\s+([A-Za-z][A-Za-z '-]*)[.,;]?\s*$/;
      const results = rows
        .flatMap(({ answer }) => answer.split('\n'))
        .flatMap((line) => {
          const [, number, words] = phrase.exec(line) ?? [];
          return number === undefined ? [] : [{ number, said: `${number} ${words}` }];
        });
      expect(results).toHaveLength(2_880);
      // The exceptions are answers such as "21 dozen eggs" (252) and "3 clownfish".
      expect(results.filter(({ number, said }) => mathKey(said) === mathKey(number))).toHaveLength(2_842);
    },
  );

  it.skipIf(!existsSync(join(shared, 'math')))(
    'known: reads the answers in MATH from its solutions, and counts their kinds (skipped without shared data)',
    () => {
      const five = linesOf<{ solution: string; answer: string }>('math/math500_test.jsonl');
      expect(five.filter(({ solution, answer }) => readMath(solution) !== answer)).toEqual([]);
      const golds = linesOf<{ solution: string }>('math/test.jsonl').map(({ solution }) =>
        readMath(solution),
      );
      // One solution ends in two boxes joined by "or".
      expect(golds.filter((gold) => gold === null)).toHaveLength(1);
      const kind = (key: string): string =>
        /^(?:text|letter|list|union|matrix|base|equation)(?= )|^f(?=\[)|^[([](?=.*;)/.exec(key)?.[0] ??
        'number';
      expect(countBy(golds.map((gold) => kind(mathKey(gold ?? '\\frac{2}{5}'))))).toEqual({
        number: 4432,
        f: 133,
        '(': 124,
        list: 79,
        matrix: 72,
        text: 42,
        letter: 33,
        base: 28,
        union: 25,
        '[': 24,
        equation: 8,
      });
    },
  );

  it.skipIf(!existsSync(join(shared, 'llm-agora')))(
    'reference: number of readable answers among the 900 of LLM-Agora on GSM8K (skipped without shared data)',
    () => {
      const debates = JSON.parse(readFileSync(join(shared, 'llm-agora/gsm_result.json'), 'utf8')) as {
        agent_response: Record<string, string[]>;
      }[];
      const texts = debates.flatMap(({ agent_response }) => Object.values(agent_response).flat());
      expect(texts).toHaveLength(900);
      // The third edition read 805. Five of them name two values: "80 or 100", "from 1:00 PM to 5:00 PM".
      expect(texts.filter((text) => readMath(text) !== null)).toHaveLength(800);
    },
  );
});
