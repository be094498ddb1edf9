import { describe, expect, it } from 'vitest';
import fit from '../environments/questions/fitted-debaters.json';
import { simulatedChoiceDebater, simulatedRater } from '../environments/questions/simulated-agent';
import { questions } from '../environments/questions';
import { question as tinyQuestion } from '../environments/questions/testing/tiny-questions';
import type { QuestionInstance } from '../environments/questions';
import { Random } from 'agora-voting';
import { bestOf, commonUtility, questionOf, weighAnswers, type Thinker } from './question';
import { resolve, type Profile } from './parameters';
import { asking } from './testing/asking';
import { act, ask, held, instance, tiny, tinyTask } from './testing/tiny-task';

const share = (flags: readonly boolean[]) => flags.filter(Boolean).length / flags.length;
const many = (count: number) => Array.from({ length: count }, (_, number) => number);
const questionOn = (id = 'q1', of = tiny) => questionOf(of.simulatedAgent, instance(id), of.proposalKey);
const thinkerOf = (
  given: Profile = {},
  dataset = 'gsm8k',
  simulatedAgent = tiny.simulatedAgent as object,
): Thinker => {
  const { profile, on } = resolve('tiny', simulatedAgent as typeof tiny.simulatedAgent, given);
  return { profile, values: on(dataset), approach: null };
};
/** The share of `count` questions on which one debater is right. */
const accuracy = (parameters: Record<string, number>, count = 300) =>
  share(many(count).map((number) => act({}, number, parameters, instance(`q${number}`)).key === '18'));
const quick = { tokens: 1, tokenSpread: 0 };

