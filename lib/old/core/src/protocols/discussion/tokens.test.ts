import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../transcripts';
import { strategies } from './index';
import { marksIn, playGroup, type Script } from './testing/scripted-group';

/** A random discussion: how long everybody's words are, and who speaks in which round. */
const discussion = fc.record({
  strategy: fc.constantFrom(...strategies()),
  agents: fc.integer({ min: 2, max: 5 }),
  rounds: fc.integer({ min: 1, max: 4 }),
  length: fc.func(fc.integer({ min: 0, max: 9 })),
  chosen: fc.func(fc.boolean()),
});

describe('tokens', () => {
  it('law: a strategy costs what its context rule implies, in any discussion', async () => {
    await fc.assert(
      fc.asyncProperty(discussion, async ({ strategy, agents, rounds, length, chosen }) => {
        const names = Array.from({ length: agents }, (_, place) => `Agent ${place + 1}`);
        const [governance, participation, interaction, context] = strategy.split('-');
        const isChosen = (agent: string, round: number) => agent === 'Agent 1' || chosen(agent, round);
        const marks = (...of: unknown[]) => '§'.repeat(length(...of));
        const hearers = (agent: string, round: number) =>
          interaction === 'I4' ? names.filter((name) => name !== agent && chosen(agent, round, name)) : [];
        const script: Script = {
          statement: (agent, round) => ({
            reason_for_decision: `so ${marks('says', agent, round)}`,
            proposal: agent,
            target: hearers(agent, round),
          }),
          join: (agent, round) => ({ speak: isChosen(agent, round) }),
          direct: (_, round) => ({ speakers: names.filter((name) => isChosen(name, round)) }),
          summary: (agent, round) => `sum ${marks('sums', agent, round)}`,
        };
        const { group, asked, textOf } = await playGroup({ strategy, rounds }, agents, script);
        const spoken = eventsOf(group, 'message');

        // What the rule says that one reads: a round's statements that reach it, and the latest summary by somebody.
        const heard = (agent: string, round: number, before = Infinity): number =>
          spoken
            .filter((one) => one.round === round)
            .filter(
              (one, place) =>
                place < before && (agent === 'Instructor' || one.from === agent || one.to.includes(agent)),
            )
            .reduce((sum, { from }) => sum + length('says', from, round), 0);
        const summary = (agent: string, round: number): number =>
          round === 0 ? 0 : length('sums', context === 'C3' ? 'Instructor' : agent, round);
        const kept = (agent: string, round: number): number =>
          (context === 'C1' ? 0 : summary(agent, round - 1)) +
          (context === 'C3' ? 0 : heard(agent, round - 1));
        const over = (agent: string, round: number): number =>
          (context === 'C1' ? 0 : summary(agent, round - 1)) + heard(agent, round);

        for (const request of asked) {
          const { agent, round, phase } = request.call;
          const turn = spoken.filter((one) => one.round === round).findIndex(({ from }) => from === agent);
          const inTurn = phase === 'statement' && ['I2', 'I3'].includes(interaction ?? '');
          const implied =
            phase === 'summary' || phase === 'conclusion'
              ? over(agent, round)
              : kept(agent, round) + (inTurn ? heard(agent, round, turn) : 0);
          expect(marksIn(textOf(request)), `${strategy}: ${agent}, round ${round}, ${phase}`).toBe(implied);
        }

        // Who is asked what follows from the strategy alone.
        const calls = (phase: string) => asked.filter(({ call }) => call.phase === phase).length;
        const speakers = (round: number) =>
          round === 1 || participation === 'P1'
            ? agents
            : names.filter((name) => isChosen(name, round)).length;
        const all = Array.from({ length: rounds }, (_, place) => speakers(place + 1));
        const leaders = governance === 'G2' ? 1 : 0;
        expect(calls('statement')).toBe(all.reduce((sum, one) => sum + one, 0));
        expect(calls('join')).toBe(participation === 'P2' ? agents * (rounds - 1) : 0);
        expect(calls('direct')).toBe(participation === 'P3' ? rounds - 1 : 0);
        expect(calls('conclusion')).toBe(leaders * rounds);
        const authors = { C1: 0, C2: agents + leaders, C3: 1 }[context ?? ''] ?? NaN;
        expect(calls('summary')).toBe(authors * (rounds - 1));
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});
