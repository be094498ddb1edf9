import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { dialogueActs, type DialogueAct, type LabelledCollaboration } from './dialogue-act';
import { labelledConversation } from './testing/conversation';
import { mostProbableEdges, transitionNodes, transitionProbabilities } from './transitions';

const three = ['Ann', 'Ben', 'Cyd'];
/** Round 1: everybody speaks. Round 2: Cyd is silent. */
const small = labelledConversation(
  [
    { Ann: ['Inform', 'Request'], Ben: ['Inform'], Cyd: ['Propose'] },
    { Ann: ['Accept'], Ben: ['Accept', 'Inform'] },
  ],
  three,
);
const edges = (collaborations: readonly LabelledCollaboration[]) =>
  Object.fromEntries(
    transitionProbabilities(collaborations).map(({ from, to, followed, observed }) => [
      `${from} ${to}`,
      `${Number(followed.toFixed(6))}/${observed}`,
    ]),
  );

function invented(seed: number): LabelledCollaboration[] {
  const random = Random.from(seed, 'transitions');
  const some = (): DialogueAct[] => {
    const chosen = dialogueActs.filter(() => random.chance(0.25));
    return chosen.length > 0 ? chosen : ['Others'];
  };
  return Array.from({ length: 6 }, (_, index) => {
    const agents = Array.from({ length: 1 + random.below(4) }, (_, place) => `Agent ${place}`);
    const rounds = Array.from({ length: 1 + random.below(5) }, () =>
      Object.fromEntries(agents.filter(() => random.chance(0.8)).map((agent) => [agent, some()])),
    );
    return labelledConversation(rounds, agents, index);
  });
}

describe('transitionProbabilities', () => {
  it('known: counted by hand, another agent at least', () => {
    expect(edges([small])).toEqual({
      'Start Inform': '3/3', // Ann hears it from Ben, Ben from Ann, Cyd from both
      'Start Request': '2/3', // only Ann asks, so not Ann
      'Start Propose': '2/3',
      'Inform Inform': '1/3', // Informs: Ann 1, Ben 1, Ben 2; only Ben informs in round 2, so only Ann 1 counts
      'Inform Accept': '2/3', // Ann 1 by Ben, Ben 1 by Ann
      'Inform End': '1/3', // Ben 2
      'Request Inform': '1/1',
      'Request Accept': '1/1',
      'Propose Inform': '1/1',
      'Propose Accept': '1/1',
      'Accept End': '2/2',
    });
  });

  it('known: a silent round is not followed; messages of one agent in a round are taken together', () => {
    const silent = labelledConversation([{ Ann: ['Inform'] }, {}, { Ben: ['Accept'] }], ['Ann', 'Ben']);
    expect(edges([silent])).toEqual({ 'Start Inform': '1/2', 'Accept End': '1/1' });
    const twice = { ...silent, rounds: 1, labelled: [
      { collaboration: 0, round: 1, agent: 'Ann', acts: ['Inform'] as const },
      { collaboration: 0, round: 1, agent: 'Ann', acts: ['Inform', 'Request'] as const },
    ] }; // prettier-ignore
    expect(edges([twice])).toMatchObject({ 'Inform End': '1/1', 'Request End': '1/1' });
  });

  it('known: one agent alone, or nobody at all, has no transitions', () => {
    expect(transitionProbabilities([labelledConversation([{ Ann: ['Inform'] }], ['Ann'])])).toEqual([]);
    expect(transitionProbabilities([])).toEqual([]);
    expect(edges([labelledConversation([], three)])).toEqual({ 'Start End': '3/3' });
  });

  it('law: probabilities lie in (0, 1], and neither names nor order of agents matter', () => {
    for (let seed = 0; seed < 20; seed++) {
      const talks = invented(seed);
      const renamed = talks.map((talk) => ({
        ...talk,
        agents: talk.agents.map((name) => `${name}*`).reverse(),
        labelled: talk.labelled.map((label) => ({ ...label, agent: `${label.agent}*` })).reverse(),
      }));
      for (const { probability } of transitionProbabilities(talks))
        expect(probability > 0 && probability <= 1).toBe(true);
      expect(edges(renamed)).toEqual(edges(talks));
    }
  });

  it('contract: a message beyond the rounds played is an error', () => {
    expect(() => transitionProbabilities([{ ...small, rounds: 1 }])).toThrow(
      expect.objectContaining({ code: 'label-mismatch' }),
    );
    expect(() => transitionProbabilities([{ ...small, rounds: 1 }])).toThrow(/round 2/);
  });
});

describe('mostProbableEdges', () => {
  it('known: one edge a node, none to itself, ties by the order of nodes', () => {
    const best = mostProbableEdges(transitionProbabilities([small]));
    expect(best.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'Start Inform',
      'Inform Accept',
      'Request Inform', // as likely as Accept, which stands later
      'Propose Inform',
      'Accept End',
    ]);
    const loop = { from: 'Inform', to: 'Inform', observed: 2, followed: 2, probability: 1 } as const;
    expect(mostProbableEdges([loop])).toEqual([]);
    expect(mostProbableEdges([])).toEqual([]);
  });

  it('law: the order of the transitions does not matter', () => {
    const all = transitionProbabilities(invented(3));
    expect(mostProbableEdges([...all].reverse())).toEqual(mostProbableEdges(all));
    expect(new Set(mostProbableEdges(all).map(({ from }) => transitionNodes.indexOf(from))).size).toBe(
      mostProbableEdges(all).length,
    );
  });
});
