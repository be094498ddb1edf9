import { describe, expect, it } from 'vitest';
import { menu, taskAllocation } from '..';
import type { SimulatedBehaviour } from '../../models/simulated-settings';
import { asking } from '../../simulation/testing/asking';
import type { GivenCases } from '../environment';
import type { SeenMessage } from '../situation';
import type { JointCase, State } from './types';

const exact = { noise: 0, words: 0 };

/** Talks for a round, in turn. @returns what each believes before and after, and the messages */
function deliberate(environment: GivenCases<JointCase, never>, index = 2) {
  const instance = environment.instance(index);
  const agents = environment.agents(instance).map(({ name }) => name);
  const ask = asking(environment, instance, { agents, agent: agents[0] ?? '' });
  let messages: readonly SeenMessage[] = [];
  const believed = (agent: string) => {
    const { answer } = ask({ act: 'estimate', agent, messages } as never, 1, exact);
    const reading = environment.beliefs!.read(instance, answer);
    if (!reading.ok) throw new Error(reading.reason);
    expect([reading.value.unknown, reading.value.missing]).toEqual([[], []]);
    return reading.value.belief as State;
  };
  const before = agents.map(believed);
  for (const agent of agents) {
    const told = { act: 'speak', agent, round: 1, rounds: 2, messages };
    const { message } = ask(told as never, 1, exact).answer as { message: string };
    messages = [...messages, { round: 1, from: agent, to: agents, text: message }];
  }
  return { instance, agents, ask, messages, before, after: agents.map(believed) };
}

const plan = (
  ask: ReturnType<typeof deliberate>['ask'],
  told: object,
  seed = 1,
  behaviour: Partial<SimulatedBehaviour> = exact,
) =>
  (ask({ act: 'plan', advice: null, ...told } as never, seed, behaviour).answer as { proposal: never })
    .proposal;

const all = [
  ['a menu', menu() as GivenCases<JointCase, never>],
  ['a task allocation', taskAllocation() as GivenCases<JointCase, never>],
] as const;

describe.each(all)('the simulated agent of %s', (_, environment) => {
  it('law: once all have spoken all believe the truth, and without noise they plan the optimum', () => {
    const { instance, agents, ask, messages, before, after } = deliberate(environment);
    expect(before[0]).not.toEqual(after[0]);
    for (const [place, belief] of after.entries()) {
      expect(environment.beliefs!.errors(instance, belief as never)).toMatchObject({
        hallucination: 0,
        publicError: 0,
      });
      const proposal = plan(ask, { agent: agents[place], messages, belief });
      expect(environment.score(instance, proposal)).toMatchObject({ normalized: 1, valid: true });
    }
  });

  it('law: the more noise, the less a plan is worth; what it tells is told once, and heard through summaries', () => {
    const { instance, agents, ask, messages, after } = deliberate(environment);
    const [agent = ''] = agents;
    const worth = (noise: number) => {
      let sum = 0;
      for (let seed = 0; seed < 20; seed++)
        sum += Number(
          environment.score(instance, plan(ask, { agent, belief: after[0] }, seed, { noise }))['normalized'],
        );
      return sum / 20;
    };
    expect(worth(3)).toBeLessThan(worth(0));
    expect(worth(30)).toBeLessThan(worth(3));
    const again = ask({ act: 'speak', agent, messages } as never, 1, exact).answer as { message: string };
    expect(again.message).not.toContain('I see {');
    const { answer: summary } = ask({ act: 'summarise', agent, messages }, 1, exact);
    const recalled = (summary as string).split('\n').map((text) => ({ round: 1, from: agent, to: [], text }));
    const told = { act: 'estimate', agent, messages: recalled } as never;
    const reading = environment.beliefs!.read(instance, ask(told, 1, exact).answer);
    expect(reading).toMatchObject({ ok: true, value: { belief: after[0] } });
  });

  it('contract: what is no view is passed over, and so is one of somebody who is not there', () => {
    const { instance, agents, ask, before, messages } = deliberate(environment);
    const other = messages[1]!.text;
    const texts = [
      'I see {"by":"x","view":{}}.',
      `I see {"by":${JSON.stringify(agents[1])},"view":{"shared":{}}}.`,
      other.slice(0, other.length / 3),
      other.replaceAll(JSON.stringify(agents[1]), '"Nobody"'),
      'I see {"by":"Agent 1","__proto__":{"view":{}}}.',
    ];
    const odd = texts.map((text) => ({ round: 1, from: agents[1]!, to: agents, text }));
    const { answer } = ask({ act: 'estimate', agent: agents[0], messages: odd } as never, 1, exact);
    expect(environment.beliefs!.read(instance, answer)).toMatchObject({ value: { belief: before[0] } });
  });

  it('known: a solver’s advice is taken; a plan that takes more than one believes to be there is refused', () => {
    const { instance, agents, ask } = deliberate(environment);
    const [agent = '', other = ''] = agents;
    const best = plan(ask, { agent, belief: instance.truth });
    expect(plan(ask, { agent, belief: { ...instance.truth, shared: {} }, advice: best })).toEqual(best);
    const offer = { id: '1', proposal: best, by: [other] };
    const none = {
      id: '2',
      proposal: plan(ask, { agent, belief: { ...instance.truth, values: {} } }),
      by: [agent],
    };
    const decide = (belief: State) =>
      ask(
        {
          act: 'decide',
          agent,
          round: 2,
          rounds: 6,
          mayEnd: false,
          standing: offer,
          candidates: [offer, none],
          belief,
          advice: null,
        } as never,
        1,
        exact,
      ).answer;
    expect(decide(instance.truth)).toMatchObject({ accept: true });
    expect(decide({ ...instance.truth, shared: {} })).toMatchObject({ accept: false });
  });
});

it('law: guests told of in words are known better by all that is told than by one’s own part, and not perfectly', () => {
  const environment = menu({ observations: 'semantic' }) as GivenCases<JointCase, never>;
  const off = (belief: State, { items, truth }: JointCase) =>
    items.reduce(
      (sum, dish) =>
        sum + Math.abs((belief.values['kitchen']?.[dish] ?? 0) - (truth.values['kitchen']?.[dish] ?? 0)),
      0,
    );
  let [alone, together] = [0, 0];
  for (let index = 0; index < 20; index++) {
    const { before, after, instance } = deliberate(environment, index);
    alone += off(before[0] as State, instance);
    together += off(after[0] as State, instance);
  }
  expect(together).toBeGreaterThan(0);
  expect(together).toBeLessThan(alone);
});
