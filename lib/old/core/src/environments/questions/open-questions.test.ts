import { describe, expect, it } from 'vitest';
import { questions, type OpenQuestionSettings } from './index';
import { openQuestion, tinyOpenSet } from './testing/tiny-open-questions';

const environment = questions({ set: tinyOpenSet });
const instance = (index: number) => environment.instance(index);
const [gsm8k, math, arithmetic] = [instance(0), instance(1), instance(2)];

describe('questions answered freely', () => {
  it('known: collaboration i is question i, asked as its data set is', () => {
    expect(math).toEqual({ ...tinyOpenSet.questions[1] });
    expect(gsm8k.level).toBeNull();
    expect(environment.task(gsm8k)).toBe(
      `# Task\nSolve this mathematical problem and explain your reasoning.\n\n# Problem\n${gsm8k.text}`,
    );
    expect(environment.task(math)).toContain('as briefly as possible');
    expect(environment.task(arithmetic)).toBe(`# Question\n${arithmetic.text}`);
    expect(environment.prose.ending(gsm8k)).toContain('a single number, in the form \\boxed{answer}');
    expect(environment.prose.ending(math)).toContain('in the form \\boxed{answer}');
    expect(environment.prose.ending(arithmetic)).toBe('State your answer at the end of your response.');
    expect(environment.agents(gsm8k)).toHaveLength(5);
    expect(environment.agents(gsm8k)[0]).toEqual({ name: 'Agent 1', background: '' });
  });

  it('law: what is stated is read back, alone, in prose and in summaries', () => {
    for (const asked of [gsm8k, math, arithmetic]) {
      const proposal = { answer: asked.answer };
      const stated = environment.prose.state(asked, proposal);
      const key = environment.proposalKey(proposal);
      for (const text of [
        stated,
        `At first I had 7.\n\nThe answer is ${stated}.`,
        `12 - 5 = 7. So: ${stated}`,
      ]) {
        const reading = environment.prose.read(asked, text);
        expect(reading.ok && environment.proposalKey(reading.value), text).toBe(key);
      }
      const other = environment.prose.state(asked, { answer: '7' });
      const keys = environment.prose.stated(
        asked,
        `Two say ${stated}, one says ${other}, and again ${stated}.`,
      );
      expect(keys.map(environment.proposalKey)).toEqual([key, environment.proposalKey({ answer: '7' })]);
      expect(environment.score(asked, proposal)).toEqual({ correct: 1, decided: 1 });
      expect(environment.score(asked, { answer: '7' })).toEqual({ correct: 0, decided: 1 });
      expect(environment.score(asked, null)).toEqual({ correct: 0, decided: 0 });
    }
  });

  it('known: brackets state an answer only where no form is asked for, and only around a number alone', () => {
    const stated = (text: string) => environment.prose.stated(arithmetic, text).map(({ answer }) => answer);
    expect(stated('Some say (100), some (1,250).')).toEqual(['100', '1,250']);
    expect(stated('First (20) * 3 = 60, then 2(5) and f(4), which makes (60).')).toEqual(['60']);
    expect(environment.prose.stated(gsm8k, 'Some say (100).')).toEqual([]);
  });

  it('known: JSON answers are read as models write them', () => {
    for (const value of [
      { answer: '18' },
      { answer: 18 },
      '18',
      18,
      ' 18 ',
      { answer: '$\\boxed{18}$', sure: 1 },
    ])
      expect(environment.readProposal(gsm8k, value)).toEqual({ ok: true, value: { answer: '18' } });
    const reason = (value: unknown) => {
      const reading = environment.readProposal(gsm8k, value);
      return reading.ok ? null : reading.reason;
    };
    expect(reason({ result: 1 })).toBe('the field "answer" is missing: write {"answer": "<answer>"}');
    expect(reason({ answer: [1] })).toContain('must be a text or a number, not a list of 1');
    expect(reason(null)).toContain('must be a text or a number, not null');
    expect(reason({ answer: ' ' })).toContain('the answer is empty');
    expect(reason({ answer: '<answer>' })).toContain('is left as the form has it');
    expect(environment.proposalFormat(gsm8k).schema()).toMatchObject({ required: ['answer'] });
  });

  it('known: equal answers are one proposal, however they are written', () => {
    expect(environment.proposalKey({ answer: '2,960' })).toBe(environment.proposalKey({ answer: '2960.00' }));
    expect(environment.score(gsm8k, { answer: '$2960' })).toMatchObject({ correct: 1 });
    expect(environment.score(math, { answer: '(3, \\pi/2)' })).toMatchObject({ correct: 1 });
    expect(environment.showProposal(math, { answer: '3' })).toBe('3');
  });

  it('contract: other questions have another digest; bad settings are named', () => {
    expect(environment.settings).toMatchObject({
      data: 'tiny set',
      questions: 3,
      agents: 5,
    });
    const one = questions({ set: { name: 'one', questions: [openQuestion('g')] }, name: 'mine' });
    expect(one.settings['digest']).not.toBe(environment.settings['digest']);
    expect(one.settings['data']).toBe('mine');
    const set = (...questions: ReturnType<typeof openQuestion>[]) => ({ set: { name: 'x', questions } });
    const bad: [object, string][] = [
      [set(), 'questions needs a list of at least 1 questions as set.questions, got an empty list'],
      [set(openQuestion('g'), openQuestion('g')), 'an id of its own for question "g"'],
      [set(openQuestion('g', { answer: ' ' })), 'a right answer for question "g"'],
      [set(openQuestion('g', { text: '' })), 'as set.questions.0.text, got ""'],
      [{ set: tinyOpenSet, agents: 1.5 }, 'a whole number from 1 to 1000 as agents, got 1.5'],
      [{ set: tinyOpenSet, shots: 2 }, 'questions knows no shots'],
    ];
    for (const [settings, message] of bad) {
      expect(() => questions(settings as OpenQuestionSettings)).toThrow(
        expect.objectContaining({ code: 'setting' }),
      );
      expect(() => questions(settings as OpenQuestionSettings)).toThrow(message);
    }
    expect(() => instance(3)).toThrow('questions has 3 questions, and none for collaboration 3');
  });
});
