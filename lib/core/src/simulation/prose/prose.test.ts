import { describe, expect, it } from 'vitest';
import { readMathAnswer } from '../../environments/questions/math-answer';
import { readChoiceText } from '../../environments/questions/read-choice-text';
import { countTokens } from '../../models/count-tokens';
import { Random } from 'agora-voting';
import { asking } from '../testing/asking';
import { act, ducks, held, instance, tinyTask } from '../testing/tiny-task';
import { closings, closingsBeforeSentence, openings } from './frame-phrases';
import { numbersOf, solutionOf, wordsOf } from './solution';
import { stepPhrases } from './step-phrases';
import { aboutTokens, writeDebate } from './write-debate';

const many = (count: number) => Array.from({ length: count }, (_, number) => number);
const texts = [
  '16 ducks eat 3.5 kilos of bread',
  'Let $f(x) = \\frac{3x-7}{x+1}$. Find its range.',
  ducks,
  '',
];
/** Debates of many kinds: alone and with others, five agents, several questions and lengths. */
const samples = many(200).map((number) => {
  const about = instance(`q${number % 7}`, { text: texts[number % 4] ?? '' });
  const told = {
    agent: `Agent ${1 + (number % 5)}`,
    candidates: number % 3 === 0 ? [] : held({ '18': ['Agent 1', 'Agent 2'], '36': ['Agent 3', 'Group 2'] }),
  };
  return act(told, number, { skill: 1, tokens: 40 + number }, about);
});

