import { describe, expect, it } from 'vitest';
import { columns } from '../../../../agora-lab/src';
import { AgoraError } from 'agora-voting';
import { tables as paper } from '../../../../papers/src/strategies/tables';
import { measure } from '../../metrics';
import { eventsOf, type Collaboration } from '../../transcripts';
import { notesOf } from '../../transcripts/note';
import { discussion, strategies } from './index';
import { playGroup } from './testing/scripted-group';

const says = (proposal: string | null, ...target: string[]) => ({
  reason_for_decision: `why ${proposal}`,
  proposal,
  target,
});
const three = ['Agent 1', 'Agent 2', 'Agent 3'];

describe('strategies', () => {
  it('known: 49 go together, the nine of the paper among them', () => {
    // Without an instructor P1, P2 x I1 to I4 x C1, C2: 16. With one P1, P2 x 4 x 3, and P3 x I1, I2, I4 x 3: 24 + 9.
    expect(strategies()).toHaveLength(16 + 24 + 9);
    const nine = paper.table3.rows.flatMap(({ setting }) =>
      setting?.['strategy'] ? [String(setting['strategy'])] : [],
    );
    expect(strategies()).toEqual(expect.arrayContaining(nine));
  });

  it('contract: what does not go together is refused with the reason, and a misspelt one with the nearest', () => {
    const held = (strategy: string) => () => discussion({ strategy: strategy as never });
    expect(held('G1-P3-I1-C1')).toThrow('P3 has an instructor name who speaks, and G1 has no instructor');
    expect(held('G1-P1-I1-C3')).toThrow('C3 has an instructor sum up, and G1 has no instructor');
    expect(held('G2-P3-I3-C3')).toThrow('P3 has the instructor set the order of speaking, and I3 draws it');
    expect(held('G2-P3-I2-C4')).toThrow('did you mean "G2-P3-I2-C');
    expect(() => discussion({ strategy: 'G1-P1-I1-C1', rule: 'plurality' as never })).toThrow(
      'discussion needs',
    );
  });
});

describe('governance', () => {
  it('known: without an instructor a group ends when all agree, in the round in which they do', async () => {
    const { group } = await playGroup({ strategy: 'G1-P1-I1-C1' }, 3, {
      statement: (agent, round) => says(round === 1 && agent === 'Agent 3' ? 'B' : 'A'),
    });
    expect(group.finished).toMatchObject({
      rounds: 2,
      cause: 'consensus',
      outcome: 'A',
      score: { correct: 1 },
    });
  });

  it('known: after the last round plurality decides; a tie is drawn, or broken as told', async () => {
    const split = { statement: (agent: string) => says(agent === 'Agent 2' ? 'B' : 'A') };
    const { group } = await playGroup({ strategy: 'G1-P1-I2-C1', rounds: 2 }, 3, split);
    expect(group.finished).toMatchObject({ rounds: 2, cause: 'rounds', outcome: 'A' });
    const tied = { statement: (agent: string) => says(agent) };
    const outcomes = new Set<unknown>();
    for (let seed = 0; seed < 12; seed++)
      outcomes.add(
        (await playGroup({ strategy: 'G1-P1-I1-C1', rounds: 1 }, 3, tied, { seed })).group.finished?.outcome,
      );
    expect([...outcomes].sort()).toEqual(three);
    const none = await playGroup({ strategy: 'G1-P1-I1-C1', rounds: 1, ties: 'none' }, 3, tied);
    expect(none.group.finished).toMatchObject({ outcome: null, score: { correct: 0 } });
  });

  it('known: an instructor ends the discussion, with a view that nobody holds if it likes', async () => {
    const { group, prompt } = await playGroup({ strategy: 'G2-P1-I1-C1' }, 3, {
      statement: () => says('B'),
      conclusion: (_, round) => says(round === 2 ? 'C' : null),
    });
    expect(group.finished).toMatchObject({ rounds: 2, cause: 'instructor', outcome: 'C' });
    expect(eventsOf(group, 'decision')).toMatchObject([{ by: 'Instructor', winners: ['2'] }]);
    expect(prompt('conclusion', 'Instructor', 1)).toContain('- Agent 2 judged B');
  });

  it('known: an instructor that never answers leaves the decision to a vote, which is no right answer of its own', async () => {
    const { group } = await playGroup({ strategy: 'G2-P3-I1-C3', rounds: 2 }, 3, {
      statement: (agent) => says(agent === 'Agent 2' ? 'A' : 'B'),
      conclusion: () => 'no',
      direct: () => 'no',
      summary: () => ' ',
    });
    expect(group.finished).toMatchObject({ rounds: 2, cause: 'rounds', outcome: 'B', score: { correct: 0 } });
    expect(eventsOf(group, 'failure').map(({ phase }) => phase)).toEqual([
      'conclusion',
      'summary',
      'direct',
      'conclusion',
    ]);
  });

  it('known: where a policy stops the group its instructor decides, and members vote only where it fails to', async () => {
    const stopped = (conclusion: (repeat: number) => unknown) =>
      playGroup(
        { strategy: 'G2-P1-I1-C1' },
        3,
        { statement: () => says('B'), conclusion: (_, __, repeat = 0) => conclusion(repeat) },
        { stopAfter: 2 },
      );
    const { group, asked } = await stopped((repeat) => says(repeat === 1 ? 'A' : null));
    expect(group.finished).toMatchObject({ rounds: 2, cause: 'policy', outcome: 'A' });
    expect(eventsOf(group, 'decision')).toMatchObject([{ by: 'Instructor' }]);
    expect(asked.filter(({ call }) => call.phase === 'conclusion')).toHaveLength(3);
    const failed = await stopped((repeat) => (repeat === 1 ? 'no' : says(null)));
    expect(failed.group.finished).toMatchObject({ rounds: 2, cause: 'policy', outcome: 'B' });
    const { group: unled } = await playGroup({ strategy: 'G1-P1-I1-C1' }, 3, {}, { stopAfter: 1 });
    expect(eventsOf(unled, 'decision')).toMatchObject([{ by: 'plurality' }]);
  });
});

