import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { generateQuestions, questions, type QuestionSettings } from './index';
import { question, tinySet } from './testing/tiny-questions';
import type { QuestionInstance } from './types';

const environment = questions({ set: tinySet });
const instance = (index: number, seed = 1, of = environment) =>
  of.instance(index, Random.from(seed)) as QuestionInstance;

describe('questions', () => {
  it('known: collaboration i is question i, with letters and as many examples as wanted', () => {
    const plain = questions({ set: tinySet, shuffleOptions: false, shots: 1 });
    expect(instance(0, 1, plain)).toEqual({
      id: 'q1',
      dataset: 'tiny',
      subject: 'sums',
      text: 'What is q1?',
      options: ['one', 'two', 'three', 'four'],
      letters: ['A', 'B', 'C', 'D'],
      answer: 'C',
      examples: [{ text: 'What is e1?', options: ['one', 'two', 'three', 'four'], answer: 'C' }],
    });
    expect(instance(2).examples).toEqual([]);
    expect(environment.choices.list(instance(0))).toEqual(['A', 'B', 'C', 'D']);
    expect(environment.agents(instance(0))).toHaveLength(10);
    expect(environment.agents(instance(0))[9]).toEqual({
      name: 'Rater 10',
      background: 'You are rater number 10.',
    });
  });

  it('law: options move about by seed, evenly, and the answer goes with them', () => {
    const places: Record<string, number> = { A: 0, B: 0, C: 0, D: 0 };
    for (let seed = 0; seed < 400; seed++) {
      const { options, letters, answer } = instance(0, seed);
      expect(options[letters.indexOf(answer)]).toBe('three');
      expect([...options].sort()).toEqual(['four', 'one', 'three', 'two']);
      places[answer] = (places[answer] ?? 0) + 1;
    }
    // 100 each, standard deviation sqrt(400 * 3 / 16) = 8.7: four of them
    for (const count of Object.values(places)) expect(Math.abs(count - 100)).toBeLessThan(35);
    expect(instance(0, 5)).toEqual(instance(0, 5));
  });

  it('known: the task is in sections, the common ones first, and tells no rater apart', () => {
    const text = environment.task(instance(0));
    expect(text.match(/^# .*$/gm)).toEqual(['# Task', '# Example 1', '# Example 2', '# Question']);
    expect(text).toContain('# Example 2\nWhat is e2?\nA. yes\nB. no\nAnswer: B');
    expect(text.split('# Question\n')[1]).toBe(
      ['What is q1?', ...instance(0).options.map((option, at) => `${'ABCD'[at]}. ${option}`)].join('\n'),
    );
    expect(text).toContain('a multiple-choice question about sums.');
    const alone = questions({ set: { ...tinySet, questions: [question('x', { subject: 'tiny' })] } });
    expect(alone.task(instance(0, 1, alone))).toContain('a multiple-choice question. Exactly one');
  });

  it('known: answers are read as models write them', () => {
    const { options } = instance(0);
    const read = (value: unknown) => environment.readProposal(instance(0), value);
    for (const value of [
      { answer: 'B' },
      { answer: 'b' },
      { answer: '(B)' },
      'B',
      { answer: options[1] },
      { answer: 'B', sure: true },
    ])
      expect(read(value)).toEqual({ ok: true, value: { answer: 'B' } });
    const reason = (value: unknown) => {
      const reading = read(value);
      return reading.ok ? null : reading.reason;
    };
    expect(reason({ choice: 'B' })).toBe(
      'the field "answer" is missing: write {"answer": "<one of A, B, C, D>"}',
    );
    expect(reason({ answer: 'E' })).toBe('"E" is none of the options A, B, C, D');
    expect(reason({ answer: 2 })).toContain('the answer must be a letter, not 2');
    expect(reason(null)).toContain('the answer must be a letter, not null');
  });

  it('known: a debate asks for a letter in brackets and reads prose; the proposal in JSON is as ever', () => {
    expect(environment.prose.ending(instance(0))).toContain('in round brackets');
    expect(environment.prose.read(instance(0), 'It is two, so (B).')).toEqual({
      ok: true,
      value: { answer: 'B' },
    });
    expect(environment.proposalFormat(instance(0)).text).toBe(
      '{"answer": "<letter>"} - the letter of the one option that is right, one of A, B, C, D',
    );
  });

  it('known: no decision is never right', () => {
    const { answer, letters } = instance(0);
    const wrong = letters.find((letter) => letter !== answer) as string;
    expect(environment.score(instance(0), { answer })).toEqual({ correct: 1, decided: 1 });
    expect(environment.score(instance(0), { answer: wrong })).toEqual({ correct: 0, decided: 1 });
    expect(environment.score(instance(0), null)).toEqual({ correct: 0, decided: 0 });
    expect(environment.choices.proposal(instance(0), 'B')).toEqual({ answer: 'B' });
    expect(environment.showProposal(instance(0), { answer: 'B' })).toBe(`B. ${instance(0).options[1]}`);
    expect(() => environment.choices.proposal(instance(0), 'E')).toThrow(
      'choices.proposal needs one of A, B, C, D as choice, got "E"',
    );
  });

  it('known: without a set, the questions are generated, of multiple choice', () => {
    const made = questions();
    expect(made.settings).toEqual(questions({ set: generateQuestions() }).settings);
    expect(made.settings).toMatchObject({ questions: 100, agents: 10 });
    expect(questions({ as: 'debaters', agents: 3 }).agents(instance(0, 1, made))).toHaveLength(3);
    expect(() => questions(null as never)).toThrow('questions needs');
  });

  it('contract: other questions have another digest; bad settings are named', () => {
    expect(environment.settings).toMatchObject({
      data: 'tiny set',
      questions: 3,
      agents: 10,
      shots: 5,
      shuffleOptions: true,
    });
    const other = questions({ set: { ...tinySet, examples: {} }, name: 'mine' });
    expect(other.settings['digest']).not.toBe(environment.settings['digest']);
    expect(other.settings['data']).toBe('mine');
    const set = (changes: Parameters<typeof question>[1]) => ({
      set: { ...tinySet, questions: [question('x', changes)] },
    });
    const bad: [object, string][] = [
      [{ set: tinySet, agents: 0 }, 'questions needs a whole number from 1 to 1000 as agents, got 0'],
      [{ set: tinySet, raters: 5 }, 'questions knows no raters: its settings are agents, name, set, '],
      [{ set: tinySet, shots: -1 }, 'a whole number from 0 to 1000 as shots, got -1'],
      [{ set: tinySet, as: 'debaters', shots: 1 }, 'questions knows no shots'],
      [{ set: tinySet, as: 'rater' }, '"raters" or "debaters" as as, got "rater" (did you mean "raters"?)'],
      [{ set: { ...tinySet, questions: [] } }, 'at least 1 questions as set.questions, got an empty list'],
      [
        { set: { ...tinySet, questions: [question('x'), question('x')] } },
        'an id of its own for question "x"',
      ],
      [set({ options: ['a', 'a'] }), 'options that differ for question "x"'],
      [set({ options: ['a'] }), 'a list of at least 2 options as set.questions.0.options, got a list of 1'],
      [set({ text: ' ' }), 'questions needs a text for question "x"'],
      [set({ answer: 4 }), 'questions needs an answer from 0 to 3 for question "x"'],
    ];
    for (const [settings, message] of bad) {
      expect(() => questions(settings as QuestionSettings)).toThrow(
        expect.objectContaining({ code: 'setting' }),
      );
      expect(() => questions(settings as QuestionSettings)).toThrow(message);
    }
    expect(() => instance(3)).toThrow('questions has 3 questions, and none for collaboration 3');
  });
});
