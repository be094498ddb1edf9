import { describe, expect, it } from 'vitest';
import { firstOfEachSubject, generateQuestions, sampleQuestions, withExamples } from './index';
import { unitFactors } from './made-question';
import { needDifferent } from './question-set';
import { folders } from './testing/folder';
import { question, tinySet } from './testing/tiny-questions';

const ids = (questions: readonly { id: string }[]) => questions.map(({ id }) => id);

describe('firstOfEachSubject and withExamples', () => {
  it('known: the first and the last of each subject, in the order of the set', () => {
    expect(ids(firstOfEachSubject(tinySet, 1).questions)).toEqual(['q1', 'q3']);
    const four = { ...tinySet, questions: [...tinySet.questions, question('q4', { subject: 'words' })] };
    const set = withExamples(four, 1);
    expect(ids(set.questions)).toEqual(['q1', 'q3']);
    expect(Object.entries(set.examples).map(([subject, shown]) => [subject, ids(shown)])).toEqual([
      ['sums', ['q2']],
      ['words', ['q4']],
    ]);
  });

  it('contract: a subject with too few is named', () => {
    expect(() => firstOfEachSubject(tinySet, 2)).toThrow(
      'needs at least 2 questions of each subject; "words" has 1',
    );
    expect(() => withExamples(tinySet, 1)).toThrow(
      'needs at least 2 questions of each subject; "words" has 1',
    );
    expect(() => firstOfEachSubject(tinySet, 0)).toThrow(
      'needs a whole number of at least 1 as count, got 0',
    );
  });
});

describe('generateQuestions', () => {
  /** The right answer, found from the text alone. */
  function solve(text: string, options: readonly string[]): string {
    const [a = 0, b = 0, c = 0] = (text.match(/\d+/g) ?? []).map(Number);
    if (text.startsWith('What is')) return String(a + b * c);
    const units = /How many (\w+) are \d+ (\w+)\?/.exec(text);
    if (units !== null) {
      const factor = unitFactors.find(([large, small]) => large === units[2] && small === units[1])?.[2] ?? 0;
      return `${a * factor} ${units[1]}`;
    }
    const seconds = options.map((option) => {
      const [amount, unit] = option.split(' ');
      return Number(amount) * { seconds: 1, minutes: 60, hours: 3600 }[unit as 'hours'];
    });
    const best = text.includes('longest') ? Math.max(...seconds) : Math.min(...seconds);
    expect(new Set(seconds).size).toBe(options.length);
    return options[seconds.indexOf(best)] as string;
  }

  it('law: the keyed answer is right, no other option is, and there are as many options as asked for', () => {
    for (const options of [2, 4, 10]) {
      const set = generateQuestions({ count: 120, options, seed: 11 });
      expect(set.questions).toHaveLength(120);
      needDifferent(set.questions);
      for (const made of [...set.questions, ...Object.values(set.examples).flat()]) {
        expect(made.options).toHaveLength(options);
        expect(made.options[made.answer], made.text).toBe(solve(made.text, made.options));
      }
    }
  });

  it('law: the same seed gives the same questions, a longer set begins with the shorter, places are even', () => {
    const set = generateQuestions({ count: 1200 });
    expect(generateQuestions({ count: 30 }).questions).toEqual(set.questions.slice(0, 30));
    expect(generateQuestions({ count: 1, seed: 8 }).questions).not.toEqual(set.questions.slice(0, 1));
    const first = set.questions.filter(({ answer }) => answer === 0).length;
    expect(Math.abs(first - 300)).toBeLessThan(60); // four standard deviations: sqrt(1200 * 3 / 16) = 15
  });

  it('contract: numbers out of range are named', () => {
    expect(() => generateQuestions({ options: 1 })).toThrow(
      'generateQuestions needs a whole number from 2 to 10 as options, got 1',
    );
    expect(() => generateQuestions({ count: 0.5 })).toThrow(
      'a whole number from 1 to 1000000 as count, got 0.5',
    );
    expect(() => generateQuestions({ seed: 1.5 })).toThrow('a whole number as seed, got 1.5');
  });
});

describe('sampleQuestions', () => {
  it('known: 114 questions of 57 subjects, 140 of 14, with five examples a subject', () => {
    for (const [name, count, subjects] of [
      ['mmlu', 114, 57],
      ['mmlu-pro', 140, 14],
    ] as const) {
      const { questions, examples } = sampleQuestions(name);
      expect(questions).toHaveLength(count);
      expect(Object.keys(examples).sort()).toEqual(
        [...new Set(questions.map(({ subject }) => subject))].sort(),
      );
      expect(Object.keys(examples)).toHaveLength(subjects);
      expect(Object.values(examples).every((shown) => shown.length === 5)).toBe(true);
      needDifferent(questions);
      const shown = new Set(ids(Object.values(examples).flat()));
      expect(ids(questions).filter((id) => shown.has(id))).toEqual([]);
    }
  });

  it('contract: another name, and a damaged file, are errors', () => {
    expect(() => sampleQuestions('arc' as 'mmlu')).toThrow(
      'sampleQuestions needs "mmlu" or "mmlu-pro" or "gsm8k" or "math" as name, got "arc"',
    );
    const folder = folders();
    const bad = folder({
      'mmlu.jsonl': '{"split":"test","id":"a","subject":"s","text":"t","options":["a","b"],"answer":2}',
    });
    expect(() => sampleQuestions('mmlu', bad)).toThrow(
      'mmlu.jsonl line 1 needs an answer from 0 to 1, got 2',
    );
  });
});
