import { describe, expect, it } from 'vitest';
import { questions } from '../environments/questions';
import { AgoraError } from '../error';
import { experiment } from '../experiment/experiment';
import type { Model, Request } from '../models/model';
import { simulated } from '../models/simulated';
import { scripted, tinyQuiz } from '../testing/tiny';
import { debate, debates, sameAnswer, similarText, type DebateOptions } from './debate';
import { eventsOf } from './protocol';

const textOf = ({ messages }: Request): string => messages.map(({ content }) => content).join('\n');

/** Runs one debate. The model's answer depends on the agent's number and the round, both counted from 1. */
async function hold(options: DebateOptions, answer: (agent: number, round: number) => string) {
  const rounds = new Map<number, number>();
  let agent = 0;
  const { model, asked } = scripted((request) => {
    if (textOf(request).includes('You summarise')) {
      const letters = [
        ...new Set([...textOf(request).matchAll(/so \(([ABC])\)/g)].map(([, letter]) => letter)),
      ];
      return `The group says ${letters.map((letter) => `(${letter})`).join(' and ')}.`;
    }
    agent = Number(/number (\d+) of/.exec(textOf(request))?.[1]);
    rounds.set(agent, (rounds.get(agent) ?? 0) + 1);
    return answer(agent, rounds.get(agent)!);
  });
  const approaches = Array.from({ length: 12 }, (_, at) => `You are number ${at + 1} of the debaters.`);
  const run = await experiment({
    environment: tinyQuiz(),
    protocol: debate({ approaches, ...options }),
    model: { ...model, evidence: 'simulated' },
    collaborations: 1,
    concurrency: 1,
    progress: false,
  });
  return { one: [...run][0]!, asked };
}
/** A simulated model that records the questions it receives. */
function remembered() {
  const asked: Request[] = [];
  const plain = simulated();
  const chat: Model['chat'] = (request) => (asked.push(request), plain.chat(request));
  return { asked, model: { ...plain, chat } };
}
const said = (letter: string) => `I think so (${letter})`;