describe('the prose of simulated debaters', () => {
  it('law: a text ends with its answer in the form asked for, and states no other', () => {
    for (const { answer: text, key } of samples) {
      expect(text.endsWith(`\\boxed{${key}}.`), text).toBe(true);
      expect(text.match(/\\boxed/g)).toHaveLength(1);
      expect(text).not.toMatch(/[()[\]#]/);
      expect(text.split(/answer/i).length, text).toBeLessThanOrEqual(2);
      expect(text).not.toMatch(/undefined|NaN|Infinity|\$\{| {2}|\.\./);
    }
    expect(new Set(samples.map(({ key }) => key)).size).toBeGreaterThan(3);
  });

  it('law: the readers of answers find the one that was meant, as a box, a letter or a sentence', () => {
    for (const { answer: text, key } of samples.slice(0, 60))
      expect(readMathAnswer(text)).toMatchObject({ ok: true, value: { answer: key } });
    const letters = [...'ABCDEFGHIJ'];
    for (const state of [
      (letter: string) => `(${letter})`,
      (letter: string) => `The correct answer is (${letter})`,
    ]) {
      const ask = asking(tinyTask([...'IABCDEFGHJ'], state), instance());
      const parameters = { skill: 0, tokens: 80 };
      for (const number of many(60)) {
        const about = instance(`m${number}`, { dataset: 'mmlu' });
        const { answer, intent } = ask({ act: 'debate' }, number, { parameters }, about);
        const { answer: meant } = intent as { answer: string };
        expect(readChoiceText(answer as string, letters), meant).toEqual({ ok: true, value: meant });
      }
    }
  });

  it('law: lengths vary about the mean that is asked for, in tokens as a model counts them', () => {
    for (const tokens of [120, 400]) {
      const counts = many(200).map((number) =>
        countTokens(act({}, number, { tokens }, instance(`q${number}`)).answer),
      );
      const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
      const deviation = Math.sqrt(
        counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length,
      );
      // the mean of 200 draws with a spread of 0.36 has a standard error of 2.6 percent; the estimate is 3 percent off
      expect(Math.abs(mean / tokens - 1)).toBeLessThan(0.11);
      // a lognormal whose logarithm has the deviation 0.35 deviates by 0.36 of its mean
      expect(deviation / mean).toBeGreaterThan(0.25);
      expect(deviation / mean).toBeLessThan(0.47);
    }
    const fixed = many(50).map((number) =>
      countTokens(act({}, number, { tokens: 200, tokenSpread: 0 }).answer),
    );
    // within a sentence, at most 45 tokens
    for (const count of fixed) expect(Math.abs(count - 200)).toBeLessThan(45);
  });

  it('law: texts for one answer are more alike than texts for two, and no two are the same', () => {
    const write = (key: string, seed: number) =>
      writeDebate(
        {
          agent: `Agent ${1 + (seed % 5)}`,
          stance: 'alone',
          others: [],
          tokens: 200,
          solution: solutionOf(ducks, key, Random.from(0)),
          stated: `\\boxed{${key}}`,
        },
        Random.from(seed),
      );
    const [right, wrong] = [
      many(12).map((seed) => write('18', seed)),
      many(12).map((seed) => write('36', seed + 50)),
    ];
    expect(new Set([...right, ...wrong]).size).toBe(24);
    const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    const pairs = (as: readonly string[], bs: readonly string[]) =>
      mean(as.flatMap((a) => bs.filter((b) => b !== a).map((b) => cosine(a, b))));
    const within = mean([pairs(right, right), pairs(wrong, wrong)]);
    const between = pairs(right, wrong);
    expect(within).toBeGreaterThan(between + 0.05);
    expect(within).toBeLessThan(0.95);
  });

  it('law: the opening fits what was read: alone, of one mind, at odds, or converted', () => {
    const opening = (candidates: Parameters<typeof held>[0], key: string) => {
      for (let seed = 0; ; seed++) {
        const one = act({ candidates: held(candidates) }, seed, { skill: 0, loyalty: 0 });
        if (one.key === key) return one.answer;
      }
    };
    const fits = (stance: keyof typeof openings, others: string, text: string) =>
      openings[stance].some((write) => text.startsWith(write(others)));
    expect(fits('alone', '', opening({}, '18'))).toBe(true);
    expect(fits('alone', '', opening({ '18': ['Agent 1'] }, '18'))).toBe(true);
    expect(
      fits('agree', 'Agent 2 and Agent 3', opening({ '18': ['Agent 1', 'Agent 2', 'Agent 3'] }, '18')),
    ).toBe(true);
    expect(
      fits('differ', 'Agent 2', opening({ '18': ['Agent 1', 'Agent 3'], '36': ['Agent 2'] }, '18')),
    ).toBe(true);
    expect(fits('change', 'Agent 2', opening({ '18': ['Agent 1'], '36': ['Agent 2'] }, '36'))).toBe(true);
    const four = { '36': ['Agent 2', 'Agent 3', 'Agent 4', 'Group 2'], '18': ['Agent 1'] };
    expect(fits('change', 'the other 4', opening(four, '36'))).toBe(true);
  });

  it('known: at least 60 ways of putting things, all different', () => {
    const step = {
      kind: 'check',
      sum: '1 plus 2',
      result: '3',
      first: 'duck',
      second: 'egg',
      manner: 0,
    } as const;
    const sentences = [
      ...Object.values(stepPhrases).flatMap((phrases) => phrases.map((phrase) => phrase(step))),
      ...Object.values(openings).flatMap((phrases) => phrases.map((phrase) => phrase('Agent 2'))),
      ...closings,
      ...closingsBeforeSentence,
    ];
    expect(sentences.length).toBeGreaterThanOrEqual(60);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('known: numbers and words of a question, solutions that compute with them', () => {
    expect(numbersOf(ducks)).toEqual([16, 4, 9.5, 3]);
    expect(numbersOf('80,000 and 80,000 and 2.')).toEqual([80000, 2]);
    expect(wordsOf(ducks)).toEqual([
      'farm',
      'ducks',
      'sells',
      'week',
      'money',
      'farmer',
      'earn',
      'weeks',
      'remain',
    ]);
    expect(wordsOf('\\frac{12}{x} \\sqrt{2} duck-pond')).toEqual([
      'condition',
      'quantity',
      'relation',
      'statement',
    ]);
    const stepsOf = (text: string, key: string) => {
      const solution = solutionOf(text, key, Random.from(0));
      expect(solution.step(25)).toBe(solution.step(1));
      return many(24).map(solution.step);
    };
    const steps = stepsOf(ducks, '18');
    const computed = steps.filter(({ kind }) => kind === 'compute');
    expect(computed.length).toBeGreaterThan(5);
    for (const { sum, result } of computed) {
      const [, left, sign, right] = /^(\S+) (plus|minus|times|divided by) (\S+)$/.exec(sum) ?? [];
      const [a, b] = [Number(left), Number(right)];
      const value = { plus: a + b, minus: a - b, times: a * b, 'divided by': a / b }[sign ?? ''] ?? NaN;
      // results are rounded to two decimals
      expect(Math.abs(Number(result) - value), sum).toBeLessThan(0.005 + 1e-9);
    }
    // solutions of one question begin alike and part afterwards
    const other = stepsOf(ducks, '36');
    expect(other.slice(0, 2)).toEqual(steps.slice(0, 2));
    expect(other.slice(2)).not.toEqual(steps.slice(2));
    // a question without numbers is not computed
    const wordy = stepsOf('Which organ makes bile?', 'A');
    expect(wordy.some(({ kind }) => kind === 'compute')).toBe(false);
  });

  it('known: about how many tokens', () => {
    // two words, a space and two runs of digits (4 digits are two), a full stop
    expect(aboutTokens('take away 1234.')).toBe(6);
    expect(aboutTokens('')).toBe(0);
  });
});

function cosine(a: string, b: string): number {
  const counts = (text: string) => {
    const bag = new Map<string, number>();
    for (const word of text.toLowerCase().split(/\W+/)) bag.set(word, (bag.get(word) ?? 0) + 1);
    return bag;
  };
  const [one, two] = [counts(a), counts(b)];
  const dot = (left: Map<string, number>, right: Map<string, number>) =>
    [...left].reduce((sum, [word, count]) => sum + count * (right.get(word) ?? 0), 0);
  return dot(one, two) / Math.sqrt(dot(one, one) * dot(two, two));
}
