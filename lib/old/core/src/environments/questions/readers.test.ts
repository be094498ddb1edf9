import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModelPredictions } from './model-predictions';
import { readArcChallenge } from './read-arc-challenge';
import { readGpqa } from './read-gpqa';
import { readMmlu } from './read-mmlu';
import { readMmluPro } from './read-mmlu-pro';
import { folders } from './testing/folder';

const folder = folders();
const header = 'question,choice0,choice1,choice2,choice3,answer\n';
const dev = { 'dev/law_dev.csv': `${header}Shown?,w,x,y,z,0\n` };

describe('readMmlu', () => {
  it('known: both forms of the files give the same questions', () => {
    const headed = folder({
      ...dev,
      'test/law_test.csv': `${header}"One, two?",a,b,c,d,2\nAgain?,e,f,g,h,0\n`,
    });
    const plain = folder({
      'dev/law_dev.csv': 'Shown?,w,x,y,z,A\n',
      'test/law_test.csv': '"One, two?",a,b,c,d,C\nAgain?,e,f,g,h,A\n',
    });
    const set = readMmlu(headed);
    expect(set).toEqual(readMmlu(plain));
    expect(set.questions[0]).toEqual({
      id: 'law/test/1',
      dataset: 'mmlu',
      subject: 'law',
      text: 'One, two?',
      options: ['a', 'b', 'c', 'd'],
      answer: 2,
    });
    expect(set.examples['law']?.map(({ id, answer }) => [id, answer])).toEqual([['law/dev/1', 0]]);
    expect(set.remarks).toEqual([]);
  });

  it('known: equal options become one, the answer follows, and a remark says so', () => {
    const set = readMmlu(folder({ ...dev, 'test/law_test.csv': `${header}Q?,a,b,a,d,3\nR?,a,b,b ,d,2\n` }));
    expect(set.questions.map(({ options, answer }) => [options, answer])).toEqual([
      [['a', 'b', 'd'], 2],
      [['a', 'b', 'd'], 1], // "b" and "b " are the same to a reader, and the key named the second
    ]);
    expect(set.remarks.map(({ id, kind }) => [id, kind])).toEqual([
      ['law/test/1', 'equal-options'],
      ['law/test/2', 'equal-options'],
    ]);
    expect(set.remarks[1]?.text).toMatch(/line 3: 4 options, 3 different.*the right one among them$/);
  });

  it('contract: every damage is an error with file, row and what was needed', () => {
    const bad = (test: string) => () => readMmlu(folder({ ...dev, 'test/law_test.csv': test }));
    expect(bad(`${header}Q?,a,b,c,d,4\n`)).toThrow(
      'test/law_test.csv line 2 needs an answer from 0 to 3, or from A to D, got "4"',
    );
    expect(bad(`${header}Q?,a,b,c,d,\n`)).toThrow('line 2 needs an answer from 0 to 3');
    expect(bad(`${header}Q?,a,b,c,0\n`)).toThrow('line 2 needs 6 fields');
    expect(bad(`${header}Q?,a,,c,d,0\n`)).toThrow('line 2 needs texts as options, got ""');
    expect(bad(`${header}Q?,a,a,a,a,0\n`)).toThrow('needs at least two options that differ');
    expect(bad(header)).toThrow('test/law_test.csv contains no question');
    expect(() => readMmlu(folder(dev))).toThrow(
      /test contains no file that ends in _test.csv: "npx agora data mmlu"/,
    );
  });
});

describe('readMmluPro', () => {
  const row = (changes: object = {}) =>
    `${JSON.stringify({ question_id: 7, question: 'Q?', options: ['a', 'b', 'c'], answer: 'B', answer_index: 1, category: 'math', ...changes })}\n`;

  it('known: 3 to 10 options; a letter against its index wins, with a remark', () => {
    const path = folder({ 'test.jsonl': row() + row({ question_id: 8, answer: 'C' }) });
    const set = readMmluPro(path);
    expect(set.questions.map(({ id, subject, answer }) => [id, subject, answer])).toEqual([
      ['7', 'math', 1],
      ['8', 'math', 2],
    ]);
    expect(set.remarks.map(({ id, kind }) => [id, kind])).toEqual([['8', 'answer-index']]);
    expect(readMmluPro(join(path, 'test.jsonl'))).toEqual(set);
  });

  it('contract: every damage is an error with file, line and what was needed', () => {
    const bad = (text: string) => () => readMmluPro(folder({ 'test.jsonl': text }));
    expect(bad(row() + row())).toThrow('test.jsonl line 2 needs an id of its own, got "7"');
    expect(bad(row({ answer: 'D' }))).toThrow('test.jsonl line 1 needs an answer from A to C, got "D"');
    expect(bad(row({ options: ['a'] }))).toThrow('line 1 needs from 2 to 26 options');
    expect(bad(row({ options: 'abc' }))).toThrow('line 1 needs from 2 to 26 options, got "abc"');
    expect(bad(row({ category: '' }))).toThrow('line 1 needs a category, got ""');
    expect(bad(row({ question_id: 'x' }))).toThrow('line 1 needs a whole number as question_id, got "x"');
    expect(bad('{"question_id": 7')).toThrow('test.jsonl line 1 is not JSON');
    expect(bad('[1]\n')).toThrow('test.jsonl line 1 needs a JSON object, got a list of 1');
    expect(bad('\n')).toThrow('contains no question');
    expect(() => readMmluPro('/nowhere')).toThrow('/nowhere is missing: "npx agora data mmlu-pro"');
  });
});

