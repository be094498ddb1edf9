import { describe, expect, it } from 'vitest';
import { Random } from '../../../random';
import { exchangeEconomy } from '../exchange-economy';
import type { GroupSituation } from '../../situation';
import type { Allocation, EconomyInstance } from '../types';
import { economyBehaviour } from './behaviour';
import { ownUtility } from './judgement';
import { agentParameters, publishedSkill, resolveParameters } from './parameters';
import { beliefs, understand } from './reading';
import { castBallot } from './voting';

type Situation = GroupSituation<EconomyInstance, Allocation>;

const economy = exchangeEconomy();
const instance = economy.instance(0, Random.from(1)) as EconomyInstance;
const even = share(100 / 3);

function share(own: number): Allocation {
  const rest = (100 - own) / 2;
  return Object.fromEntries(
    instance.agents.map((agent, i) => [
      agent,
      Object.fromEntries(instance.goods.map((good, k) => [good, i === k ? own : rest])),
    ]),
  );
}

const situation = (changes: Partial<Situation> = {}): Situation => ({
  act: 'speak',
  round: 1,
  rounds: 10,
  agent: 'Agent A',
  agents: instance.agents,
  instance,
  messages: [],
  standing: null,
  candidates: [],
  decisions: [],
  ...changes,
});
const act = (changes: Partial<Situation>, seed = 1, parameters: Record<string, number> = {}) =>
  economyBehaviour(situation(changes), Random.from(seed), { parameters });
type Spoken = { target: string[]; message: string };

