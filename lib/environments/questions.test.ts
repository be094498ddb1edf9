import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readReply } from '../models/json';
import { Random } from '../random';
import { readQuestions } from './question-files';
import { questions, type QuestionCase, type QuestionOptions, type QuestionSetName } from './questions';

const shared = (folder: string): string => join(process.env['AGORA_SHARED_DATA'] ?? '../shared/data', folder);
const root = mkdtempSync(join(tmpdir(), 'agora-questions-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
/** Creates a folder with these files. */
function folder(files: Record<string, string>): string {
  const path = join(root, String(folders++));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}
const jsonLines = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const caseOf = (name: QuestionSetName, options?: QuestionOptions, index = 0, seed = 1): QuestionCase =>
  questions(name, options).cases(index, Random.from(seed));
const countBy = (items: readonly (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
};

describe('multiple choice', () => {
  const file = join(
    folder({
      'own.jsonl': jsonLines(
        {
          id: 'q1',
          subject: 'sums',
          text: 'What is q1?',
          options: ['one', 'two', 'three', 'four'],
          answer: 2,
        },
        { id: 'q2', subject: 'words', text: 'What is q2?', options: ['yes', 'no'], answer: 'B' },
        {
          split: 'example',
          id: 'e1',
          subject: 'sums',
          text: 'What is e1?',
          options: ['yes', 'no'],
          answer: 1,
        },
      ),
    }),
    'own.jsonl',
  );
  const environment = questions('mmlu', { file });
  const one = environment.cases(0, Random.from(1));

  it('known: a question becomes a case with letters', () => {
    expect(one).toEqual({
      set: 'mmlu',
      id: 'q1',
      subject: 'sums',
      text: 'What is q1?',
      options: ['one', 'two', 'three', 'four'],
      answer: 'C',
      examples: [],
    });
    expect(environment.size).toBe(2);
    expect(environment.caseName?.(one)).toBe('mmlu/q1');
    expect(environment.agents(one).map(({ name }) => name)).toEqual(['Agent 1', 'Agent 2', 'Agent 3']);
    expect(environment.options?.(one)[1]).toEqual({ id: 'B', text: 'two', proposal: 'B' });
    expect(environment.show(one, 'B')).toBe('B) two');
  });

  it('known: writes the task with a worked example', () => {
    const shown = { ...one, examples: [{ text: 'What is e1?', options: ['yes', 'no'], answer: 'B' }] };
    expect(environment.task(shown)).toBe(
      `Answer this multiple-choice question about sums. Exactly one option is correct.

Similar questions, with their answers:

What is e1?
A) yes
B) no
Answer: B

The question:

What is q1?
A) one
B) two
C) three
D) four`,
    );
    expect(environment.task(one)).not.toContain('Answer: ');
  });

  it('known: a decision is right or wrong, and a missing decision is wrong', () => {
    expect(environment.score(one, 'C')).toEqual({ correct: 1, answer: 'C', subject: 'sums' });
    expect(environment.score(one, 'B')).toEqual({ correct: 0, answer: 'C', subject: 'sums' });
    expect(environment.score(one, null)).toEqual({ correct: 0, answer: 'C', subject: 'sums' });
  });

  it.each<[unknown, string | null]>([
    ['B', 'B'],
    ['b', 'B'],
    ['(B)', 'B'],
    ['B) two', 'B'],
    ['two', 'B'],
    ['The answer is B.', 'B'],
    ['E', null],
    ['A or B', null],
    [2, null],
    [null, null],
  ])('known: the reply %j reads as %j', (reply, letter) => {
    const read = readReply(
      JSON.stringify({ proposal: reply }),
      z.object({ proposal: environment.proposal(one) }),
    );
    expect(read.ok ? read.value.proposal : null).toBe(letter);
  });

  it('law: its schema gives the letters to an endpoint', () => {
    expect(z.toJSONSchema(environment.proposal(one), { io: 'input' })).toMatchObject({
      enum: ['A', 'B', 'C', 'D'],
    });
  });

  it('law: reads back what it writes, alone and in prose', () => {
    const { write, read, readAll, form } = environment.prose!;
    expect(form(one)).toBe('(X), where X is one of A, B, C, D');
    for (const letter of ['A', 'B', 'C', 'D']) {
      const written = write(one, letter);
      expect(read(one, written)).toBe(letter);
      expect(read(one, `A was my first thought.\n\nSo it is ${written}`)).toBe(letter);
      expect(readAll(one, `They say ${written} and ${written}.`)).toEqual([letter]);
    }
    expect(read(one, 'two')).toBe('B');
    expect(read(one, 'I cannot say.')).toBeNull();
  });

  it('known: the form for GPQA is a sentence', () => {
    const { form, write, read } = environment.prose!;
    const gpqa = { ...one, set: 'gpqa' } as const;
    expect(form(gpqa)).toContain('"The correct answer is (X)"');
    expect(read(gpqa, write(gpqa, 'B'))).toBe('B');
  });

  it('law: the answer moves with its shuffled option, and each position is equally likely', () => {
    const shuffled = questions('mmlu', { file, shuffle: true });
    const letters = Array.from({ length: 400 }, (_, seed) => {
      const { options = [], answer } = shuffled.cases(0, Random.from(seed));
      expect(options['ABCD'.indexOf(answer)]).toBe('three');
      return answer;
    });
    // The expected count is 100 each, with a standard deviation of sqrt(400 * 3 / 16) = 8.7.
    for (const count of Object.values(countBy(letters))) expect(Math.abs(count - 100)).toBeLessThan(35);
  });

  it('behaviour: refuses invalid options', () => {
    for (const options of [{ shot: 5 }, { shots: -1 }, { perSubject: 0 }, { file: 'nowhere.jsonl' }])
      expect(() => questions('mmlu', options as never)).toThrow(
        expect.objectContaining({ name: 'AgoraError' }),
      );
    for (const name of ['arc-challenge', 'gpqa', 'nothing'])
      expect(() => questions(name as never)).toThrow(expect.objectContaining({ name: 'AgoraError' }));
    expect(() => environment.cases(2, Random.from(1))).toThrow(
      expect.objectContaining({ name: 'AgoraError' }),
    );
  });
});

describe('free answers', () => {
  const gsm8k = questions('gsm8k');
  const one = gsm8k.cases(0, Random.from(1));

  it('known: they have no options, and an answer is right by value', () => {
    expect(gsm8k.options).toBeUndefined();
    expect(one).toMatchObject({ set: 'gsm8k', id: 'test/1', answer: '18' });
    for (const right of ['18', '$18.00', '18 dollars', 'She makes $18 every day at the market.'])
      expect(gsm8k.score(one, right)['correct']).toBe(1);
    for (const wrong of ['19', '', null]) expect(gsm8k.score(one, wrong)['correct']).toBe(0);
    expect(gsm8k.key?.('$18.00')).toBe(gsm8k.key?.('18'));
  });

  it.each<[unknown, string | null]>([
    ['18', '18'],
    [18, '18'],
    [' 1,250 ', '1,250'],
    ['so \\boxed{18}', '18'],
    ['', null],
    ['[answer]', null],
    [['18'], null],
  ])('known: the reply %j reads as %j', (reply, answer) => {
    const read = readReply(JSON.stringify({ proposal: reply }), z.object({ proposal: gsm8k.proposal(one) }));
    expect(read.ok ? read.value.proposal : null).toBe(answer);
  });

  it.each<[QuestionSetName, string, string]>([
    ['gsm8k', '\\boxed{answer}, where the answer is a single number', '\\boxed{7}'],
    ['math', '\\boxed{answer}', '\\boxed{7}'],
    ['arithmetic', '(answer)', '(7)'],
  ])('known: the form of %s is %s', (name, form, written) => {
    const environment = questions(name);
    const asked = environment.cases(0, Random.from(1));
    expect(environment.prose?.form(asked)).toBe(form);
    expect(environment.prose?.write(asked, '7')).toBe(written);
    expect(environment.prose?.read(asked, `6 + 1 = 7, so it is ${written}.`)).toBe('7');
    expect(environment.prose?.readAll(asked, `One says ${written}, another ${written}.`)).toEqual(['7']);
  });

  it('known: MATH asks for concise reasoning, and arithmetic is the bare question of S2-MAD', () => {
    expect(questions('math').prose?.explain?.(caseOf('math'))).toContain('as concisely as possible');
    expect(questions('arithmetic').prose?.explain?.(caseOf('arithmetic'))).toBe('');
    expect(questions('arithmetic').task(caseOf('arithmetic'))).toBe(
      'What is the result of 10+82*31+57-74*66?',
    );
    expect(caseOf('arithmetic')).toMatchObject({ id: '7/2/1', answer: '-2275' });
  });

  it('law: every answer in the samples reads back as right in the requested form', () => {
    for (const name of ['gsm8k', 'math'] as const) {
      const environment = questions(name);
      for (let index = 0; index < environment.size!; index++) {
        const asked = environment.cases(index, Random.from(1));
        const written = environment.prose!.write(asked, asked.answer);
        const read = environment.prose!.read(
          asked,
          `I went through it twice, 12 + 7.\n\nIn the end, it is ${written}.`,
        );
        expect([asked.id, environment.score(asked, read)['correct']]).toEqual([asked.id, 1]);
      }
    }
  });
});

describe('the samples', () => {
  it('known: their sizes, and five worked examples per subject that are not among the questions', () => {
    expect(['mmlu', 'mmlu-pro', 'gsm8k', 'math'].map((name) => questions(name as 'mmlu').size)).toEqual([
      114, 140, 100, 100,
    ]);
    for (const name of ['mmlu', 'mmlu-pro'] as const) {
      const environment = questions(name, { shots: 5 });
      const all = Array.from({ length: environment.size! }, (_, index) =>
        environment.cases(index, Random.from(1)),
      );
      const texts = new Set(all.map(({ text }) => text));
      for (const { examples } of all) {
        expect(examples).toHaveLength(5);
        expect(examples.filter(({ text }) => texts.has(text))).toEqual([]);
      }
      expect(new Set(all.map(({ subject }) => subject)).size).toBe(name === 'mmlu' ? 57 : 14);
    }
  });

  it('known: MATH has 14 or 15 problems per subject', () => {
    const math = questions('math');
    const subjects = Array.from({ length: 100 }, (_, index) => math.cases(index, Random.from(1)).subject);
    expect(Object.values(countBy(subjects)).sort()).toEqual([14, 14, 14, 14, 14, 15, 15]);
  });

  it('behaviour: refuses missing worked examples, and subjects with too few questions', () => {
    const flat = {
      id: 'x',
      question: 'Q?',
      choices: { text: ['a', 'b'], label: ['1', '2'] },
      answerKey: '2',
    };
    const arc = folder({ 'test.jsonl': jsonLines(flat) });
    expect(questions('arc-challenge', { folder: arc, shots: 0 }).size).toBe(1);
    for (const make of [
      () => questions('arc-challenge', { folder: arc, shots: 5 }),
      () => questions('mmlu', { shots: 6 }),
      () => questions('mmlu', { perSubject: 100 }),
      () => questions('gsm8k', { shots: 5 }),
      () => questions('arithmetic', { shots: 5 }),
    ])
      expect(make).toThrow(expect.objectContaining({ name: 'AgoraError' }));
    const development = join(
      folder({ 'dev.jsonl': jsonLines({ ...flat, id: 'y', question: 'R?' }) }),
      'dev.jsonl',
    );
    expect(caseOf('arc-challenge', { folder: arc, shots: 1, development }).examples).toHaveLength(1);
  });

  it('behaviour: test questions are never worked examples, and the error names the file to add', () => {
    const row = (id: string, text: string) => ({ id, subject: 's', text, options: ['a', 'b'], answer: 1 });
    const arc = folder({
      'test.jsonl': jsonLines(
        ...['x', 'y', 'z'].map((id) => ({
          id,
          question: `${id}?`,
          choices: { text: ['a', 'b'], label: ['A', 'B'] },
          answerKey: 'B',
        })),
      ),
      'own.jsonl': jsonLines(row('1', 'x?'), row('2', 'y?')),
      'dev.jsonl': jsonLines(row('d1', 'x?'), row('d2', 'e?')),
    });
    const [test, own, dev] = ['test.jsonl', 'own.jsonl', 'dev.jsonl'].map((file) => join(arc, file));
    for (const options of [
      { folder: test },
      { file: test },
      { file: test, development: test },
      { file: own },
      { file: own, development: dev, shots: 2 },
    ])
      expect(() => questions('arc-challenge', { shots: 1, ...options } as QuestionOptions)).toThrow(
        'ARC-Challenge-Dev.jsonl',
      );
    const { examples } = caseOf('arc-challenge', { file: own!, development: dev!, shots: 1 });
    expect(examples.map(({ text }) => text)).toEqual(['e?']);
  });

  it('behaviour: lines with split "example" in an own file are its worked examples', () => {
    const row = (id: string) => ({ id, subject: 's', text: `${id}?`, options: ['a', 'b'], answer: 'B' });
    const text = jsonLines(row('q'), { split: 'example', ...row('e') });
    const file = join(folder({ 'own.jsonl': text }), 'own.jsonl');
    expect(questions('mmlu', { file, shots: 1 }).size).toBe(1);
    expect(caseOf('mmlu', { file, shots: 1 }).examples).toEqual([
      { text: 'e?', options: ['a', 'b'], answer: 'B' },
    ]);
  });
});

describe('files', () => {
  const header = 'question,choice0,choice1,choice2,choice3,answer\n';
  const problem = {
    unique_id: 'a',
    subject: 'Algebra',
    problem: 'P?',
    level: 1,
    solution: 'so \\boxed{7}',
    answer: '7',
  };
  const pro = {
    question_id: 7,
    question: 'Q?',
    options: ['a', 'b', 'c'],
    answer: 'B',
    answer_index: 1,
    category: 'math',
  };
  const flat = {
    id: 'x',
    question: 'Q?',
    choices: { text: ['a', 'b', 'c'], label: ['1', '2', '3'] },
    answerKey: '2',
  };
  const nested = {
    id: 'x',
    question: { stem: 'Q?', choices: ['a', 'b', 'c'].map((text, at) => ({ text, label: 'ABC'[at] })) },
    answerKey: 'B',
  };
  const gpqa =
    'Record ID,Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2,Incorrect Answer 3,Subdomain\n';

  it('known: reads MMLU with and without a header', () => {
    const headed = folder({ 'test/law_test.csv': `${header}"One, two?",a,b,c,d,2\nAgain?,e,f,g,h,0\n` });
    const plain = folder({ 'test/law_test.csv': '"One, two?",a,b,c,d,C\r\nAgain?,e,f,g,h,A\r\n' });
    const read = readQuestions('mmlu', headed, 'test');
    expect(read).toEqual(readQuestions('mmlu', plain, 'test'));
    expect(read[0]).toEqual({
      id: 'law/test/1',
      subject: 'law',
      text: 'One, two?',
      options: ['a', 'b', 'c', 'd'],
      answer: 2,
    });
  });

  it('known: merges equal options, and the answer follows', () => {
    const path = folder({ 'test/law_test.csv': `${header}Q?,a,b,a,d,3\nR?,a,b,b ,d,2\n` });
    expect(readQuestions('mmlu', path, 'test').map(({ options, answer }) => [options, answer])).toEqual([
      [['a', 'b', 'd'], 2],
      [['a', 'b', 'd'], 1],
    ]);
  });

  it('known: MMLU-Pro uses the answer letter, and leaves out options "N/A"', () => {
    const path = folder({
      'test.jsonl': jsonLines(pro, {
        ...pro,
        question_id: 8,
        options: ['N/A', 'b', 'c', 'N/A'],
        answer: 'C',
      }),
    });
    expect(
      readQuestions('mmlu-pro', path, 'test').map(({ id, options, answer }) => [id, options, answer]),
    ).toEqual([
      ['7', ['a', 'b', 'c'], 1],
      ['8', ['b', 'c'], 1],
    ]);
  });

  it('known: reads ARC in both formats, with letters or numbers as labels', () => {
    const read = readQuestions('arc-challenge', folder({ 'test.jsonl': jsonLines(flat) }), 'test');
    const other = folder({ 'ARC-Challenge-Test.jsonl': jsonLines(nested) });
    expect(read).toEqual(readQuestions('arc-challenge', other, 'test'));
    expect(read).toEqual([
      { id: 'x', subject: 'arc-challenge', text: 'Q?', options: ['a', 'b', 'c'], answer: 1 },
    ]);
  });

  it('known: the options of GPQA are sorted, so that their order reveals nothing', () => {
    const path = folder({ 'gpqa_main.csv': `${gpqa}r1,"Why,\nthen?",m,z,a,k,Optics\nr2,Q?,b,c,d,a,\n` });
    expect(
      readQuestions('gpqa', path, 'test').map(({ id, subject, options, answer }) => [
        id,
        subject,
        options,
        answer,
      ]),
    ).toEqual([
      ['r1', 'Optics', ['a', 'k', 'm', 'z'], 2],
      ['r2', 'gpqa', ['a', 'b', 'c', 'd'], 1],
    ]);
  });

  it('known: reads the answers in GSM8K and MATH', () => {
    const school = folder({
      'test.jsonl': jsonLines(
        { question: 'Q?', answer: 'It is 2 #### no\n#### 2,125' },
        { question: 'R?', answer: '#### -3.5' },
      ),
    });
    expect(readQuestions('gsm8k', school, 'test').map(({ id, answer }) => [id, answer])).toEqual([
      ['test/1', '2,125'],
      ['test/2', '-3.5'],
    ]);
    const { unique_id: _, answer: __, ...bare } = problem;
    const math = folder({
      'math500_test.jsonl': jsonLines(problem, {
        ...bare,
        idx: 3,
        solution: 'so \\boxed{\\frac{1}{2}} and \\fbox{2}',
      }),
    });
    expect(readQuestions('math', math, 'test').map(({ id, answer }) => [id, answer])).toEqual([
      ['a', '7'],
      ['test/3', '2'],
    ]);
  });

  it.each<
    [string, 'mmlu' | 'mmlu-pro' | 'arc-challenge' | 'gpqa' | 'gsm8k' | 'math', string, string, RegExp]
  >([
    [
      'an answer out of range',
      'mmlu',
      'test/law_test.csv',
      `${header}Q?,a,b,c,d,4\n`,
      /law_test.csv line 2: answer/,
    ],
    ['no answer', 'mmlu', 'test/law_test.csv', `${header}Q?,a,b,c,d,\n`, /line 2: answer/],
    ['a missing field', 'mmlu', 'test/law_test.csv', `${header}Q?,a,b,c,0\n`, /line 2: .*6 fields/],
    [
      'a blank option after a break',
      'mmlu',
      'test/law_test.csv',
      `${header}"Q\n?",a,,c,d,0\n`,
      /line 2: choice1/,
    ],
    ['options that are all equal', 'mmlu', 'test/law_test.csv', `${header}Q?,a,a,a,a,0\n`, /line 2: options/],
    ['only a header', 'mmlu', 'test/law_test.csv', header, /no question/],
    ['an open quote', 'mmlu', 'test/law_test.csv', `${header}"Q?,a,b,c,d,0\n`, /law_test.csv/],
    ['no file', 'mmlu', 'x.csv', '', /test/],
    ['an id twice', 'mmlu-pro', 'test.jsonl', jsonLines(pro, pro), /id 7/],
    ['two letters', 'mmlu-pro', 'test.jsonl', jsonLines({ ...pro, answer: 'BC' }), /line 1: answer/],
    [
      'a free answer among options',
      'mmlu-pro',
      'test.jsonl',
      jsonLines(pro, { id: 'x', subject: 's', text: 'Q?', answer: '7' }),
      /test.jsonl line 2: options/,
    ],
    ['a letter too far', 'mmlu-pro', 'test.jsonl', jsonLines({ ...pro, answer: 'D' }), /line 1: answer/],
    ['one option', 'mmlu-pro', 'test.jsonl', jsonLines({ ...pro, options: ['a'] }), /line 1: options/],
    [
      'no list of options',
      'mmlu-pro',
      'test.jsonl',
      jsonLines({ ...pro, options: 'abc' }),
      /line 1: options/,
    ],
    ['no category', 'mmlu-pro', 'test.jsonl', jsonLines({ ...pro, category: '' }), /line 1: category/],
    ['half a line', 'mmlu-pro', 'test.jsonl', '{"question_id": 7', /line 1 is not JSON/],
    ['a list', 'mmlu-pro', 'test.jsonl', '[1]\n', /line 1/],
    [
      'an unknown label',
      'arc-challenge',
      'test.jsonl',
      jsonLines({ ...flat, answerKey: 'B' }),
      /line 1: answerKey/,
    ],
    ['no choices', 'arc-challenge', 'test.jsonl', jsonLines({ ...flat, choices: null }), /line 1: choices/],
    ['no id', 'arc-challenge', 'test.jsonl', jsonLines({ ...nested, id: undefined }), /line 1: id/],
    ['a wrong right answer', 'gpqa', 'gpqa_main.csv', `${gpqa}r1,Q?,a,b,a,c,x\n`, /line 2: Correct Answer/],
    ['other columns', 'gpqa', 'gpqa_main.csv', 'Question,Answer\nQ?,a\n', /line 2: Correct Answer/],
    ['no mark', 'gsm8k', 'test.jsonl', jsonLines({ question: 'Q?', answer: 'It is 18' }), /line 1: answer/],
    [
      'text after the number',
      'gsm8k',
      'test.jsonl',
      jsonLines({ question: 'Q?', answer: '#### 18\nor so' }),
      /line 1/,
    ],
    ['no question', 'gsm8k', 'test.jsonl', jsonLines({ answer: '#### 18' }), /line 1: question/],
    ['no name', 'math', 'test.jsonl', jsonLines({ ...problem, unique_id: undefined }), /line 1: unique_id/],
    [
      'no box',
      'math',
      'test.jsonl',
      jsonLines({ ...problem, answer: undefined, solution: 'so 7' }),
      /line 1: solution/,
    ],
  ])(
    'behaviour: the error for %s names the file, line and field (%s)',
    (_what, name, file, text, message) => {
      const path = folder({ [file]: text });
      expect(() => readQuestions(name, path, 'test')).toThrow(message);
      expect(() => readQuestions(name, path, 'test')).toThrow(expect.objectContaining({ code: 'data' }));
    },
  );
});

describe.skipIf(!existsSync(shared('mmlu')))('real files (skipped without shared data)', () => {
  it('known: MMLU has 14,042 questions on 57 subjects, of which GEDI takes 5,700; 9 lose an equal option', () => {
    const all = readQuestions('mmlu', shared('mmlu'), 'test');
    expect(countBy(all.map(({ options }) => options!.length))).toEqual({ 3: 9, 4: 14_033 });
    const balanced = questions('mmlu', { folder: shared('mmlu'), perSubject: 100, shots: 5 });
    expect(balanced.size).toBe(5_700);
    expect(balanced.cases(0, Random.from(1)).examples).toHaveLength(5);
    expect(readQuestions('mmlu', 'data/questions/mmlu.jsonl', 'development')).toEqual(
      readQuestions('mmlu', shared('mmlu'), 'development'),
    );
  });

  it('known: MMLU-Pro has 12,032 questions with 3 to 10 options, of which GEDI takes 1,400', () => {
    const all = readQuestions('mmlu-pro', shared('mmlu-pro'), 'test');
    expect(countBy(all.map(({ options }) => options!.length))).toEqual({
      3: 20,
      4: 607,
      5: 52,
      6: 92,
      7: 158,
      8: 320,
      9: 801,
      10: 9982,
    });
    expect(questions('mmlu-pro', { folder: shared('mmlu-pro'), perSubject: 100 }).size).toBe(1_400);
  });

  it('known: ARC has 1,172 questions, 22 of them with numbers as labels', () => {
    const all = readQuestions('arc-challenge', shared('arc-challenge'), 'test');
    expect(countBy(all.map(({ options }) => options!.length))).toEqual({ 3: 4, 4: 1165, 5: 3 });
    expect(questions('arc-challenge', { folder: shared('arc-challenge') }).size).toBe(1_172);
  });

  it('known: GSM8K has 1,319 questions and MATH 5,000; the samples are part of them', () => {
    const gsm8k = readQuestions('gsm8k', shared('gsm8k'), 'test');
    expect(gsm8k).toHaveLength(1_319);
    expect(readQuestions('gsm8k', 'data/questions/gsm8k.jsonl', 'test')).toEqual(gsm8k.slice(0, 100));
    expect(readQuestions('math', join(shared('math'), 'test.jsonl'), 'test')).toHaveLength(5_000);
    const five = new Map(readQuestions('math', shared('math'), 'test').map((one) => [one.id, one]));
    expect(five.size).toBe(500);
    for (const one of readQuestions('math', 'data/questions/math.jsonl', 'test'))
      expect(one).toEqual(five.get(one.id));
  });
});

describe('the simulated agent', () => {
  it('law: it is right with a probability of 0.6, and errs independently', () => {
    for (const name of ['arithmetic', 'mmlu'] as const) {
      const environment = questions(name);
      let right = 0;
      let both = 0;
      for (let index = 0; index < 100; index++) {
        const one = environment.cases(index, Random.from(1));
        const answers = Array.from({ length: 5 }, (_, agent) =>
          environment.mind!(one, `Agent ${agent + 1}`).propose(Random.from(1), 1),
        );
        const score = answers.map((answer) => Number(environment.score(one, answer)['correct']));
        right += score.reduce((sum, each) => sum + each, 0);
        both += score[0]! * score[1]!;
      }
      // Four standard errors of a share with n = 500, and with n = 100.
      expect(Math.abs(right / 500 - 0.6)).toBeLessThan(0.088);
      expect(Math.abs(both / 100 - 0.36)).toBeLessThan(0.2);
    }
  });

  it('law: it prefers its own answer in any order of the options', () => {
    const environment = questions('mmlu', { shuffle: true });
    const best = (seed: number): string => {
      const one = environment.cases(4, Random.from(seed));
      const mind = environment.mind!(one, 'Agent 1');
      const ranked = [...environment.options!(one)].sort(
        (a, b) => mind.utility(b.proposal) - mind.utility(a.proposal),
      );
      expect(ranked[0]!.proposal).toBe(mind.propose(Random.from(1), 1));
      return ranked.map(({ text }) => text).join();
    };
    expect(new Set([1, 2, 3, 4, 5].map(best)).size).toBe(1);
  });

  it('law: every free answer comes with a wrong answer', () => {
    for (const answer of ['18', '0', '-1', '1,450', '2.5', '\\frac{1}{2}', 'x^2', '(1, 2)', '\\text{blue}']) {
      const environment = questions('math');
      const one = { ...environment.cases(0, Random.from(1)), answer };
      const scores = Array.from({ length: 30 }, (_, agent) => {
        const opinion = environment.mind!(one, `Agent ${agent + 1}`).propose(Random.from(1), 1);
        return environment.score(one, opinion)['correct'];
      });
      expect(new Set(scores)).toEqual(new Set([0, 1]));
    }
  });
});
