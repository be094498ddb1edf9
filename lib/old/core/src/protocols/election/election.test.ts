import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgoraError, informedDictatorial, plurality, preferentialRule, range, dowdall } from 'agora-voting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arithmetic } from '../../experiment/testing/arithmetic';
import { experiment, type ExperimentOptions } from '../../experiment';
import { simulated, wrap, type ChatModel, type ChatRequest } from '../../models';
import { eventsOf, readEvents, type Collaboration } from '../../transcripts';
import { election, type ElectionOptions } from '..';
import { resultByScore } from '../../../../voting/src/result';
import { tinyQuiz, type TinyQuestion } from './testing/tiny-quiz';

const rated = range({ scale: { lowest: 1, highest: 5 } });

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-election-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** First preferences on rankings. */
const first = preferentialRule({
  name: 'first',
  source: 'test',
  explanation: 'First preferences.',
  meets: [],
  decide: (profile) =>
    resultByScore(
      profile.options,
      profile.options.map((_, option) => profile.placed(option, 0)),
    ),
});
/** A model that says what it is told to, and remembers what it was asked. */
function scripted(answer: (request: ChatRequest) => string) {
  const asked: ChatRequest[] = [];
  const model: ChatModel = {
    ...simulated(),
    chat: (request) => {
      asked.push(request);
      return Promise.resolve({
        text: answer(request),
        finish: 'stop',
        latencyMs: 0,
        cached: false,
        usage: { inputTokens: 1, outputTokens: 1, counted: 'tokenizer' },
      });
    },
  };
  return { model, asked };
}

type Options = Partial<ExperimentOptions<TinyQuestion, string>>;
let runs = 0;
async function hold(options: ElectionOptions, more: Options = {}): Promise<Collaboration[]> {
  const environment = tinyQuiz({ raters: 3 });
  const folder = join(home, `run-${runs++}`);
  const base = { environment, model: simulated(), folder, progress: 'none', collaborations: 1 } as const;
  return [...(await experiment<TinyQuestion, string>({ ...base, protocol: election(options), ...more }))];
}

/** Whether the first option of a ballot leads at least as many of the ballots shown as any other option. */
const leads = (ballot: unknown, shown: readonly { readonly ballot: unknown }[]) => {
  const firsts = (option: string) => shown.filter((one) => rankingOf(one.ballot)[0] === option).length;
  const [top = '', ...others] = rankingOf(ballot);
  return others.every((option) => firsts(option) <= firsts(top));
};
const rankingOf = (ballot: unknown) => (ballot as { ranking: string[] }).ranking;
const ballotOf = (letters: string) => JSON.stringify({ decision: [...letters] });
const byRater =
  (...answers: string[]) =>
  ({ call }: ChatRequest) =>
    answers[Number(call.agent.at(-1)) - 1] ?? '';