describe('simulated agents of the exchange economy', () => {
  it('known: a message says what its writer wants, and a listener understands it', () => {
    for (let seed = 0; seed < 40; seed++) {
      const { answer, intent } = act({}, seed, { candor: 1 });
      const { message, target } = answer as unknown as Spoken;
      expect(understand(message).wants).toBe('apples');
      expect(target).toEqual(['Agent B', 'Agent C']);
      expect((intent as { acts: string[] }).acts).toContain('Inform');
      expect((intent as { acts: string[] }).acts).toContain('Request');
    }
  });

  it('known: a later message judges the standing decision, backs a candidate by number and makes an offer', () => {
    const standing = { id: '3', proposal: even, by: [] };
    const { message } = act({ round: 4, standing, candidates: [standing] }, 5).answer as unknown as Spoken;
    expect(message).toContain('Under the standing decision, proposal 3, I would have 33.3');
    expect(understand(message).backs).toBe('3');
    expect(message).toMatch(/Agent B takes \d+ apples, \d+ bread, \d+ cheese/);
  });

  it('law: beliefs are probabilities, start even, and move towards what was said by attention', () => {
    const said = { round: 1, from: 'Agent B', to: [], text: 'My first priority is bread, as ever.' };
    // 1/3 + 0.5 * (0.75 - 1/3) = 0.541667, and 1/3 + 0.5 * (0.125 - 1/3) = 0.229167
    const rows = beliefs(instance.agents, instance.goods, [said], 0.5);
    expect(rows[1]).toEqual([0.229167, 0.541667, 0.229167].map((x) => expect.closeTo(x, 6) as number));
    expect(rows[0]).toEqual([1, 1, 1].map((x) => expect.closeTo(x / 3, 9) as number));
    for (const row of beliefs(instance.agents, instance.goods, [said, said, said], 0.9)) {
      expect(row.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 12);
    }
  });

  it('law: an agent acts on what it read, not on what it cannot know', () => {
    const heard = instance.agents.map((from, i) => ({
      round: 1,
      from,
      to: [],
      text: `What I value most is ${instance.goods[i]}, far ahead of the rest.`,
    }));
    const parameters = { reach: 1, greed: 0, proposalNoise: 0, attention: 1 };
    const informed = act({ act: 'propose', messages: heard }, 1, parameters).answer as {
      proposal: Allocation;
    };
    expect(informed.proposal['Agent B']?.['bread']).toBeGreaterThan(60);
    // Others' exponents are in the instance, but an agent that was told nothing cannot tell the others apart.
    const deaf = act({ act: 'propose' }, 1, parameters).answer as { proposal: Allocation };
    expect(deaf.proposal['Agent B']?.['bread']).toBe(deaf.proposal['Agent C']?.['bread']);
    const changed = { ...instance, exponents: [instance.exponents[0]!, [0.2, 0.2, 0.6], [0.5, 0.4, 0.1]] };
    expect(act({ act: 'propose', instance: changed }, 1, parameters).answer).toEqual(
      act({ act: 'propose' }, 1, parameters).answer,
    );
  });

  it('law: proposals are valid, whatever the parameters', () => {
    const random = Random.from(9);
    for (let trial = 0; trial < 200; trial++) {
      const parameters = Object.fromEntries(
        agentParameters.map(({ name, range: [least, most] }) => [
          name,
          least + random.uniform() * (most - least),
        ]),
      );
      const agents = 1 + random.below(5);
      const own = exchangeEconomy({ agents });
      const case_ = own.instance(0, random) as EconomyInstance;
      const answer = economyBehaviour(
        situation({ act: 'propose', instance: case_, agents: case_.agents }),
        random.split(trial),
        { parameters },
      ).answer as { proposal: unknown };
      expect(own.readProposal(case_, answer.proposal)).toMatchObject({ ok: true });
    }
  });

  it('law: an agent without errors votes for what gives it most', () => {
    const candidates = [
      { id: '1', proposal: even, by: ['Agent B'] },
      { id: '2', proposal: share(80), by: ['Agent C'] },
    ];
    const calm = { loyalty: 0, inertia: 0, conformity: 0, judgementNoise: 0 };
    const vote = (ballot: Situation['ballot']) =>
      (act({ act: 'vote', candidates, ballot: ballot as 'choice' }, 3, calm).answer as { decision: unknown })
        .decision;
    expect(ownUtility(instance, 'Agent A', share(80))).toBeGreaterThan(ownUtility(instance, 'Agent A', even));
    expect(vote('choice')).toBe('2');
    expect(vote('ranking')).toEqual(['2', '1']);
    expect(vote('points')).toEqual({ 1: 0, 2: 2 });
    expect(vote('rating')).toEqual({ 1: 3, 2: 5 });
  });

  it('known: an agent abstains when nothing is worth half of an even split', () => {
    const nothing = [{ id: '1', value: Math.log(0.4) }];
    for (const kind of ['choice', 'rating', 'ranking', 'points'] as const) {
      expect(castBallot(kind, nothing, 1)).toBeNull();
      expect(castBallot(kind, [], 0)).toBeNull();
    }
  });

  it('known: skill scales the errors, and leaves the reference as it is', () => {
    const reference = resolveParameters({});
    const weaker = resolveParameters({ profile: 'gpt-3.5-turbo' });
    // (1 - 0.70) / (1 - 0.82) = 5/3
    expect(weaker.judgementNoise / reference.judgementNoise).toBeCloseTo(5 / 3, 9);
    expect(weaker.reach).toBeLessThan(reference.reach);
    expect(resolveParameters({ profile: 'gpt-4o-mini' })).toEqual(reference);
    expect(Object.keys(publishedSkill)).toHaveLength(5);
  });

  it('contract: parameters, profiles and acts that do not exist are named', () => {
    expect(() => resolveParameters({ parameters: { gred: 1 } })).toThrow(
      /^simulated knows no gred: its settings are skill, candor.*\(did you mean "greed"\?\)$/,
    );
    expect(() => resolveParameters({ parameters: { greed: 2 } })).toThrow(
      'a number from 0 to 1 as greed, got 2',
    );
    expect(() => resolveParameters({ profile: 'gpt-9' })).toThrow('no profile "gpt-9"');
    expect(() => act({ act: 'dance' })).toThrow('cannot "dance"');
  });
});
