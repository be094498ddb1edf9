import { describe, expect, it } from 'vitest';
import { generateArithmetic } from './generate';
import { balancedQuestions } from './subsets';
import { openQuestion, tinyOpenSet } from './testing/tiny-open-questions';

const ids = ({ questions }: { questions: readonly { id: string }[] }) =>
  questions.map(({ id }) => id).join('');

describe('generateArithmetic', () => {
  it('law: the answer is the value of the expression, by an independent count; numbers have their digits', () => {
    for (const digits of [1, 2, 6]) {
      const { questions } = generateArithmetic({ count: 200, digits });
      for (const { text, answer } of questions) {
        const numbers = text.match(/\d+/g) as string[];
        expect(text).toMatch(/^What is the result of \d+\+\d+\*\d+\+\d+-\d+\*\d+\?$/);
        expect(numbers.every((number) => number.length === digits)).toBe(true);
        const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n] = numbers.map(BigInt);
        expect(answer).toBe(String(a + b * c + d - e * f));
      }
    }
  });

  it('law: a seed fixes the questions, a longer set begins with the shorter one, all two-digit numbers occur', () => {
    const whole = generateArithmetic({ count: 400 });
    expect(generateArithmetic({ count: 3 }).questions).toEqual(whole.questions.slice(0, 3));
    expect(generateArithmetic({ seed: 8, count: 3 }).questions[0]?.text).not.toBe(whole.questions[0]?.text);
    expect(new Set(whole.questions.map(({ id }) => id)).size).toBe(400);
    // 2,400 draws of 90 numbers: each is missing with probability (89/90)^2400, about 2e-12
    expect(new Set(whole.questions.flatMap(({ text }) => text.match(/\d+/g) as string[])).size).toBe(90);
  });

  it('contract: numbers out of range are named', () => {
    expect(() => generateArithmetic({ count: 0 })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => generateArithmetic({ digits: 7 })).toThrow(
      'generateArithmetic needs a whole number from 1 to 6 as digits, got 7',
    );
    expect(() => generateArithmetic({ seed: 1.5 })).toThrow('a whole number as seed, got 1.5');
  });
});

describe('balancedQuestions', () => {
  const kinds = ['p1', 'p2', 'q1', 'q2', 'p1', 'p1', 'q2'].map((kind, place) =>
    openQuestion(String(place), { subject: kind[0] as string, level: Number(kind[1]) }),
  );
  const set = { name: 'kinds', questions: kinds };

  it('known: they take subjects and levels side by side, in the order of the set', () => {
    // Steps: p1 q2 p2 q1, then p1 q2 again, then p1 (q2 has none left).
    expect(ids(balancedQuestions(set, 2))).toBe('03');
    expect(ids(balancedQuestions(set, 4))).toBe('0123');
    expect(ids(balancedQuestions(set, 5))).toBe('01234');
    expect(ids(balancedQuestions(set, 6))).toBe('012346');
    expect(ids(balancedQuestions(set, 7))).toBe('0123456');
  });

  it('law: with enough of each kind, counts of subjects and of levels differ by one at most', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((subject) =>
      [1, 2, 3, 4, 5].flatMap((level) =>
        [1, 2, 3].map((one) => openQuestion(`${subject}${level}${one}`, { subject, level })),
      ),
    );
    for (const count of [1, 7, 34, 35, 36, 71, 100, 105]) {
      const { questions } = balancedQuestions({ name: 'many', questions: many }, count);
      for (const [key, kinds] of [
        ['subject', 7],
        ['level', 5],
      ] as const) {
        const found = new Map<unknown, number>();
        for (const question of questions) found.set(question[key], (found.get(question[key]) ?? 0) + 1);
        for (const value of found.values()) expect(Math.abs(value - count / kinds)).toBeLessThan(1);
      }
    }
  });

  it('contract: too many, and questions without levels, are named', () => {
    expect(() => balancedQuestions(tinyOpenSet, 1)).toThrow('balancedQuestions needs levels; "g" has none');
    expect(() => balancedQuestions(set, 8)).toThrow('from 1 to 7');
  });
});
