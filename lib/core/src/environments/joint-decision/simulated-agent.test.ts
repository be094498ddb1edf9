import { describe, expect, it } from 'vitest';
import { menu, taskAllocation } from '..';
import { parametersOf } from '../../simulation/parameters';
import { asking } from '../../simulation/testing/asking';
import type { GivenCases } from '../environment';
import type { SeenMessage } from '../situation';
import type { JointCase, State } from './types';

const flawless = {
  silence: 0,
  mishearing: 0,
  fragmentAsTotal: 0,
  arithmeticError: 0,
  shortcut: 0,
  carelessness: 0,
};

/** Talks for some rounds, in turn. @returns what each believes at the end, and the messages */
function deliberate(environment: GivenCases<JointCase, never>, parameters: Record<string, number>, seed = 1) {
  const instance = environment.instance(2);
  const agents = environment.agents(instance).map(({ name }) => name);
  const ask = asking(environment, instance, { agents, agent: agents[0] ?? '' });
  let messages: readonly SeenMessage[] = [];
  for (let round = 1; round <= 2; round++)
    for (const agent of agents) {
      const told = { act: 'speak', agent, round, rounds: 2, messages };
      const { message } = ask(told as never, seed, { parameters }).answer as { message: string };
      messages = [...messages, { round, from: agent, to: agents, text: message }];
    }
  const beliefs = agents.map((agent) => {
    const { answer } = ask({ act: 'estimate', agent, messages } as never, seed, { parameters });
    const reading = environment.beliefs!.read(instance, answer);
    if (!reading.ok) throw new Error(reading.reason);
    expect([reading.value.unknown, reading.value.missing]).toEqual([[], []]);
    return reading.value.belief as State;
  });
  return { instance, agents, ask, messages, beliefs };
}

const all = [
  ['a menu', menu() as GivenCases<JointCase, never>],
  ['a task allocation', taskAllocation() as GivenCases<JointCase, never>],
] as const;

describe.each(all)('members of %s', (_, environment) => {
  it('law: those who tell all and make no error come to believe the truth, and plan the optimum', () => {
    const { instance, agents, ask, messages, beliefs } = deliberate(environment, flawless);
    for (const [place, belief] of beliefs.entries()) {
      expect(environment.beliefs!.errors(instance, belief as never)).toMatchObject({
        hallucination: 0,
        publicError: 0,
      });
      const told = { act: 'plan', agent: agents[place], messages, belief, advice: null };
      const { proposal } = ask(told as never, 1, { parameters: flawless }).answer as { proposal: never };
      expect(environment.score(instance, proposal)).toMatchObject({ normalized: 1, valid: true });
    }
  });

  it('known: one who takes a fragment for all believes in the largest; one who mishears is wrong; silence leaves gaps', () => {
    const { instance, beliefs } = deliberate(environment, { ...flawless, fragmentAsTotal: 1 });
    for (const name of instance.resources.shared) {
      const fragments = Object.values(instance.views).map(({ shared }) => shared[name] ?? 0);
      expect(beliefs[0]?.shared[name]).toBe(Math.max(...fragments));
    }
    const wrong = (parameters: Record<string, number>) => {
      const { beliefs } = deliberate(environment, { ...flawless, ...parameters });
      return environment.beliefs!.errors(instance, beliefs[0] as never)['publicError'] as number;
    };
    expect(wrong({ mishearing: 1 })).toBeGreaterThan(0);
    expect(wrong({ arithmeticError: 1 })).toBeGreaterThan(0);
    expect(wrong({ silence: 1, guess: 0 })).toBeGreaterThan(0);
    expect(deliberate(environment, { ...flawless, silence: 1 }).messages[0]?.text).not.toMatch(/stock|share/);
  });

  it('known: distrust decides about advice, and a careless plan has one item more, which does not fit', () => {
    const { instance, agents, ask, messages } = deliberate(environment, flawless);
    const [agent] = agents;
    const { truth: belief } = instance;
    const nothing = environment.readProposal(instance, environment.name === 'menu' ? [] : {});
    if (!nothing.ok) throw new Error(nothing.reason);
    const plan = (parameters: Record<string, number>, advice: unknown) => {
      const told = { act: 'plan', agent, messages, belief, advice };
      return (
        ask(told as never, 1, { parameters: { ...flawless, ...parameters } }).answer as { proposal: never }
      ).proposal;
    };
    expect(plan({ distrust: 0 }, nothing.value)).toEqual(nothing.value);
    expect(environment.score(instance, plan({ distrust: 1 }, nothing.value))).toMatchObject({
      normalized: 1,
    });
    expect(environment.score(instance, plan({ carelessness: 1 }, null))['size']).toBe(
      (environment.score(instance, plan({}, null))['size'] as number) + 1,
    );
  });

  it('known: a plan that takes more than one believes to be there is not accepted, whatever it is worth', () => {
    const { instance, agents, ask, messages, beliefs } = deliberate(environment, flawless);
    const [agent = '', other = ''] = agents;
    const best = (belief: State) =>
      (
        ask({ act: 'plan', agent, messages, belief, advice: null } as never, 1, { parameters: flawless })
          .answer as {
          proposal: never;
        }
      ).proposal;
    const offer = { id: '1', proposal: best(instance.truth), by: [other] };
    const decide = (belief: State) =>
      ask(
        {
          act: 'decide',
          agent,
          round: 2,
          rounds: 6,
          mayEnd: false,
          standing: offer,
          candidates: [offer],
          belief,
          advice: null,
          messages,
        } as never,
        1,
        { parameters: { ...flawless, judgementNoise: 0 } },
      ).answer;
    expect(decide(beliefs[0] as State)).toMatchObject({ accept: true });
    expect(decide({ ...instance.truth, shared: {} })).toMatchObject({ accept: false });
  });

  it('contract: every parameter has a reason, and the paper’s failures are among them', () => {
    const names = parametersOf(environment).map(({ name }) => name);
    for (const name of [...Object.keys(flawless), 'distrust']) expect(names).toContain(name);
  });
});

describe('members who are told of guests in words', () => {
  it('law: all that is told makes a better guess at what dishes are worth than one’s own part, and no perfect one', () => {
    const environment = menu({ observations: 'semantic' });
    const off = (belief: State, instance: JointCase) =>
      instance.items.reduce(
        (sum, dish) =>
          sum +
          Math.abs((belief.values['kitchen']?.[dish] ?? 0) - (instance.truth.values['kitchen']?.[dish] ?? 0)),
        0,
      );
    let [alone, together] = [0, 0];
    for (let index = 0; index < 20; index++) {
      const moved = { ...environment, instance: () => environment.instance(index) };
      for (const [silence, add] of [
        [1, (error: number) => (alone += error)],
        [0, (error: number) => (together += error)],
      ] as const) {
        const { beliefs, instance } = deliberate(moved as never, { ...flawless, silence });
        add(off(beliefs[0] as State, instance));
      }
    }
    expect(together).toBeGreaterThan(0);
    expect(together).toBeLessThan(alone);
  });
});
