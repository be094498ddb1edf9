import { describe, expect, it } from 'vitest';
import { Random } from '../../random';
import fit from './fitted.json';
import { questionMemory } from './known-question';
import {
  debaterParameters,
  debaterProfiles,
  defaultDebaterProfile,
  resolveDebater,
  valueFor,
} from './parameters';
import { debaterBehaviour } from '.';
import {
  act,
  held,
  instance,
  situation,
  tinyBehaviour,
  tinyTask,
  type TinySituation,
} from './testing/tiny-task';
import { bestOf, commonUtility, weighAnswers } from './utilities';

const share = (flags: readonly boolean[]) => flags.filter(Boolean).length / flags.length;
const many = (count: number) => Array.from({ length: count }, (_, number) => number);
/** The share of `count` questions on which one debater is right. */
const accuracy = (parameters: Record<string, number>, count = 300) =>
  share(
    many(count).map((number) => act({ instance: instance(`q${number}`) }, number, parameters).key === '18'),
  );
const quick = { length: 1, lengthSpread: 0 };

describe('simulated debaters', () => {
  it('known: each answer comes with its chance by Plackett and Luce, gains for what was read included', () => {
    const parameters = { sharedBias: 0.36, conformity: 1, anchor: 0.5, recognition: 0.7 };
    const values = resolveDebater({ parameters });
    const remember = questionMemory(tinyTask);
    const question = remember(instance());
    // by hand: 18 is its own and that of two others, 19 that of one other, 20 of one other and on no list
    const candidates = held({
      '18': ['Agent 1', 'Agent 2', 'Agent 3'],
      '19': ['Agent 4'],
      '20': ['Agent 5'],
    });
    const gains: Record<string, number> = {
      '18': Math.log(3) + 0.5 + 0.7,
      '19': Math.log(2),
      '20': Math.log(2),
    };
    const unlisted = { key: '20', proposal: { answer: '20' }, place: 4, isRight: false };
    const worths = [...question.answers, unlisted].map((answer) => ({
      key: answer.key,
      worth: Math.exp((commonUtility(question, answer, values) + (gains[answer.key] ?? 0)) / 0.8),
    }));
    const total = worths.reduce((sum, { worth }) => sum + worth, 0);
    const n = 6000;
    const keyed = candidates.map((one) => ({ ...one, key: one.proposal.answer }));
    const random = Random.from(5);
    const counts: Record<string, number> = {};
    for (const _ of many(n)) {
      const { key } = bestOf(weighAnswers(question, { agent: 'Agent 1', candidates: keyed }, values, random));
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
    const [low, middle, high] = [-1, 2, 5].map((skill) => accuracy({ ...quick, skill })) as [
      number,
      number,
      number,
    ];
    expect(low).toBeLessThan(middle - 0.1);
    expect(middle).toBeLessThan(high - 0.1);
    expect(accuracy({ ...quick, skill: 20 })).toBe(1);
  });

  it('law: conformity draws debaters to the view of most, an anchor to their own, recognition to the right one', () => {
    const candidates = held({
      '36': ['Agent 2', 'Agent 3', 'Agent 4'],
      '17': ['Agent 1'],
      '18': ['Agent 5'],
    });
    const sharesWith = (parameters: Record<string, number>) => {
      const keys = many(250).map(
        (number) => act({ candidates, instance: instance(`q${number}`), round: 2 }, number, parameters).key,
      );
      return (key: string) => share(keys.map((one) => one === key));
    };
    const none = { ...quick, skill: 1, conformity: 0, anchor: 0, recognition: 0 };
    const free = sharesWith(none);
    expect(sharesWith({ ...none, conformity: 2 })('36')).toBeGreaterThan(free('36') + 0.1);
    expect(sharesWith({ ...none, anchor: 2 })('17')).toBeGreaterThan(free('17') + 0.1);
    expect(sharesWith({ ...none, recognition: 1 })('18')).toBeGreaterThan(free('18') + 0.1);
    expect(sharesWith({ ...none, anchor: 20 })('17')).toBe(1);
  });

  it('law: the more bias is shared, the less a plurality gains on one answer', () => {
    const gain = (sharedBias: number) => {
      const [values, remember] = [
        resolveDebater({ parameters: { sharedBias, skill: 2.5 } }),
        questionMemory(tinyTask),
      ];
      const [single, plural] = [[] as boolean[], [] as boolean[]];
      for (const number of many(500)) {
        const question = remember(instance(`q${number}`));
        const random = Random.from(number);
        const votes = many(15).map(
          () => bestOf(weighAnswers(question, { agent: 'a', candidates: [] }, values, random)).key,
        );
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
    const answers = (approach: string | undefined, approachShare: number) =>
      many(200).map((number) => {
        const changes = { instance: instance(`q${number}`), ...(approach === undefined ? {} : { approach }) };
        return act(changes, number, { ...quick, skill: 0, sharedBias: 0.9, approachShare }).key;
      });
    const alike = (a: readonly string[], b: readonly string[]) =>
      share(a.map((one, place) => one === b[place]));
    const [backwards, byCases] = [answers('work backwards', 1), answers('go by cases', 1)];
    // the own noise is the same here, draw by draw: only the bias differs
    expect(alike(backwards, answers('work backwards', 1))).toBe(1);
    expect(alike(backwards, byCases)).toBeLessThan(0.8);
    expect(alike(answers('work backwards', 0.2), answers('go by cases', 0.2))).toBeGreaterThan(
      alike(backwards, byCases),
    );
    expect(answers('work backwards', 0)).toEqual(answers(undefined, 0.3));
  });

  it('law: equal questions, values and chance give equal texts; samples, agents and seeds differ', () => {
    expect(act()).toEqual(act());
    const texts = [act(), act({}, 2), act({ agent: 'Agent 2' }), act({ instance: instance('q2') })];
    expect(new Set(texts.map(({ answer }) => answer)).size).toBe(4);
    // a model's biases are its own
    const values = (profile: string) => resolveDebater({ profile, parameters: { skill: 1 } });
    const question = questionMemory(tinyTask)(instance());
    const right = question.answers[0] as (typeof question.answers)[number];
    expect(commonUtility(question, right, values('gpt-4-0613'))).not.toBe(
      commonUtility(question, right, values('gpt-3.5-turbo')),
    );
  });

  it('reference: the fitted skills give the accuracies that they were fitted to (S2-MAD, Table 1, CoT)', () => {
    for (const [profile, dataset, wrong, published] of [
      ['gpt-3.5-turbo', 'math', 8, 0.352],
      ['gpt-4-0613', 'mmlu', 3, 0.837],
      ['llama-3.1-8b-instruct', 'arithmetic', 8, 0.74],
    ] as const) {
      const remember = questionMemory({
        ...tinyTask,
        question: ({ id }: { id: string; dataset: string; text: string }) => ({
          ...{ id, dataset, text: '', right: { answer: 'right' } },
          wrong: many(wrong).map((place) => ({ answer: `wrong ${place}` })),
        }),
      });
      const n = 2000;
      const values = resolveDebater({ profile });
      const right = many(n).map((number) => {
        const heard = { agent: 'a', candidates: [] };
        return bestOf(weighAnswers(remember(instance(`r${number}`)), heard, values, Random.from(number)))
          .isRight;
      });
      // four standard errors of a share of 2,000, at most 0.045
      expect(Math.abs(share(right) - published), `${profile} ${dataset}`).toBeLessThan(0.045);
    }
    expect(
      accuracy({ ...quick, skill: valueFor(debaterProfiles['gpt-4-0613']?.skill ?? {}, 'arithmetic') }),
    ).toBe(1);
  });

  it('known: answers as JSON and ballots of any kind, by the same utilities', () => {
    const plain = (changes: Partial<TinySituation>) =>
      tinyBehaviour(situation(changes), Random.from(1), {}).answer as Record<string, unknown>;
    const { key } = act();
    expect(plain({ act: 'propose' })).toEqual({ answer: key, proposal: { answer: key } });
    expect(plain({ act: 'speak' })).toMatchObject({ target: ['Agent 2', 'Agent 3', 'Agent 4', 'Agent 5'] });
    expect(plain({ act: 'speak' })['message']).toContain(`\\boxed{${key}}`);
    const bare = debaterBehaviour({ ...tinyTask, json: ({ answer }) => answer });
    expect(bare(situation({ act: 'propose' }), Random.from(1), {}).answer).toEqual(plain({ act: 'propose' }));
    const candidates = held({ '36': ['Agent 2'], '18': ['Agent 1', 'Agent 3'], '19': ['Agent 4'] });
    const ranking = plain({ act: 'vote', ballot: 'ranking', candidates })['decision'] as string[];
    expect([...ranking].sort()).toEqual(['1', '2', '3']);
    expect(plain({ act: 'vote', candidates })['decision']).toBe(ranking[0]);
    const points = plain({ act: 'vote', ballot: 'points', points: 10, candidates })['decision'];
    expect(Object.values(points as Record<string, number>).reduce((a, b) => a + b, 0)).toBe(10);
    expect(plain({ act: 'vote' })['decision']).toBe(key);
  });

  it('contract: parameters have a reason and lie in their range; the fit was made with them', () => {
    for (const { name, value, range, reason } of debaterParameters) {
      expect(value >= range[0] && value <= range[1], name).toBe(true);
      expect(reason.length).toBeGreaterThan(10);
    }
    const given = debaterParameters.filter(({ fitted }) => !fitted);
    expect(Object.fromEntries(given.map(({ name, value }) => [name, value]))).toEqual(fit.given);
    expect(Object.keys(debaterProfiles)).toContain(defaultDebaterProfile);
    expect(Object.keys(debaterProfiles)).toHaveLength(5);
    for (const { skill, length } of Object.values(debaterProfiles)) {
      expect(Object.keys(skill)).toEqual(Object.keys(length));
      expect(Object.keys(skill)).toEqual(expect.arrayContaining(['gsm8k', 'math', 'mmlu', 'gpqa']));
    }
    const values = { gsm8k: 1, mmlu: 2, math: 3 };
    expect(['math', 'mmlu-pro', 'arc-challenge', 'generated'].map((name) => valueFor(values, name))).toEqual([
      3, 2, 2, 1,
    ]);
  });

  it('contract: what cannot be worked with is named', () => {
    expect(() => act({}, 1, { wisdom: 1 })).toThrow('simulated knows no wisdom: its settings are skill, ');
    expect(() => act({}, 1, { anchor: -1 })).toThrow(
      'simulated needs a number from 0 to 20 as anchor, got -1',
    );
    expect(() => act({}, 1, {}, 'gpt-9')).toThrow('no profile "gpt-9"; they have gpt-3.5-turbo, ');
    expect(() => act({ act: 'sing' })).toThrow(
      'Simulated debaters cannot "sing"; they debate, summarise, speak, propose and vote',
    );
    const withWrong = (wrong: readonly string[]) => () =>
      debaterBehaviour({
        ...tinyTask,
        question: (one: ReturnType<typeof instance>) => ({
          ...tinyTask.question(one),
          wrong: wrong.map((answer) => ({ answer })),
        }),
      })(situation(), Random.from(1), {});
    expect(withWrong([])).toThrow(expect.objectContaining({ code: 'debater-task' }));
    expect(withWrong([])).toThrow('q1 has none');
    expect(withWrong(['17', '18'])).toThrow('q1 has "18" twice');
    expect(withWrong(['17', '17'])).toThrow('q1 has "17" twice');
    expect(withWrong(['17'])).not.toThrow();
  });
});