describe('readArcChallenge', () => {
  const choices = { text: ['a', 'b', 'c'], label: ['1', '2', '3'] };
  const row = (changes: object = {}) =>
    JSON.stringify({ id: 'x', question: 'Q?', choices, answerKey: '2', ...changes });

  it('known: the two forms in use, labels of letters or numbers', () => {
    const nested = {
      id: 'x',
      question: { stem: 'Q?', choices: ['a', 'b', 'c'].map((text, at) => ({ text, label: 'ABC'[at] })) },
      answerKey: 'B',
    };
    const set = readArcChallenge(folder({ 'test.jsonl': row() }));
    expect(set).toEqual(readArcChallenge(folder({ 'ARC-Challenge-Test.jsonl': JSON.stringify(nested) })));
    expect(set.questions).toEqual([
      {
        id: 'x',
        dataset: 'arc-challenge',
        subject: 'arc-challenge',
        text: 'Q?',
        options: ['a', 'b', 'c'],
        answer: 1,
      },
    ]);
  });

  it('contract: every damage is an error with file, line and what was needed', () => {
    const bad = (text: string) => () => readArcChallenge(folder({ 'test.jsonl': text }));
    expect(bad(row({ answerKey: 'B' }))).toThrow(
      'test.jsonl line 1 needs an answerKey among 1, 2, 3, got "B"',
    );
    expect(bad(row({ choices: { text: ['a'], label: [] } }))).toThrow('needs as many texts as labels');
    expect(bad(row({ question: { stem: 'Q?' } }))).toThrow('needs as many texts as labels under "choices"');
    expect(bad(row({ id: 3 }))).toThrow('line 1 needs an id, got 3');
    expect(() => readArcChallenge(folder({ 'x.jsonl': '' }))).toThrow('holds none of test.jsonl');
  });
});

describe('readGpqa', () => {
  const head =
    'Record ID,Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2,Incorrect Answer 3,Subdomain\n';
  const file = (text: string) => join(folder({ 'gpqa.csv': text }), 'gpqa.csv');

  it('known: options are sorted, so that the order gives nothing away', () => {
    const { questions, name } = readGpqa(file(`${head}r1,"Why,\nthen?",m,z,a,k,Optics\nr2,Q?,b,c,c,a,\n`));
    expect(name).toBe('gpqa');
    expect(questions.map(({ id, subject, options, answer }) => [id, subject, options, answer])).toEqual([
      ['r1', 'Optics', ['a', 'k', 'm', 'z'], 2],
      ['r2', 'gpqa', ['a', 'b', 'c'], 1],
    ]);
  });

  it('contract: every damage is an error with file, row and what was needed', () => {
    const bad = (text: string) => () => readGpqa(file(text));
    expect(bad('Question,Answer\nQ?,a\n')).toThrow('gpqa.csv needs a column "Correct Answer" in its header');
    expect(bad(`${head}r1,Q?,a,b,c\n`)).toThrow('gpqa.csv line 2 needs 7 fields');
    expect(bad(`${head}r1,Q?,a,b,a,c,x\n`)).toThrow(
      'needs incorrect answers that are not the correct one, got "a"',
    );
    expect(bad(`${head}r1,Q?,,b,a,c,x\n`)).toThrow('needs a Correct Answer, got ""');
    expect(() => readGpqa('/nowhere.csv')).toThrow('/nowhere.csv is missing: "npx agora data gpqa"');
  });
});

describe('readModelPredictions', () => {
  const read = (text: string) => readModelPredictions(folder({ 'model_predictions.csv': text }));

  it('known: a blank is no answer', () => {
    expect(read('question_id,answer,m1,m 2\n70,I,J,\n71,F,,F\n')).toEqual({
      models: ['m1', 'm 2'],
      rows: [
        { question: '70', answer: 'I', predictions: { m1: 'J', 'm 2': null } },
        { question: '71', answer: 'F', predictions: { m1: null, 'm 2': 'F' } },
      ],
    });
  });

  it('contract: every damage is an error with file, row and what was needed', () => {
    expect(() => read('id,answer,m\n')).toThrow(
      'needs a header question_id,answer,MODEL,..., got "id,answer,m"',
    );
    expect(() => read('question_id,answer,m,m\n')).toThrow('names a model twice');
    expect(() => read('question_id,answer,m\n70,I\n')).toThrow('model_predictions.csv line 2 needs 3 fields');
    expect(() => read('question_id,answer,m\n70,,A\n')).toThrow('line 2 needs letters from A to J');
    expect(() => read('question_id,answer,m\n70,A,x\n')).toThrow('or blanks for no answer, got "x"');
    expect(() => read('question_id,answer,m\n7,A,B\n7,A,B\n')).toThrow(
      'line 3 needs a question_id of its own, got "7"',
    );
  });
});
