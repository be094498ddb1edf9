import { describe, expect, it } from 'vitest';
import { factCheck } from '../environments/evidence';
import { AgoraError } from '../error';
import { experiment } from '../experiment/experiment';
import type { Request } from '../models/model';
import { simulated } from '../models/simulated';
import { scripted, tinyQuiz } from '../testing/tiny';
import { alone, discussion, strategies } from './discussion';
import { eventsOf } from './protocol';

const textOf = ({ messages }: Request): string => messages.map(({ content }) => content).join('\n');
const speakerOf = (request: Request): string =>
  /You are (Agent \d|the instructor)/.exec(textOf(request))?.[1] ?? '';
const stepOf = (request: Request): string => {
  const text = request.messages.at(-1)!.content;
  if (text.includes('Give your current judgement')) return 'statement';
  if (text.includes('Do you want to speak')) return 'join';
  if (text.includes('Who should speak')) return 'direct';
  if (text.includes('final decision')) return 'conclusion';
  return 'summary';
};

type Script = (step: string, speaker: string, count: number) => unknown;

/**
 * Runs one discussion with three agents. The script gets the step, the speaker, and how often that speaker has been
 * asked.
 */
async function hold(strategy: string, script: Script, rounds = 3) {
  const counts = new Map<string, number>();
  const { model, asked } = scripted((request) => {
    const place = `${stepOf(request)} ${speakerOf(request)}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
    const answer = script(stepOf(request), speakerOf(request), counts.get(place)!);
    return typeof answer === 'string' ? answer : JSON.stringify(answer);
  });
  const run = await experiment({
    environment: tinyQuiz(3),
    protocol: discussion({ strategy, rounds }),
    model: { ...model, evidence: 'simulated' },
    collaborations: 1,
    concurrency: 1,
    progress: false,
  });
  return {
    one: [...run][0]!,
    asked,
    steps: asked.map((request) => `${stepOf(request)} ${speakerOf(request)}`),
  };
}
const judge = (proposal: string | null, more: object = {}) => ({
  ...more,
  reason_for_decision: 'Because.',
  proposal,
});
const everyoneSays: Script = (step, speaker) =>
  step === 'statement' ? judge('ABC'[Number(speaker.at(-1)) - 1]!) : step === 'summary' ? 'They differ.' : {};

describe('discussion', () => {
  it('known: there are 49 strategies, including the nine in the paper', () => {
    expect(strategies()).toHaveLength(49);
    for (const interaction of ['I1', 'I2', 'I3'])
      for (const context of ['C1', 'C2']) expect(strategies()).toContain(`G1-P1-${interaction}-${context}`);
    expect(strategies()).toEqual(expect.arrayContaining(['G1-P2-I4-C2', 'G2-P3-I1-C3', 'G2-P3-I2-C3']));
    for (const impossible of ['G1-P3-I1-C1', 'G1-P1-I1-C3', 'G2-P3-I3-C3', 'G3-P1-I1-C1'])
      expect(() => discussion({ strategy: impossible })).toThrow(AgoraError);
  });

  it('known: a group that agrees stops immediately; a group that disagrees votes after the last round', async () => {
    const agreed = await hold('G1-P1-I1-C1', () => judge('B'));
    expect(agreed.one).toMatchObject({ rounds: 1, cause: 'consensus', outcome: 'B' });
    const split = await hold('G1-P1-I1-C1', (_, speaker) => judge(speaker === 'Agent 3' ? 'C' : 'A'));
    expect(split.one).toMatchObject({ rounds: 3, cause: 'all rounds played', outcome: 'A' });
  });

  it('known: agents hear earlier speakers when speaking one by one, but not when speaking at once', async () => {
    const inTurn = await hold('G1-P1-I2-C1', everyoneSays, 1);
    expect(textOf(inTurn.asked[1]!)).toContain('Agent 1 (judgement: A) said: "Because."');
    const atOnce = await hold('G1-P1-I1-C1', everyoneSays, 1);
    for (const request of atOnce.asked) expect(textOf(request)).not.toContain('Because.');
  });

  it("known: C1 shows the previous round, C2 adds the agent's own summary, C3 shows the instructor's summary", async () => {
    const c1 = await hold('G1-P1-I1-C1', everyoneSays, 2);
    expect(textOf(c1.asked[3]!)).toContain('# Previous round');
    expect(c1.steps.some((step) => step.startsWith('summary'))).toBe(false);
    const c2 = await hold('G1-P1-I1-C2', everyoneSays, 2);
    expect(textOf(c2.asked[6]!)).toMatch(/# Summary of the discussion\nThey differ\.[\s\S]*# Previous round/);
    const c3 = await hold(
      'G2-P1-I1-C3',
      (step, ...rest) => (step === 'conclusion' ? judge(null) : everyoneSays(step, ...rest)),
      2,
    );
    const second = c3.asked.filter((request) => stepOf(request) === 'statement')[3]!;
    expect(textOf(second)).toContain('# Summary of the discussion');
    expect(textOf(second)).not.toContain('# Previous round');
  });

  it('known: the instructor names speakers, and ends the discussion', async () => {
    const { one, steps } = await hold('G2-P3-I2-C3', (step, speaker, count) => {
      if (step === 'direct') return { speakers: ['Agent 3', 'Agent 1'] };
      if (step === 'conclusion') return judge(count === 1 ? null : 'C');
      return everyoneSays(step, speaker, count);
    });
    expect(one).toMatchObject({ rounds: 2, cause: 'the instructor decided', outcome: 'C' });
    expect(steps.slice(-3)).toEqual(['statement Agent 3', 'statement Agent 1', 'conclusion the instructor']);
  });

  it('known: only the readers that an agent chooses read its message', async () => {
    const { asked, one } = await hold(
      'G1-P2-I4-C1',
      (step, speaker) => {
        if (step === 'join') return { speak: speaker === 'Agent 1' };
        return judge('ABC'[Number(speaker.at(-1)) - 1]!, {
          target: speaker === 'Agent 1' ? ['Agent 2'] : [],
        });
      },
      2,
    );
    const joins = asked.filter((request) => stepOf(request) === 'join');
    expect(joins.map((request) => textOf(request).includes('Agent 1 (judgement'))).toEqual([
      true,
      true,
      false,
    ]);
    expect(eventsOf(one, 'message')[0]).toMatchObject({ to: ['Agent 2'], readers: ['Agent 2'] });
    expect(eventsOf(one, 'silent').map(({ agent }) => agent)).toEqual(['Agent 2', 'Agent 3']);
  });

  it.each([
    ['G2-P3-I2-C3', 'Agents speak one at a time and hear the agents that spoke before them.'],
    ['G2-P3-I1-C3', 'The agents that speak in a round all speak at the same time.'],
    ['G1-P2-I4-C2', 'everything that was said to them in the previous round, and their own summary'],
    ['G1-P1-I1-C1', 'All agents speak at the same time.'],
  ])('known: in the words of %s no choice contradicts another', async (strategy, words) => {
    const { asked } = await hold(
      strategy,
      (step) => judge('A', strategy.includes('I4') && step === 'statement' ? { target: [] } : {}),
      1,
    );
    for (const request of asked) {
      expect(textOf(request)).toContain(words);
      if (strategy.includes('P3')) expect(textOf(request)).not.toContain('fixed order');
      if (!strategy.includes('P1')) expect(textOf(request)).not.toContain('All agents speak');
    }
  });

  it('known: prompts mention an earlier summary only if there is one', async () => {
    const { asked } = await hold('G1-P1-I1-C2', everyoneSays, 3);
    const summaries = asked.filter((request) => stepOf(request) === 'summary');
    expect(summaries.map((request) => textOf(request).includes('your earlier summary'))).toEqual([
      ...[false, false, false],
      ...[true, true, true],
    ]);
  });

  it('law: the schema of an answer demands every field of its form, also where null is offered', async () => {
    const asked: Request[] = [];
    for (const strategy of ['G1-P2-I4-C2', 'G2-P3-I1-C3']) {
      const model = simulated();
      await experiment({
        environment: factCheck(),
        protocol: discussion({ strategy, rounds: 2 }),
        model: { ...model, chat: (request) => (asked.push(request), model.chat(request)) },
        collaborations: 1,
        progress: false,
      });
    }
    const schemas = asked.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
    expect(JSON.stringify(schemas)).toContain('"null"');
    for (const { properties, required } of schemas)
      expect(required).toEqual(Object.keys(properties as object));
  });

  it('known: null keeps a judgement, and is offered only after a first judgement', async () => {
    const { one, asked } = await hold(
      'G1-P1-I1-C1',
      (_, speaker, count) => judge(count > 1 ? null : 'ABB'[Number(speaker.at(-1)) - 1]!),
      2,
    );
    expect(one.outcome).toBe('B');
    expect(textOf(asked[0]!)).not.toContain('may give null');
    expect(textOf(asked[3]!)).toContain('may give null');
  });

  it('known: prompts for agents that judge alone mention no group, and the majority decides', async () => {
    const { model, asked } = scripted((request) =>
      JSON.stringify(judge(textOf(request).includes('number 3') ? 'C' : 'B')),
    );
    const run = await experiment({
      environment: tinyQuiz(3),
      protocol: alone(),
      model: { ...model, evidence: 'simulated' },
      collaborations: 1,
      progress: false,
    });
    expect([...run][0]).toMatchObject({ outcome: 'B', rounds: 1 });
    for (const request of asked) expect(textOf(request)).not.toMatch(/group|others|discuss|Agent/i);
  });

  it('law: every strategy runs with simulated agents, and its prompts set no length', async () => {
    for (const strategy of strategies()) {
      const run = await experiment({
        environment: tinyQuiz(3),
        protocol: discussion({ strategy, rounds: 2 }),
        model: simulated(),
        collaborations: 1,
        progress: false,
      });
      expect([...run][0]!.score, strategy).toEqual({ correct: 1 });
    }
    const { asked } = await hold('G2-P3-I2-C3', everyoneSays, 1);
    for (const request of asked) expect(textOf(request)).not.toMatch(/\d+ words/);
  });
});