describe('election', () => {
  it('known: three rankings, two rules, and the outcome is the first rule’s', async () => {
    // Firsts: A 2, B 1. Dowdall: A 1 + 1 + 1/4, B 1/2 + 1/2 + 1.
    const { model } = scripted(byRater(ballotOf('ABCD'), ballotOf('ABCD'), ballotOf('BCDA')));
    const [held] = await hold({ rules: [first, dowdall] }, { model });
    const decisions = eventsOf(held!, 'decision');
    expect(decisions.map(({ by, tally, winners, selected }) => [by, tally, winners, selected])).toEqual([
      ['first', { A: 2, B: 1, C: 0, D: 0 }, ['A'], 'A'],
      ['dowdall', { A: 2.25, B: 2, C: 2 / 3 + 0.5, D: 1 / 2 + 1 / 3 }, ['A'], 'A'],
    ]);
    expect(held?.finished).toMatchObject({ cause: 'decided', outcome: 'A', rounds: 1 });
    const right = (held?.instance as unknown as TinyQuestion).answer === 'A' ? 1 : 0;
    expect(held?.finished?.score).toEqual({ correct: right });
    expect(eventsOf(held!, 'vote').map(({ by, phase, ballot }) => [by, phase, ballot])).toEqual(
      ['ABCD', 'ABCD', 'BCDA'].map((letters, place) => [
        `Rater ${place + 1}`,
        'ballot/ranking',
        { kind: 'ranking', ranking: [...letters] },
      ]),
    );
  });

  it('known: every rater is asked once, told first who it is, and told nothing of the others', async () => {
    const { model, asked } = scripted(() => ballotOf('ABCD'));
    await hold({ rules: [first] }, { model });
    expect(asked.map(({ call }) => [call.agent, call.phase, call.round, call.attempt])).toEqual(
      [1, 2, 3].map((one) => [`Rater ${one}`, 'ballot/ranking', 1, 0]),
    );
    const systems = asked.map(({ messages }) => messages[0]?.content ?? '');
    for (const system of systems) expect(system).toMatch(/^You are Rater \d\.\n/);
    expect(new Set(systems).size).toBe(3);
    expect(systems[0]).toContain('Which letter is it: A, B, C, D?');
    expect(asked[0]?.messages[1]?.content).toContain('{"decision": ["<id>", "<id>", ...]}');
    expect(asked[0]?.messages[1]?.content).toContain('ids of all options (A, B, C, D), each once');
    expect(asked[0]?.messages[1]?.content).not.toMatch(/proposal|abstain/);
    const schema = asked[0]?.answer?.schema;
    expect(schema?.['properties']).toEqual({
      decision: {
        type: 'array',
        items: { type: 'string', enum: ['A', 'B', 'C', 'D'] },
        minItems: 4,
        maxItems: 4,
        uniqueItems: true,
      },
    });
    expect(asked[0]?.sampling).toMatchObject({ maxTokens: 64 });
  });

  it('known: one missing ballot makes the profile invalid, and the election undecided; or it goes on without it', async () => {
    const broken = [
      '{"decision": ["A", "B"]}',
      '{"decision": ["A", "B", "C", "C"]}',
      '{"decision": null}',
      'I pass.',
    ];
    for (const answer of broken) {
      const { model } = scripted(byRater(ballotOf('BACD'), answer, ballotOf('BACD')));
      const [held] = await hold({ rules: [first], dictator: 'informed' }, { model });
      expect(held?.finished).toMatchObject({
        cause: 'invalid profile',
        outcome: null,
        score: { correct: 0 },
      });
      const decisions = eventsOf(held!, 'decision');
      expect(decisions.map(({ by, winners, selected }) => [by, winners, selected])).toEqual([
        ['first', [], null],
        ['informed dictatorial', [], null],
      ]);
      expect(eventsOf(held!, 'failure').map(({ agent }) => agent)).toEqual(['Rater 2']);
      const [asterisk] = await hold({ rules: [first], validity: 'valid ballots' }, { model });
      expect(asterisk?.finished).toMatchObject({ cause: 'decided', outcome: 'B' });
      expect(eventsOf(asterisk!, 'decision')[0]?.tally).toEqual({ A: 0, B: 2, C: 0, D: 0 });
    }
    const { model } = scripted(() => 'I pass.');
    const [none] = await hold({ rules: [first], validity: 'valid ballots' }, { model });
    expect(none?.finished).toMatchObject({ cause: 'invalid profile', outcome: null });
  });

  it('known: a truncated ranking is a ballot where that is allowed', async () => {
    const truncated = dowdall({ truncated: true });
    const { model } = scripted(byRater(ballotOf('AB'), ballotOf('B'), ballotOf('ABCD')));
    const [held] = await hold({ rules: [truncated], truncated: true }, { model });
    const { tally } = eventsOf(held!, 'decision')[0]!;
    expect([tally['A'], tally['B'], tally['D']]).toEqual([2, 2, 1 / 4]); // 1 + 1, 1/2 + 1 + 1/2, 1/4
    await expect(hold({ rules: [first], truncated: true })).rejects.toThrow(
      /"first": it takes complete rankings only/,
    );
  });

  it('known: rankings and ratings in one run, each rule on its own ballots', async () => {
    const [held] = await hold(
      { rules: [first, range], dictator: ['informed', 'mis-informed'] },
      { model: simulated({ noise: 0 }) },
    );
    const phases = eventsOf(held!, 'vote').map(({ phase }) => phase);
    expect(phases).toEqual([
      ...Array<string>(3).fill('ballot/ranking'),
      ...Array<string>(3).fill('ballot/rating'),
      'dictator/informed',
      'dictator/mis-informed',
    ]);
    const ratings = eventsOf(held!, 'vote')[3]?.ballot as { ratings: Record<string, number> };
    // of 0 to 9: the one liked is 1 better, so 9 * logistic(0.75) = 6.1, the others 9 * logistic(-0.25) = 3.9
    expect(Object.values(ratings.ratings).sort()).toEqual([4, 4, 4, 6]);
    const extra = await hold({
      rules: [first],
      ballots: ['ranking', 'rating'],
      scale: { lowest: 1, highest: 3 },
    });
    expect(eventsOf(extra[0]!, 'vote')).toHaveLength(6);
    expect(eventsOf(extra[0]!, 'decision')).toHaveLength(1);
  });

  it('known: a tie is settled by the recorded policy', async () => {
    const { model } = scripted(byRater(ballotOf('BACD'), ballotOf('ABCD'), ballotOf('CABD')));
    const outcome = async (ties: 'none' | 'fixed-order' | 'random', seed: number) => {
      const [held] = await hold({ rules: [first], ties }, { model, seed });
      expect(eventsOf(held!, 'decision')[0]?.winners).toEqual(['A', 'B', 'C']);
      expect(eventsOf(held!, 'note')[0]?.data).toMatchObject({ ties });
      return [held?.finished?.outcome, held?.finished?.cause];
    };
    expect(await outcome('none', 1)).toEqual([null, 'tie']);
    expect(await outcome('fixed-order', 1)).toEqual(['A', 'decided']);
    const drawn = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => outcome('random', seed)));
    expect(new Set(drawn.map(([selected]) => selected)).size).toBeGreaterThan(1);
    expect(await outcome('random', 1)).toEqual(drawn[0]);
  });

  it('known: the informed dictator sees the ballots, the mis-informed one invented ones, which the record says', async () => {
    const held = await hold(
      { rules: [first], dictator: ['informed', 'mis-informed'] },
      {
        collaborations: 20,
        environment: tinyQuiz({ raters: 3 }),
        model: simulated({ noise: 0, conformity: 100 }),
      },
    );
    for (const one of held) {
      // With so much conformity it chooses what leads most of the ballots that it is shown.
      const truth = eventsOf(one, 'vote').slice(0, 3);
      const informed = eventsOf(one, 'vote').find(({ phase }) => phase === 'dictator/informed');
      expect(informed).toMatchObject({ by: 'Dictator' });
      expect(leads(informed?.ballot, truth)).toBe(true);
      const notes = eventsOf(one, 'note').filter(({ kind }) => kind === 'invented ballots');
      expect(notes.map(({ phase }) => phase)).toEqual(['dictator/mis-informed']);
      const { ballots } = notes[0]?.data as { ballots: { by: string; ballot: unknown }[] };
      expect(ballots.map(({ by }) => by)).toEqual(one.agents);
      const misled = eventsOf(one, 'vote').find(({ phase }) => phase === 'dictator/mis-informed');
      expect(leads(misled?.ballot, ballots)).toBe(true);
    }
    const right = (by: string) =>
      held.filter((one) =>
        eventsOf(one, 'decision').some((event) => event.by === by && event.score['correct'] === 1),
      );
    expect(right('informed dictatorial')).toHaveLength(20);
    expect(right('mis-informed dictatorial').length).toBeLessThan(14); // 5 expected, 14 is 4.6 deviations off
  });

  it('known: what a dictator is shown, as it reads it', async () => {
    const { model, asked } = scripted(({ call }) => ballotOf(call.agent === 'Dictator' ? 'DCBA' : 'ABCD'));
    const [held] = await hold({ rules: [first], dictator: 'informed' }, { model });
    expect(asked[3]?.messages[1]?.content).toContain(
      '- Rater 2 ranked A > B > C > D.\n- Rater 3 ranked A > B > C > D',
    );
    const [, decision] = eventsOf(held!, 'decision');
    expect(decision).toMatchObject({ by: 'informed dictatorial', selected: 'D', tally: { A: 0, D: 1 } });
    expect(held?.finished?.outcome).toBe('A'); // the first rule's
    expect(asked[3]?.situation).toMatchObject({ ballotsSeen: [{}, {}, {}], agent: 'Dictator' });
    const byName = { rules: [informedDictatorial, first] } as const;
    const [named] = await hold(byName, { model });
    expect(named?.finished?.outcome).toBe('D'); // not the last rater's ballot, which is what the rule alone would count
    expect(eventsOf(named!, 'decision').map(({ by, phase }) => [by, phase])).toEqual([
      ['first', 'ballot/ranking'],
      ['informed dictatorial', 'dictator/informed'],
    ]);
    const broken = scripted(({ call }) => (call.agent === 'Rater 2' ? '' : ballotOf('ABCD')));
    const anyBallot = { rules: [first], dictator: 'informed', dictatorNeeds: 'any ballot' } as const;
    const [any] = await hold(anyBallot, { model: broken.model });
    expect(eventsOf(any!, 'decision').map(({ selected }) => selected)).toEqual([null, 'A']);
  });

  it('known: unreliable raters are not asked; their random ballots are noted, counted, and not said to be votes', async () => {
    const { model, asked } = scripted(() => ballotOf('ABCD'));
    const [held] = await hold({ rules: [first, range], unreliable: 2 }, { model: simulated() });
    expect(eventsOf(held!, 'reply').map(({ agent }) => agent)).toEqual(['Rater 3', 'Rater 3']);
    const notes = eventsOf(held!, 'note').filter(({ kind }) => kind === 'invented ballots');
    expect(notes.map(({ phase }) => phase)).toEqual(['ballot/ranking', 'ballot/rating']);
    const sum = Object.values(eventsOf(held!, 'decision')[0]!.tally).reduce(
      (total, votes) => total + votes,
      0,
    );
    expect(sum).toBe(3);
    await hold({ rules: [first], unreliable: ['Rater 2'] }, { model });
    expect(asked.map(({ call }) => call.agent)).toEqual(['Rater 1', 'Rater 3']);
  });

  it('law: same seed, same record; a run cut off at any call goes on without repeating one', async () => {
    const options: ElectionOptions = {
      rules: [first, range],
      dictator: ['informed', 'mis-informed'],
      unreliable: 1,
    };
    const story = (folder: string) =>
      [...readEvents(folder)]
        .map((event) => JSON.stringify(event.type === 'reply' ? { ...event, latencyMs: 0 } : event))
        .sort();
    const environment = tinyQuiz({ raters: 4 });
    const common = { environment, collaborations: 3 };
    const malformed = simulated({ malformedRate: 0.1 });
    await hold(options, { ...common, model: malformed, folder: join(home, 'whole') });
    const whole = story(join(home, 'whole'));
    const calls = whole.filter((line) => line.includes('"type":"reply"')).length;
    for (let at = 1; at <= calls; at += 4) {
      const folder = join(home, `cut-${at}`);
      let paid = 0;
      const model = (limit: number): ChatModel =>
        wrap(malformed, (inner, request) =>
          paid >= limit
            ? Promise.reject(new AgoraError('model-unavailable', 'gone'))
            : (paid++, inner.chat(request)),
        );
      await expect(hold(options, { ...common, folder, model: model(at - 1) })).rejects.toThrow('gone');
      await hold(options, { ...common, folder, model: model(Infinity) });
      expect(story(folder)).toEqual(whole);
      expect(paid).toBe(calls);
    }
  });

  it('contract: what cannot be held is refused by name', async () => {
    const refused = (options: ElectionOptions, message: RegExp) => {
      expect(() => election(options)).toThrow(expect.objectContaining({ code: 'setting' }));
      expect(() => election(options)).toThrow(message);
    };
    refused({ rules: [] }, /at least 1 voting rules as rules, got an empty list/);
    refused({ rules: [first, first] }, /two rules of the name "first"/);
    refused({ rules: [first, rated], ballots: 'ranking' }, /"rated": it takes rating ballots, .* ranking/);
    refused({ rules: [first], unreliable: -1 }, /a whole number of at least 0 as unreliable, got -1/);
    refused({ rules: [rated], scale: { lowest: 5, highest: 1 } }, /a scale that goes up, got 5 to 1/);
    refused({ rules: [informedDictatorial], dictator: 'none' }, /informed dictatorial rule: .* "none"/);
    const fails = (options: ElectionOptions, message: RegExp, more: Options = {}) =>
      expect(hold(options, more)).rejects.toThrow(message);
    await fails({ rules: [first], unreliable: 4 }, /4 unreliable raters, and there are only 3/);
    await fails(
      { rules: [first], unreliable: ['Zoe'] },
      /got "Zoe" as unreliable, and the raters are Rater 1/,
    );
    await fails({ rules: [first] }, /environment "tiny-quiz" needs a list of at least 1 agents/, {
      environment: tinyQuiz({ raters: 0 }),
    });
    await fails({ rules: [first] }, /at least 2 options, got 1/, { environment: tinyQuiz({ options: 1 }) });
    await fails(
      { rules: [rated, range], scale: { lowest: 0, highest: 9 } },
      /"rated": it takes ratings from 1 to 5/,
    );
    await fails({ rules: [plurality] }, /fixed list of options, and arithmetic has none/, {
      environment: arithmetic() as never,
    });
  });
});