describe('participation', () => {
  it('known: who does not wish to speak is not asked, and keeps its judgement', async () => {
    const { group, prompt } = await playGroup({ strategy: 'G1-P2-I1-C1', rounds: 2 }, 3, {
      statement: (agent, round) => says(round === 1 ? agent : 'Agent 1'),
      join: (agent) => ({ speak: agent === 'Agent 2' }),
    });
    expect(prompt('statement', 'Agent 3', 2)).toBe('NOT ASKED');
    expect(group.finished).toMatchObject({ cause: 'rounds', outcome: 'Agent 1' });
  });

  it('known: where nobody wishes to speak the group settles', async () => {
    const { group } = await playGroup({ strategy: 'G1-P2-I1-C1' }, 3, {
      statement: (agent) => says(agent === 'Agent 1' ? 'A' : 'B'),
      join: () => ({ speak: false }),
    });
    expect(group.finished).toMatchObject({ rounds: 2, cause: 'silence', outcome: 'B' });
  });

  it('known: the instructor names who speaks and in which order; whom it makes up is left out, noted and counted', async () => {
    const { group, prompt } = await playGroup({ strategy: 'G2-P3-I2-C3', rounds: 3 }, 3, {
      direct: (_, round) => ({
        speakers: round === 2 ? ['Agent 3', 'Agent 9', 'Agent 1', 'Agent 3'] : ['Nobody'],
      }),
    });
    const order = (round: number) =>
      eventsOf(group, 'message').flatMap((event) => (event.round === round ? [event.from] : []));
    expect(order(2)).toEqual(['Agent 3', 'Agent 1']);
    expect(order(3)).toEqual(three);
    expect(notesOf(group, 'unknown agents').map(({ round, by, data }) => [round, by, data.named])).toEqual([
      [2, 'Instructor', ['Agent 9']],
      [3, 'Instructor', ['Nobody']],
    ]);
    expect(prompt('direct', 'Instructor', 2)).toContain('- Agent 3 judged Agent 3');
  });
});