describe('members who know the answer', () => {
  it('known: each answer comes with its chance by Plackett and Luce, gains for what was read included', () => {
    const thinker = thinkerOf({ parameters: { sharedBias: 0.36, recognition: 0.7 } });
    const question = questionOn();
    // 20 is on no list
    const gains: Record<string, number> = { '18': 1.5, '19': 0.7, '20': 0.4 };
    const read = Object.entries(gains).map(([key, gain]) => ({ key, proposal: key, gain }));
    const unlisted = { key: '20', name: '20', proposal: '20', place: 4, isRight: false };
    const worths = [...question.answers, unlisted].map((answer) => {
      const gained = (gains[answer.key] ?? 0) + (answer.isRight ? 0.7 : 0);
      return { key: answer.key, worth: Math.exp((commonUtility(question, answer, thinker) + gained) / 0.8) };
    });
    const total = worths.reduce((sum, { worth }) => sum + worth, 0);
    const n = 6000;
    const random = Random.from(5);
    const counts: Record<string, number> = {};
    for (const _ of many(n)) {
      const { key } = bestOf(weighAnswers(question, read, thinker, random));
      counts[key] = (counts[key] ?? 0) + 1;
    }
    for (const { key, worth } of worths) {
      const chance = worth / total;
      // five standard deviations of a share
      const room = 5 * Math.sqrt((chance * (1 - chance)) / n);
      expect(Math.abs((counts[key] ?? 0) / n - chance), key).toBeLessThan(room);
    }
  });

  it('law: the more skill, the more is right; very much skill is always right', () => {
    const [low = 1, middle = 1, high = 1] = [-1, 2, 5].map((skill) => accuracy({ ...quick, skill }));
    expect(low).toBeLessThan(middle - 0.1);
    expect(middle).toBeLessThan(high - 0.1);
    expect(accuracy({ ...quick, skill: 20 })).toBe(1);
  });

  it('law: conformity draws to the view of most, loyalty to the own one, recognition to the right one', () => {
    const candidates = held({
      '36': ['Agent 2', 'Agent 3', 'Agent 4'],
      '17': ['Agent 1'],
      '18': ['Agent 5'],
    });
    const sharesWith = (parameters: Record<string, number>) => {
      const keys = many(250).map(
        (number) => act({ candidates, round: 2 }, number, parameters, instance(`q${number}`)).key,
      );
      return (key: string) => share(keys.map((one) => one === key));
    };
    const none = { ...quick, skill: 1, conformity: 0, loyalty: 0, recognition: 0 };
    const free = sharesWith(none);
    expect(sharesWith({ ...none, conformity: 2 })('36')).toBeGreaterThan(free('36') + 0.1);
    expect(sharesWith({ ...none, loyalty: 2 })('17')).toBeGreaterThan(free('17') + 0.1);
    expect(sharesWith({ ...none, recognition: 1 })('18')).toBeGreaterThan(free('18') + 0.1);
    expect(sharesWith({ ...none, loyalty: 20 })('17')).toBe(1);
  });

  it('law: the more bias is shared, the less a plurality gains on one answer', () => {
    const gain = (sharedBias: number) => {
      const thinker = thinkerOf({ parameters: { sharedBias, skill: 2.5 } });
      const [single, plural] = [[] as boolean[], [] as boolean[]];
      for (const number of many(500)) {
        const question = questionOn(`q${number}`);
        const random = Random.from(number);
        const votes = many(15).map(() => bestOf(weighAnswers(question, [], thinker, random)).key);
        const count = (key: string) => votes.filter((vote) => vote === key).length;
        single.push(...votes.map((vote) => vote === '18'));
        plural.push(['19', '36', '17', '180'].every((wrong) => count('18') > count(wrong)));
      }
      return share(plural) - share(single);
    };
    const [little, half, all] = [gain(0.05), gain(0.5), gain(0.999)] as const;
    expect(little).toBeGreaterThan(half + 0.02);
    expect(half).toBeGreaterThan(all + 0.02);
    expect(Math.abs(all)).toBeLessThan(0.02);
  });

  it('law: different approaches err less alike than one; an approach that replaces nothing changes nothing', () => {
    const answers = (approach: string | null, approachShare: number) => {
      const parameters = { ...quick, skill: 0, sharedBias: 0.9, approachShare };
      return many(200).map((number) => act({ approach }, number, parameters, instance(`q${number}`)).key);
    };
    const alike = (a: readonly string[], b: readonly string[]) =>
      share(a.map((one, place) => one === b[place]));
    const [backwards, byCases] = [answers('work backwards', 1), answers('go by cases', 1)];
    // the own noise is the same here, draw by draw: only the bias differs
    expect(alike(backwards, answers('work backwards', 1))).toBe(1);
    expect(alike(backwards, byCases)).toBeLessThan(0.8);
    expect(alike(answers('work backwards', 0.2), answers('go by cases', 0.2))).toBeGreaterThan(
      alike(backwards, byCases),
    );
    expect(answers('work backwards', 0)).toEqual(answers(null, 0.3));
  });

  it('law: what members share is a fact of model, question and option, wherever an option stands', () => {
    const set = { name: 'two', questions: [tinyQuestion('q1'), tinyQuestion('q2')], examples: {} };
    const raters = questions({ set });
    const common = (given: Profile, index = 0, seed = 1) => {
      const asked = raters.instance(index, Random.from(seed)) as QuestionInstance;
      const question = questionOf(simulatedRater, asked, raters.proposalKey);
      const thinker = thinkerOf(given, 'tiny', simulatedRater);
      return Object.fromEntries(
        question.answers.map((answer) => [answer.name, commonUtility(question, answer, thinker)]),
      );
    };
    for (let seed = 2; seed < 8; seed++) expect(common({}, 0, seed)).toEqual(common({}));
    expect(common({}, 1)).not.toEqual(common({}));
    const parameters = { skill: 1 };
    expect(common({ parameters, profile: 'gpt-4' })).not.toEqual(common({ parameters }));
  });

  it('reference: the fitted skills give the accuracies that they were fitted to', () => {
    const n = 2000;
    // S2-MAD, Table 1, CoT
    for (const [profile, dataset, wrong, published] of [
      ['gpt-3.5-turbo', 'math', 8, 0.352],
      ['gpt-4-0613', 'mmlu', 3, 0.837],
      ['llama-3.1-8b-instruct', 'arithmetic', 8, 0.74],
    ] as const) {
      const task = tinyTask(['right', ...many(wrong).map((place) => `wrong ${place}`)]);
      const thinker = thinkerOf({ profile }, dataset, task.simulatedAgent);
      const right = many(n).map((number) => {
        const question = questionOf(
          task.simulatedAgent,
          instance(`r${number}`, { dataset }),
          task.proposalKey,
        );
        return bestOf(weighAnswers(question, [], thinker, Random.from(number))).isRight;
      });
      // four standard errors of a share of 2,000, at most 0.045
      expect(Math.abs(share(right) - published), `${profile} ${dataset}`).toBeLessThan(0.045);
    }
    // GEDI, Table 2, Blind Dicta.
    for (const [profile, dataset, options, published] of [
      ['gpt-4', 'mmlu', 4, 0.756],
      ['llama-3-8b', 'mmlu-pro', 10, 0.213],
      ['mistral-7b', 'arc-challenge', 4, 0.71],
    ] as const) {
      const thinker = thinkerOf({ profile }, dataset, simulatedRater);
      const letters = [...'ABCDEFGHIJ'].slice(0, options);
      const right = many(n).map((number) => {
        // the fit ran over the real subjects; here each question has one of its own, so that offsets average out
        const subject = dataset === 'arc-challenge' ? dataset : `subject ${number}`;
        const asked = {
          id: `r${number}`,
          dataset,
          subject,
          text: '',
          options: letters,
          letters,
          answer: 'C',
        };
        const question = questionOf(simulatedRater, { ...asked, examples: [] }, ({ answer }) => answer);
        return bestOf(weighAnswers(question, [], thinker, Random.from(number))).isRight;
      });
      expect(Math.abs(share(right) - published), `${profile} ${dataset}`).toBeLessThan(0.045);
    }
  });

  it('known: what is proposed, spoken and voted on by the same utilities', () => {
    const { key } = act();
    expect(ask({ act: 'propose' })).toMatchObject({ answer: { proposal: key }, intent: { answer: key } });
    const { target, message } = ask({ act: 'speak' }).answer as { target: string[]; message: string };
    expect(target).toEqual(['Agent 2', 'Agent 3', 'Agent 4', 'Agent 5']);
    expect(message).toContain(`\\boxed{${key}}`);
    const candidates = held({ '36': ['Agent 2'], '18': ['Agent 1', 'Agent 3'], '19': ['Agent 4'] });
    const vote = (ballot: 'ranking' | 'choice', reasoned = false) =>
      ask({ act: 'vote', ballot, candidates, reasoned }).answer as { decision: unknown };
    const { decision } = vote('ranking') as { decision: string[] };
    expect([...decision].sort()).toEqual(['1', '2', '3']);
    expect(vote('choice')).toEqual({ decision: decision[0] });
    expect(vote('choice', true)).toMatchObject({ reason_for_decision: expect.any(String) as string });
  });

  it('known: the parameters that the fit was made with', () => {
    const { parameters, profiles = {} } = simulatedChoiceDebater;
    for (const [name, value] of Object.entries(fit.given)) expect(parameters[name]?.value, name).toBe(value);
    for (const { skill, tokens } of Object.values(profiles)) {
      expect(Object.keys(skill as object)).toEqual(Object.keys(tokens as object));
      expect(Object.keys(skill as object)).toEqual(expect.arrayContaining(['gsm8k', 'math', 'mmlu', 'gpqa']));
    }
    expect([Object.keys(profiles).length, Object.keys(simulatedRater.profiles ?? {}).length]).toEqual([
      5, 10,
    ]);
  });

  it('contract: a question that cannot be worked with is named', () => {
    const withAnswers =
      (...answers: string[]) =>
      () =>
        asking(tinyTask(answers), instance())({ act: 'debate' });
    expect(withAnswers('18')).toThrow(expect.objectContaining({ code: 'simulated-agent' }));
    expect(withAnswers('18')).toThrow('a wrong answer to err with; question q1 has not');
    expect(withAnswers('18', '17', '18')).toThrow('answers that differ; question q1');
    expect(withAnswers()).toThrow('one right answer; question q1');
    expect(withAnswers('18', '17')).not.toThrow();
  });
});