describe('debate', () => {
  it('known: agents answer, read all answers, and answer again; the most frequent final answer wins', async () => {
    const { one, asked } = await hold({ ...debates.MAD, agents: 3, rounds: 2 }, (agent, round) =>
      said(round === 1 ? 'ABC'[agent - 1]! : agent === 1 ? 'A' : 'B'),
    );
    expect(asked).toHaveLength(6);
    expect(textOf(asked[3]!)).toContain('Agent 2 wrote:');
    expect(textOf(asked[3]!)).toContain('Agent 3 wrote:');
    expect(textOf(asked[3]!)).not.toContain('Agent 1 wrote:');
    expect(one).toMatchObject({ rounds: 2, outcome: 'B', cause: 'all rounds played' });
    expect(eventsOf(one, 'decision').map(({ totals }) => totals)).toEqual(
      [
        { A: 1, B: 1, C: 1 },
        { A: 1, B: 2 },
      ].map((totals) =>
        Object.fromEntries(Object.entries(totals).map(([letter, count]) => [JSON.stringify(letter), count])),
      ),
    );
  });

  it('known: in a ring, an agent reads its two neighbours', async () => {
    const { one } = await hold({ ...debates['S-MAD'], rounds: 2 }, () => said('A'));
    const first = eventsOf(one, 'heard').find(({ agent }) => agent === 'Agent 1');
    expect(first?.from).toEqual(['Agent 2', 'Agent 5']);
  });

  it('known: agents that agree fall silent, and the debate ends when the summaries give one answer', async () => {
    const { one, asked } = await hold({ ...debates['S2-MAD'] }, () => said('A'));
    expect(asked).toHaveLength(5 + 2); // five answers and two summaries
    expect(eventsOf(one, 'silent')).toHaveLength(5);
    expect(one).toMatchObject({ rounds: 2, cause: 'one view left', outcome: 'A' });
  });

  it('known: an agent reads a view once, and only if it does not hold that view', async () => {
    const { one } = await hold({ agents: 4, rounds: 2, filter: sameAnswer }, (agent, round) =>
      said(round > 1 ? 'A' : agent === 4 ? 'B' : 'A'),
    );
    const heard = eventsOf(one, 'heard').filter(({ round }) => round === 2);
    expect(heard.map(({ from, dropped }) => [from, dropped])).toEqual([
      [['Agent 4'], ['Agent 2', 'Agent 3']],
      [['Agent 4'], ['Agent 1', 'Agent 3']],
      [['Agent 4'], ['Agent 1', 'Agent 2']],
      [['Agent 1'], ['Agent 2', 'Agent 3']],
    ]);
  });

  it('known: without jump, earlyStop and filter, all agents answer, play all rounds and read all views', async () => {
    const s2mad = debates['S2-MAD'];
    const jumpless = await hold({ ...s2mad, jump: false }, () => said('A'));
    expect(jumpless.asked).toHaveLength(5 + 5 + 2);
    const endless = await hold({ ...s2mad, earlyStop: false }, () => said('A'));
    expect(endless.one.rounds).toBe(4);
    expect(endless.asked).toHaveLength(5 + 2);
    const { filter: _, ...unfiltered } = s2mad;
    expect((await hold(unfiltered, () => said('A'))).asked).toHaveLength(4 * 5 + 2);
  });

  it('known: views are the same if their cosine reaches the threshold', async () => {
    const alike = similarText(async (a, b) => (a === b ? 1 : 0.5), 0.9);
    const { one } = await hold(
      { agents: 2, rounds: 2, filter: alike },
      (agent) => `${said('A')}${'!'.repeat(agent)}`,
    );
    expect(eventsOf(one, 'silent')).toHaveLength(0);
    const loose = similarText(async () => 0.95, 0.9);
    const other = await hold(
      { agents: 2, rounds: 2, filter: loose },
      (agent) => `${said('A')}${'!'.repeat(agent)}`,
    );
    expect(other.one).toMatchObject({ rounds: 1, cause: 'one view left' });
  });

  it('known: an agent remembers the question and its latest answer', async () => {
    const { asked } = await hold({ agents: 2, rounds: 3 }, (agent, round) =>
      said(agent === 1 ? 'ABC'[round - 1]! : 'C'),
    );
    const own = asked.filter((request) => textOf(request).includes('number 1 of'));
    const [first, , third] = own.map(({ messages }) => messages.slice(1).map(({ content }) => content));
    expect(third!.slice(0, -1)).toEqual([...first!, said('B')]);
  });

  it('law: chain-of-thought prompts mention no debate, and debate prompts set no length', async () => {
    for (const method of ['CoT', 'CoT-SC'] as const) {
      const { asked } = await hold({ ...debates[method], approaches: [] }, () => said('A'));
      expect(asked).toHaveLength(method === 'CoT' ? 1 : 40);
      for (const request of asked) expect(textOf(request)).not.toMatch(/debate|group|other agents/i);
    }
    const { asked } = await hold({ ...debates['S2-MAD'] }, (agent) => said('ABC'[agent % 3]!));
    const isSummary = (request: Request) => textOf(request).includes('You summarise');
    for (const request of asked) {
      expect(/at most \d+ words/.test(textOf(request))).toBe(isSummary(request));
      if (isSummary(request)) expect(textOf(request)).toContain('at most 80 words');
    }
  });

  it.each([
    ['gsm8k', 'Explain your reasoning. Put', 'Explain your reasoning. Put'],
    ['math', 'Explain your reasoning as concisely as possible. Put', 'as concisely as possible. Put'],
    ['arithmetic', '?\n\nPut', 'Explain your reasoning. Put'],
  ] as const)('known: on %s reasons are asked for once, as in Table 5', async (set, inDebate, alone) => {
    for (const [options, words] of [
      [debates.MAD, inDebate],
      [debates.CoT, alone],
    ] as const) {
      const { asked, model } = remembered();
      await experiment({
        environment: questions(set),
        protocol: debate({ ...options, rounds: 1 }),
        model,
        collaborations: 1,
        progress: false,
      });
      for (const request of asked) {
        expect(textOf(request)).toContain(words);
        expect(textOf(request).match(/your reasoning/g)?.length ?? 0).toBe(words.startsWith('?') ? 0 : 1);
      }
    }
  });

  it('behaviour: after an unusable reply, the agent keeps its earlier answer; without answers, there is no decision', async () => {
    const { one } = await hold({ agents: 2, rounds: 2 }, (agent, round) =>
      agent === 1 && round > 1 ? 'Hm.' : said('A'),
    );
    expect(eventsOf(one, 'unusable')).toHaveLength(1);
    expect(eventsOf(one, 'decision')[1]!.candidates).toEqual([{ id: '"A"', by: ['Agent 1', 'Agent 2'] }]);
    await expect(hold({ agents: 2, rounds: 1 }, () => 'Hm.')).rejects.toBeInstanceOf(AgoraError);
  });

  it.each([
    [{ agents: 4, groups: [2, 3] }],
    [{ groups: [2.5, 2.5] }],
    [{ groups: [6, -1] }],
    [{ neighbours: -1 }],
    [{ jump: true }],
    [{ alone: true, rounds: 2 }],
    [{ rounds: 0 }],
    [{ agent: 3 }],
  ])('behaviour: %j is rejected', (options) => {
    expect(() => debate(options as DebateOptions)).toThrow(AgoraError);
  });

  it('law: every method runs with simulated agents', async () => {
    for (const method of Object.values(debates)) {
      const run = await experiment({
        environment: tinyQuiz(),
        protocol: debate(method),
        model: simulated(),
        collaborations: 2,
        progress: false,
      });
      for (const one of run) expect(one.score).toEqual({ correct: 1 });
    }
  });
});