describe('interaction', () => {
  const order = async (strategy: 'G1-P1-I2-C1' | 'G1-P1-I3-C1', seed: number) => {
    const { group } = await playGroup({ strategy, rounds: 3 }, 5, {}, { seed });
    return [1, 2, 3].map((round) =>
      eventsOf(group, 'message')
        .flatMap((event) => (event.round === round ? [event.from.slice(-1)] : []))
        .join(''),
    );
  };

  it('law: I2 keeps its order; I3 draws a new one each round, the same under the same seed', async () => {
    expect(await order('G1-P1-I2-C1', 1)).toEqual(['12345', '12345', '12345']);
    const drawn = await order('G1-P1-I3-C1', 1);
    expect(await order('G1-P1-I3-C1', 1)).toEqual(drawn);
    expect(await order('G1-P1-I3-C1', 2)).not.toEqual(drawn);
    expect(new Set(drawn).size).toBe(3);
    for (const round of drawn) expect([...round].sort().join('')).toBe('12345');
  });

  it('known: point to point reaches those who are named, and nobody else', async () => {
    const { group, prompt } = await playGroup({ strategy: 'G1-P1-I4-C1', rounds: 2 }, 3, {
      statement: (agent) => ({
        ...says(agent, 'Agent 2', 'Agent 7'),
        reason_for_decision: `secret of ${agent}`,
      }),
    });
    expect(prompt('statement', 'Agent 2', 2)).toContain('secret of Agent 1');
    expect(prompt('statement', 'Agent 3', 2)).not.toContain('secret of Agent 1');
    expect(eventsOf(group, 'message')[0]).toMatchObject({ to: ['Agent 2'], visibleTo: ['Agent 2'] });
    expect(notesOf(group, 'unknown agents')).toHaveLength(6);
  });

  it('known: a first statement offers no null, and who may address others is told what naming nobody does', async () => {
    const { prompt } = await playGroup({ strategy: 'G1-P1-I4-C1', rounds: 2 }, 3, {});
    expect(prompt('statement', 'Agent 1', 1)).not.toContain('null');
    expect(prompt('statement', 'Agent 1', 2)).toContain('you may give null in its place');
    for (const round of [1, 2]) {
      expect(prompt('statement', 'Agent 1', round)).toContain(
        'If everybody should hear you, leave the list empty.',
      );
      expect(prompt('statement', 'Agent 1', round)).not.toContain('no others');
    }
    expect(prompt('statement', 'Agent 1', 2)).toContain('- Agent 2 judged Agent 2, and said: "so"');
  });

  it('known: addressed to nobody it reaches all, and to strangers alone nobody', async () => {
    const { group, prompt } = await playGroup({ strategy: 'G1-P1-I4-C1', rounds: 2 }, 3, {
      statement: (agent) => ({
        ...says(agent, ...(agent === 'Agent 1' ? ['Agent 7', 'Agent 8'] : [])),
        reason_for_decision: `secret of ${agent}`,
      }),
    });
    expect(prompt('statement', 'Agent 3', 2)).toContain('secret of Agent 2');
    expect(prompt('statement', 'Agent 3', 2)).not.toContain('secret of Agent 1');
    expect(eventsOf(group, 'message')[0]).toMatchObject({ to: [], visibleTo: [] });
    const run = Object.assign([group], { evidence: 'simulated' as const });
    // Two names, in each of two rounds.
    expect(await measure(run, { strangers: columns.failures()['strangers']! })).toMatchObject([{ value: 4 }]);
  });
});

describe('a run that is interrupted', () => {
  it.each(['G1-P1-I3-C2', 'G1-P2-I4-C1', 'G2-P3-I2-C3'] as const)(
    'law: %s resumed ends as it would have, and repeats no call',
    async (strategy) => {
      // Those who answer at the same time may do so in any order: it is their events that must come out alike.
      const story = ({ events, finished }: Collaboration) => ({
        finished,
        events: events.filter(({ type }) => type !== 'reply'),
        replies: new Set(eventsOf({ events }, 'reply').map((one) => JSON.stringify(one))),
      });
      const whole = await playGroup({ strategy, rounds: 3 }, 3, {}, { name: `${strategy} whole` });
      for (let at = 0; at < whole.asked.length; at += 4) {
        const name = `${strategy} ${at}`;
        let [paid, failed] = [0, false];
        const before = () => {
          if (!failed && paid === at) {
            failed = true;
            throw new AgoraError('model-unavailable', 'gone');
          }
          paid++;
        };
        await expect(playGroup({ strategy, rounds: 3 }, 3, {}, { name, before })).rejects.toThrow('gone');
        const { group } = await playGroup({ strategy, rounds: 3 }, 3, {}, { name, before });
        expect(story(group)).toEqual(story(whole.group));
        expect(paid).toBe(whole.asked.length);
      }
    },
  );
});

describe('bad answers', () => {
  it('law: one who always fails to answer stops no group, by any strategy', async () => {
    for (const strategy of strategies()) {
      const { group } = await playGroup({ strategy, rounds: 2 }, 3, {
        statement: (agent) => (agent === 'Agent 2' ? 'I will not.' : says('A')),
        join: (agent: string) => (agent === 'Agent 2' ? '?' : { speak: true }),
        summary: () => 'sum',
        conclusion: (_, round) => says(round === 2 ? 'A' : null),
      });
      expect(group.finished?.outcome, strategy).toBe('A');
      const failures = eventsOf(group, 'failure');
      expect(failures.length, strategy).toBeGreaterThan(0);
      expect(failures.every(({ agent }) => agent === 'Agent 2')).toBe(true);
    }
  });

  it('known: one view out of three is no agreement; failures are columns', async () => {
    const { group } = await playGroup({ strategy: 'G1-P1-I1-C1', rounds: 1 }, 3, {
      statement: (agent) => (agent === 'Agent 1' ? says('A') : 'no'),
    });
    expect(group.finished).toMatchObject({ cause: 'rounds', outcome: 'A' });
    const run = Object.assign([group], { evidence: 'simulated' as const });
    const rows = await measure(run, { ...columns.failures(), ...columns.debates() });
    const value = (column: string) => rows.find((row) => row.column === column)?.value;
    // Two agents fail, are asked once more, and fail again.
    expect([value('unparsed'), value('repairs'), value('accuracy'), value('rounds'), value('calls')]).toEqual(
      [2, 2, 100, 1, 5],
    );
  });
});
