import { describe, expect, it } from 'vitest';
import { Random } from '../random';
import { dialogueActs, type DialogueAct } from './dialogue-acts';
import {
  transitionGraph,
  transitionNodes,
  transitionProbabilities,
  type LabelledCollaboration,
} from './transitions';

function talk(
  rounds: readonly Record<string, readonly DialogueAct[]>[],
  agents: readonly string[],
): LabelledCollaboration {
  const messages = rounds.flatMap((said, place) =>
    Object.entries(said).map(([agent, acts]) => ({ round: place + 1, agent, acts })),
  );
  return { agents, rounds: rounds.length, messages };
}
const edgesOf = (collaborations: readonly LabelledCollaboration[]) =>
  Object.fromEntries(
    transitionProbabilities(collaborations).map(({ from, to, followed, observed }) => [
      `${from} ${to}`,
      `${followed}/${observed}`,
    ]),
  );

const three = ['Ann', 'Ben', 'Cyd'];
const small = talk(
  [
    { Ann: ['Inform', 'Request'], Ben: ['Inform'], Cyd: ['Propose'] },
    { Ann: ['Accept'], Ben: ['Accept', 'Inform'] },
  ],
  three,
);

describe('transitionProbabilities', () => {
  it('known: probabilities equal counts by hand', () => {
    expect(edgesOf([small])).toEqual({
      'Start Inform': '3/3', // Ann is followed by Ben, Ben by Ann, Cyd by both
      'Start Request': '2/3', // only Ann requests
      'Start Propose': '2/3',
      'Inform Inform': '1/3', // Ann 1, Ben 1 and Ben 2 inform; only Ann 1 is followed by another agent's Inform
      'Inform Accept': '2/3',
      'Inform End': '1/3',
      'Request Inform': '1/1',
      'Request Accept': '1/1',
      'Propose Inform': '1/1',
      'Propose Accept': '1/1',
      'Accept End': '2/2',
    });
  });

  it('known: a silent round breaks the chain, and two messages by one agent count once', () => {
    expect(edgesOf([talk([{ Ann: ['Inform'] }, {}, { Ben: ['Accept'] }], ['Ann', 'Ben'])])).toEqual({
      'Start Inform': '1/2',
      'Accept End': '1/1',
    });
    const twice: LabelledCollaboration = {
      agents: ['Ann', 'Ben'],
      rounds: 1,
      messages: [
        { round: 1, agent: 'Ann', acts: ['Inform'] },
        { round: 1, agent: 'Ann', acts: ['Inform', 'Request'] },
        { round: 1, agent: 'Ann', acts: null },
      ],
    };
    expect(edgesOf([twice])).toMatchObject({ 'Inform End': '1/1', 'Request End': '1/1' });
  });

  it('known: a single agent or no rounds give no act transitions', () => {
    expect(edgesOf([talk([{ Ann: ['Inform'] }], ['Ann'])])).toEqual({});
    expect(edgesOf([])).toEqual({});
    expect(edgesOf([talk([], three)])).toEqual({ 'Start End': '3/3' });
  });

  it('law: probabilities lie in (0, 1], and the names and order of agents do not matter', () => {
    for (let seed = 0; seed < 20; seed++) {
      const talks = invented(seed);
      const renamed = talks.map(({ agents, rounds, messages }) => ({
        agents: agents.map((name) => `${name}*`).reverse(),
        rounds,
        messages: messages.map((message) => ({ ...message, agent: `${message.agent}*` })).reverse(),
      }));
      for (const { probability } of transitionProbabilities(talks)) {
        expect(probability).toBeGreaterThan(0);
        expect(probability).toBeLessThanOrEqual(1);
      }
      expect(edgesOf(renamed)).toEqual(edgesOf(talks));
    }
  });

  it('behaviour: a message beyond the last round is an error', () => {
    expect(() => transitionProbabilities([{ ...small, rounds: 1 }])).toThrow(
      expect.objectContaining({ name: 'AgoraError' }),
    );
  });
});

describe('transitionGraph', () => {
  it('known: each node has one edge, none to itself; ties follow the order of nodes', () => {
    const edges = transitionGraph(transitionProbabilities([small]));
    expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'Start Inform',
      'Inform Accept',
      'Request Inform',
      'Propose Inform',
      'Accept End',
    ]);
    const loop = { from: 'Inform', to: 'Inform', observed: 2, followed: 2, probability: 1 } as const;
    expect(transitionGraph([loop])).toEqual([]);
  });

  it('law: the order of the transitions does not matter', () => {
    const all = transitionProbabilities(invented(3));
    expect(transitionGraph(all.toReversed())).toEqual(transitionGraph(all));
    expect(transitionGraph(all).length).toBeLessThanOrEqual(transitionNodes.length);
  });
});

function invented(seed: number): LabelledCollaboration[] {
  const random = Random.from(seed, 'transitions');
  return Array.from({ length: 6 }, () => {
    const agents = Array.from({ length: 1 + random.below(4) }, (_, place) => `Agent ${place}`);
    const rounds = Array.from({ length: 1 + random.below(5) }, () =>
      Object.fromEntries(
        agents
          .filter(() => random.chance(0.8))
          .map((agent) => [agent, dialogueActs.filter(() => random.chance(0.25))]),
      ),
    );
    return talk(rounds, agents);
  });
}
