import { describe, expect, it } from 'vitest';
import { menu } from '../environments/menu';
import { taskAllocation } from '../environments/task-allocation';
import { AgoraError } from '../error';
import { experiment } from '../experiment/experiment';
import type { Environment } from '../environments/environment';
import type { Model, Request } from '../models/model';
import { simulated } from '../models/simulated';
import { Random } from '../random';
import { scripted, tinyQuiz } from '../testing/tiny';
import { centralized, deliberation, type DeliberationOptions } from './deliberation';
import { eventsOf, type Protocol } from './protocol';

const textOf = ({ messages }: Request): string => messages.map(({ content }) => content).join('\n');
const stepOf = (request: Request): string => /# Now: (\w+)/.exec(textOf(request))?.[1] ?? 'alone';
const agentOf = (request: Request): string => /You are ([^.\n]+?)[.,]/.exec(textOf(request))?.[1] ?? '';

async function play<Case, Proposal>(
  environment: Environment<Case, Proposal>,
  protocol: Protocol,
  model: Model,
) {
  const run = await experiment({
    environment,
    protocol,
    model: { ...model, evidence: 'simulated' },
    collaborations: 1,
    progress: false,
  });
  return [...run][0]!;
}

/** Replies like the simulated agent, unless the script gives a reply. Records the questions. */
function overridden(script: (step: string, agent: string, answer: Record<string, unknown>) => object | null) {
  const { asked } = scripted(() => '');
  const plain = simulated();
  const model: Model = {
    ...plain,
    async chat(request) {
      asked.push(request);
      const reply = await plain.chat(request);
      const answer = JSON.parse(reply.text) as Record<string, unknown>;
      const other = script(stepOf(request), agentOf(request), answer);
      return other === null ? reply : { ...reply, text: JSON.stringify({ ...answer, ...other }) };
    },
  };
  return { model, asked };
}

const menus = () => menu();
const tasks = () => taskAllocation();

describe('deliberation', () => {
  it('known: agents observe, plan, decide and speak; without a leader, all must accept a proposal', async () => {
    const { model, asked } = overridden((step) => (step === 'decision' ? { accept: true } : null));
    const one = await play(menus(), deliberation(), model);
    expect(asked.map(stepOf)).toEqual([
      'observation',
      'planning',
      'conversation',
      'observation',
      'planning',
      'decision',
    ]);
    expect(one).toMatchObject({ rounds: 1, cause: 'agreement' });
    const [first] = eventsOf(one, 'proposal');
    expect(one.outcome).toEqual(first!.proposal);
  });

  it('known: an agent that rejects a proposal tables its own; without agreement, there is no decision', async () => {
    const { model, asked } = overridden((step) =>
      step === 'decision' ? { accept: false, explanation: 'Too dear.' } : null,
    );
    const environment = menus();
    const one = await play(environment, deliberation({ rounds: 2 }), model);
    expect(one).toMatchObject({
      rounds: 2,
      cause: 'all rounds played',
      outcome: null,
      score: { normalized: 0 },
    });
    const names = one.agents.map(({ name }) => name);
    const tables = asked
      .filter((request) => stepOf(request) === 'decision')
      .map((request) => /on the table\n(\S[^\n]*?) proposed:/.exec(textOf(request))?.[1]);
    expect(tables).toEqual([names[0], names[1], names[0]]);
    const spoken = asked.filter((request) => stepOf(request) === 'conversation');
    const [refused] = eventsOf(one, 'proposal');
    const shown = environment.show(environment.cases(0, Random.from(1)), refused!.proposal as string[]);
    expect(textOf(spoken[0]!)).not.toContain('# The proposal that you did not accept');
    expect(textOf(spoken[1]!)).toContain(
      `# The proposal that you did not accept\n${names[0]} proposed: ${shown}`,
    );
    expect(textOf(spoken[1]!)).toContain('Your reason: Too dear.');
    expect(textOf(spoken[1]!)).toContain('# The proposal on the table\nYou proposed: ');
  });

  it('known: prompts for agents that see everything do not say that they see a part', async () => {
    for (const information of ['private', 'full'] as const)
      for (const environment of [menu({ information }), taskAllocation({ information })] as Environment<
        never,
        never
      >[]) {
        const { model, asked } = overridden(() => null);
        await play(environment, deliberation({ rounds: 1 }), model);
        for (const request of asked)
          expect(/part of the|fragment|what the other agents see/.test(textOf(request))).toBe(
            information === 'private',
          );
      }
  });

  it('law: the form of an answer and its schema have the same fields', async () => {
    for (const environment of [menus(), tasks()] as Environment<never, never>[]) {
      const { model, asked } = overridden(() => null);
      await play(environment, deliberation({ rounds: 1 }), model);
      for (const request of asked) {
        const form = textOf(request).split('in this format:\n')[1];
        const { properties, required } = request.schema as { properties: object; required: string[] };
        expect(required).toEqual(Object.keys(properties));
        for (const field of required) expect(form).toContain(`"${field}": `);
      }
    }
  });

  it('known: only the leader ends the deliberation, and must do so in the last round', async () => {
    const environment = tasks();
    let last: () => Request = () => third.asked.at(-1)!;
    const leaderDecides = (decide: (round: number) => object): ReturnType<typeof overridden> =>
      overridden((step, agent) => {
        if (step !== 'decision') return null;
        return agent === 'Leader'
          ? decide(Number(/\(round (\d+) of/.exec(textOf(last()))![1]))
          : { accept: true };
      });
    const third: ReturnType<typeof overridden> = leaderDecides((round) => ({
      accept: round === 3,
      final_decision: null,
    }));

    const one = await play(environment, deliberation(), third.model);
    expect(one).toMatchObject({ rounds: 3, cause: 'the leader decided' });

    const never = leaderDecides(() => ({ accept: false, final_decision: null }));
    last = () => never.asked.at(-1)!;
    const open = await play(environment, deliberation({ rounds: 2 }), never.model);
    expect(open).toMatchObject({ rounds: 2, outcome: null });
    expect(eventsOf(open, 'unusable').map(({ agent, round }) => [agent, round])).toEqual([['Leader', 2]]);
    expect(textOf(never.asked.filter((request) => stepOf(request) === 'decision').at(-1)!)).toContain(
      'you must end the deliberation',
    );
  });

  it('known: "told" puts tool results in prompts, "called" lets agents call tools, "none" has no tools', async () => {
    const accepting = () => overridden((step) => (step === 'decision' ? { accept: true } : null));
    for (const [tools, isTold] of [
      ['none', false],
      ['told', true],
      ['called', false],
    ] as const) {
      const { model, asked } = accepting();
      const one = await play(menus(), deliberation({ tools }), model);
      const planning = asked.filter((request) => stepOf(request) === 'planning');
      expect(planning.every((request) => textOf(request).includes('# Results from the tools'))).toBe(isTold);
      expect(planning.every((request) => (request.tools?.length ?? 0) === (tools === 'called' ? 2 : 0))).toBe(
        true,
      );
      expect(eventsOf(one, 'tool').length > 0).toBe(isTold);
    }
  });

  it('behaviour: a solution is recorded with its score only for an agent that calls the solver', async () => {
    const { model: plain, asked } = overridden((step) => (step === 'decision' ? { accept: true } : null));
    const call = {
      text: '',
      finish: 'tools',
      toolCalls: [{ id: '1', name: 'solver', arguments: '{}' }],
    } as const;
    const model: Model = {
      ...plain,
      async chat(request) {
        const reply = await plain.chat(request);
        return asked.length === 2 ? { ...reply, ...call } : reply; // when the first agent plans
      },
    };
    const one = await play(menus(), deliberation({ tools: 'called' }), model);
    const uses = eventsOf(one, 'tool').map(({ agent, output }) => [agent, 'score' in (output as object)]);
    const [first] = one.agents.map(({ name }) => name);
    expect(uses).toEqual([
      [first, false], // what the agent reads
      [first, true],
    ]);
    expect(asked.map(stepOf).filter((step) => step === 'planning')).toHaveLength(3);
  });

  it('law: thoughts, beliefs and observations are private, and no prompt limits thoughts', async () => {
    const { model, asked } = overridden((step) =>
      step === 'decision' ? { accept: false, thoughts: 'my secret' } : { thoughts: 'my secret' },
    );
    const one = await play(menus(), deliberation({ rounds: 2 }), model);
    for (const request of asked) {
      expect(textOf(request)).not.toContain('my secret');
      expect(textOf(request)).not.toMatch(/\d+ words/);
      expect(textOf(request)).toContain('at most 3000 characters');
      for (const { name, background } of one.agents)
        expect(textOf(request).includes(background)).toBe(agentOf(request) === name);
      expect(request.sampling.temperature).toBe(0.3);
    }
  });

  it('known: a message beyond the limit is cut', async () => {
    const { model } = overridden((step) =>
      step === 'conversation' ? { message: 'x'.repeat(4000) } : step === 'decision' ? { accept: true } : null,
    );
    const one = await play(menus(), deliberation(), model);
    expect(eventsOf(one, 'message')[0]!.text).toBe('x'.repeat(3000));
  });

  it('known: the centralised baseline makes one call, verifies limits, and mentions no partners', async () => {
    for (const environment of [
      menu({ information: 'full' }),
      taskAllocation({ information: 'full' }),
    ] as Environment<never, never>[]) {
      const { model, asked } = overridden(() => null);
      const one = await play(environment, centralized({ tools: 'told' }), model);
      expect(asked).toHaveLength(1);
      expect(textOf(asked[0]!)).toMatch(/Verify explicitly/);
      expect(textOf(asked[0]!)).not.toMatch(
        /others (said|told)|take turns|rounds|partner|agree|accept|vot(e|ing)|proposal on the table|[Yy]ou are|[Yy]our own|if you do/,
      );
      expect(one.score).toMatchObject({ valid: true });
      expect(one.score.normalized).toBeCloseTo(1, 6);
    }
    await expect(play(menus(), centralized(), simulated())).rejects.toBeInstanceOf(AgoraError);
  });

  it('behaviour: an environment without beliefs and invalid options are rejected', async () => {
    await expect(play(tinyQuiz(), deliberation(), simulated())).rejects.toBeInstanceOf(AgoraError);
    for (const options of [{ rounds: 0 }, { tool: 'told' }, { tools: 'tolled' }])
      expect(() => deliberation(options as DeliberationOptions)).toThrow(AgoraError);
  });

  it('law: simulated agents reach decisions with and without tools', async () => {
    for (const environment of [menus(), tasks()] as Environment<never, never>[])
      for (const tools of ['none', 'told'] as const) {
        const run = await experiment({
          environment,
          protocol: deliberation({ tools }),
          model: simulated(),
          collaborations: 1,
          progress: false,
        });
        for (const one of run) expect(one.outcome).not.toBeNull();
      }
  });
});
