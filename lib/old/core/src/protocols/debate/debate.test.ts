import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgoraError, borda, majority, Random, range } from 'agora-voting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../../environments/exchange-economy';
import { experiment } from '../../experiment';
import { simulated, type ChatRequest } from '../../models';
import { eventsOf, type Collaboration } from '../../transcripts';
import { readEvent } from '../../transcripts/event';
import {
  chainOfThought,
  debate,
  groupDebate,
  mad,
  ms2mad,
  s2mad,
  selfConsistency,
  sparseMad,
  type Protocol,
  type StoppingPolicy,
} from '..';
import { letters } from './testing/letters';
import { scripted, summaryOf, wordsIn } from './testing/scripted';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-debate-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

type Answer = (agent: number, round: number, request: ChatRequest) => string;
let runs = 0;
/** Plays one debate whose members say what `answer` tells; summarisers sum up faithfully. */
async function play(protocol: Protocol, agents: number, answer: Answer, stop?: StoppingPolicy) {
  const { model, asked } = scripted((name, round, request) =>
    name.startsWith('Summariser') ? summaryOf(request) : answer(Number(name.split(' ')[1]), round, request),
  );
  const base = { environment: letters(agents), collaborations: 1, progress: 'none' } as const;
  const folder = join(home, `run-${runs++}`);
  const run = await experiment({ ...base, protocol, model, folder, ...(stop && { stop }) });
  const [held] = [...run] as [Collaboration];
  for (const event of held.events) expect(readEvent(event).ok).toBe(true);
  return { held, asked, finished: held.finished };
}
const totals = ({ events }: Collaboration) =>
  eventsOf({ events }, 'reply').reduce(
    (sum, reply) => ({
      calls: sum.calls + 1,
      input: sum.input + reply.inputTokens,
      output: sum.output + reply.outputTokens,
    }),
    { calls: 0, input: 0, output: 0 },
  );
const notes = (held: Collaboration, kind: string) =>
  eventsOf(held, 'note').filter((note) => note.kind === kind);
const promptOf = (asked: readonly ChatRequest[], agent: number, round: number) =>
  asked
    .find(({ call }) => call.agent === `Agent ${agent}` && call.round === round)
    ?.messages.map(({ content }) => content)
    .join('\n') ?? '';

const fixed =
  (answers: string): Answer =>
  (agent) =>
    `I say (${answers[agent - 1]})`;

describe('mad', () => {
  it('known: all read all for four rounds, and the plurality of the last answers decides', async () => {
    const said: Answer = (agent, round) => `${agent}.${round} says (${agent === 3 && round < 4 ? 'B' : 'A'})`;
    const { held, asked, finished } = await play(mad(), 3, said);
    expect(totals(held).calls).toBe(12);
    const prompt = promptOf(asked, 1, 3);
    for (const part of ['1.2 says', '2.2 says', '3.2 says']) expect(prompt.split(part)).toHaveLength(2);
    for (const part of ['1.1 says', '2.1 says', '1.3 says']) expect(prompt).not.toContain(part);
    expect(finished).toMatchObject({ rounds: 4, cause: 'rounds', outcome: 'A', score: { correct: 1 } });
    const tallies = eventsOf(held, 'decision').map(({ phase, tally }) => [phase, tally]);
    expect(tallies[0]).toEqual(['round', { 1: 2, 2: 1 }]);
    expect(tallies.at(-1)).toEqual(['settlement', { 1: 3 }]);
    expect(notes(held, 'silent')).toEqual([]);
  });

  it('known: what a memory holds', async () => {
    const said: Answer = (agent, round) => `${agent}.${round} (A)`;
    const at = async (memory: 'last round' | 'own answers' | 'whole debate') =>
      promptOf((await play(mad({ memory }), 2, said)).asked, 1, 3);
    const parts = ['1.1', '1.2', '2.1', '2.2'];
    const held = (prompt: string) => parts.filter((part) => prompt.includes(part));
    expect(held(await at('last round'))).toEqual(['1.2', '2.2']);
    expect(held(await at('own answers'))).toEqual(['1.1', '1.2', '2.2']);
    expect(held(await at('whole debate'))).toEqual(parts);
    const kept = [mad(), sparseMad(), groupDebate(), s2mad(), ms2mad()].map(
      ({ settings }) => settings['memory'],
    );
    expect(new Set(kept)).toEqual(new Set(['last round']));
  });

  it('known: answers are drawn at temperature 0.7, unless the experiment says otherwise', async () => {
    const { asked } = await play(mad({ rounds: 1 }), 2, fixed('AB'));
    expect(asked[0]?.sampling).toMatchObject({ temperature: 0.7 });
    const own = scripted(() => '(A)');
    const base = { environment: letters(2), protocol: s2mad(), model: own.model, progress: 'none' } as const;
    await experiment({
      ...base,
      collaborations: 1,
      folder: join(home, 'own'),
      sampling: { temperature: 0.3 },
    });
    expect(own.asked[0]?.sampling).toMatchObject({ temperature: 0.3 });
  });

  it('known: in turn, each reads what was just said', async () => {
    const said: Answer = (agent, round) => `${agent}.${round} (A)`;
    const { asked } = await play(mad({ order: 'in turn', rounds: 2 }), 3, said);
    expect(promptOf(asked, 3, 2)).toContain('2.2 (A)');
    expect(promptOf(asked, 1, 2)).toContain('2.1 (A)');
  });

  it('known: an environment without prose is debated in JSON', async () => {
    const environment = exchangeEconomy();
    const folder = join(home, 'economy');
    const base = { environment, model: simulated(), collaborations: 3, folder, progress: 'none' } as const;
    const run = await experiment({ ...base, protocol: mad({ rounds: 2 }) });
    // An agent that would rather not propose is a failure here: a debate needs answers.
    for (const held of run)
      expect(eventsOf(held, 'proposal').length + eventsOf(held, 'failure').length).toBe(6);
    await expect(
      experiment({ ...base, folder: join(home, 'groups'), protocol: groupDebate() }),
    ).rejects.toThrow(
      /debate in stages needs an environment with answers in prose, and exchange-economy has none/,
    );
  });
});

describe('s2mad', () => {
  it('known: with one view from the start it costs what Algorithm 2 says, and ends after a stage', async () => {
    for (const [agents, groups] of [
      [5, [2, 3]],
      [8, [2, 2, 4]],
      [4, [4]],
    ] as const) {
      const text = 'twelve words of reasoning that end in the one right answer (A)';
      const { held, asked, finished } = await play(s2mad({ groups }), agents, () => text);
      expect(finished).toMatchObject({ rounds: 2, cause: 'one view', outcome: 'A' });
      expect(totals(held).calls).toBe(agents + groups.length);
      expect(notes(held, 'silent')).toHaveLength(agents);
      // Algorithm 2 with P = 0 after round 1: M Q + sum O for the first round; sum O + Sum for each group's summary.
      const [q, o] = [totals(held).input, wordsIn(text)];
      const question = eventsOf(held, 'reply')[0]?.inputTokens ?? 0;
      const sums = notes(held, 'summary').map(({ data }) => wordsIn((data as { text: string }).text));
      const formula = agents * question + agents * o + agents * o + sums.reduce((a, b) => a + b, 0);
      // What the formula leaves out: the words of the summarisers' own prompts.
      const bare = asked
        .filter(({ call }) => call.agent.startsWith('Summariser'))
        .map(({ messages }) => messages.reduce((sum, { content }) => sum + wordsIn(content), 0));
      const overhead = bare.reduce((sum, words) => sum + words, 0) - agents * o;
      expect(q + totals(held).output).toBe(formula + overhead);
      expect(overhead).toBeLessThan(groups.length * 60 + agents * 3 + 1);
    }
  });

  it('law: with every answer different in each round it costs what GroupDebate costs', async () => {
    for (const [seed, agents, groups, rounds, intraRounds] of [
      [1, 5, 2, 4, 2],
      [2, 8, [2, 3, 3], 3, 2],
      [3, 6, [2, 4], 6, 3],
      [4, 4, 2, 3, 1],
    ] as const) {
      const random = Random.from(seed);
      const lengths = new Map<string, number>();
      const said: Answer = (agent, round) => {
        const key = `${agent}/${round}`;
        if (!lengths.has(key)) lengths.set(key, random.below(30));
        // 26 letters are enough: an agent's view must only be new to those who read it.
        const letter = String.fromCharCode(65 + ((agent * 7 + round * 11) % 26));
        return `${'word '.repeat(lengths.get(key) ?? 0)}(${letter})`;
      };
      const settings = { groups, rounds, intraRounds, shuffle: false } as const;
      const full = await play(groupDebate(settings), agents, said);
      const sparse = await play(s2mad({ ...settings, seen: 'round' }), agents, said);
      expect(totals(sparse.held)).toEqual(totals(full.held));
      expect(sparse.finished?.rounds).toBe(rounds);
    }
  });

  it('known: an agent alone in its group costs less than in GroupDebate even so: it has nobody to read', async () => {
    const said: Answer = (agent, round) => `(${String.fromCharCode(65 + ((agent * 7 + round * 11) % 26))})`;
    const settings = { groups: [1, 3], shuffle: false } as const;
    const full = await play(groupDebate(settings), 4, said);
    const sparse = await play(s2mad({ ...settings, seen: 'round' }), 4, said);
    // Rounds 2 and 4 are within the group; in round 3 it reads the other group.
    expect(totals(full.held).calls - totals(sparse.held).calls).toBe(2);
    expect(notes(sparse.held, 'silent').map(({ by, round }) => [by, round])).toEqual([
      ['Agent 1', 2],
      ['Agent 1', 4],
    ]);
    // In GroupDebate it is asked, and told to go through its own solution: there is no advice.
    expect(promptOf(full.asked, 1, 2)).toContain(
      'Nobody said anything that is new to you. Go through your own',
    );
    expect(promptOf(full.asked, 1, 2)).not.toContain('advice');
    expect(promptOf(full.asked, 1, 3)).toContain('Use it as advice');
  });

  it('known: an agent reads what is new to it, once, and is silent when nothing is', async () => {
    // Two groups in roster order: 1 and 2; 3, 4 and 5. Agent 3 dissents throughout.
    const { held, asked, finished } = await play(s2mad({ shuffle: false }), 5, fixed('AABAA'));
    const silent = notes(held, 'silent').map(({ round, by }) => `${by} in ${round}`);
    // Round 2: 1 and 2 agree. 3 reads A once (from 4; 5 is a repeat), 4 and 5 read B.
    // Round 3: summaries say A and A, B. 1 and 2 read the second, of which B is new. 3 has read A, 4 and 5 have read B.
    expect(silent).toEqual([
      'Agent 1 in 2',
      'Agent 2 in 2',
      'Agent 3 in 3',
      'Agent 4 in 3',
      'Agent 5 in 3',
      'Agent 1 in 4',
      'Agent 2 in 4',
      'Agent 3 in 4',
      'Agent 4 in 4',
      'Agent 5 in 4',
    ]);
    expect(promptOf(asked, 3, 2).match(/I say \(A\)/g)).toHaveLength(1);
    expect(promptOf(asked, 1, 3)).toContain('What Group 2 wrote:\n');
    expect(promptOf(asked, 1, 3)).not.toContain('What Group 1 wrote');
    const dropped = notes(held, 'filtered').find(({ round, by }) => round === 2 && by === 'Agent 3');
    expect(dropped?.data).toEqual({ dropped: [{ from: 'Agent 5', why: 'already seen' }] });
    expect(finished).toMatchObject({ rounds: 4, cause: 'rounds', outcome: 'A' });
    expect(eventsOf(held, 'decision').at(-1)?.tally).toEqual({ 1: 4, 2: 1 });
  });

  it('known: seen in this round only, a standing dissent is read again', async () => {
    const { held } = await play(s2mad({ shuffle: false, seen: 'round' }), 5, fixed('AABAA'));
    const silent = notes(held, 'silent').map(({ round, by }) => `${by} in ${round}`);
    expect(silent).toEqual(['Agent 1 in 2', 'Agent 2 in 2', 'Agent 1 in 4', 'Agent 2 in 4']);
  });

  it('known: a summary of two views ends the debate only where one summary is enough', async () => {
    // Both groups hold A and B: F(Sum) leaves one summary, which reports two answers.
    const said = fixed('ABAB');
    const strict = await play(s2mad({ shuffle: false }), 4, said);
    const literal = await play(s2mad({ shuffle: false, earlyEnd: 'one summary' }), 4, said);
    expect(strict.finished).toMatchObject({ rounds: 4, cause: 'rounds' });
    expect(literal.finished).toMatchObject({ rounds: 2, cause: 'one view' });
  });

  it('known: one group whose summary states no answer, or two, does not end the debate', async () => {
    for (const [stated, rounds] of [
      ['They disagree.', 4],
      ['(A) or (B)', 4],
      ['(A)', 2],
    ] as const) {
      const { model } = scripted((name) =>
        name.startsWith('Summariser') ? stated : name === 'Agent 1' ? '(B)' : '(A)',
      );
      const base = { environment: letters(3), model, collaborations: 1, progress: 'none' } as const;
      const folder = join(home, `one-group-${stated.length}`);
      const [held] = [...(await experiment({ ...base, folder, protocol: s2mad({ groups: 1 }) }))];
      expect(held?.finished?.rounds).toBe(rounds);
    }
  });

  it('law: which group comes first does not decide whether a debate ends', async () => {
    for (const answers of ['ABAA', 'AAAB']) {
      const { finished } = await play(s2mad({ shuffle: false, earlyEnd: 'one summary' }), 4, fixed(answers));
      // One group holds A and B, the other A: the summary of two views covers the other.
      expect(finished).toMatchObject({ rounds: 2, cause: 'one view' });
    }
  });

  it('known: the ablations of Table 4', async () => {
    const calls = async (options: Parameters<typeof s2mad>[0]) =>
      totals((await play(s2mad({ shuffle: false, ...options }), 5, fixed('AAAAA'))).held).calls;
    expect(await calls({})).toBe(7);
    // No early end: nobody has anything new to read, so nothing else is spent.
    expect(await calls({ earlyEnd: 'never' })).toBe(7);
    // Without jump the second round is spent on nothing new, and then all agree.
    expect(await calls({ participation: 'always' })).toBe(12);
    // Without filter: as GroupDebate.
    expect(await calls({ filter: false })).toBe(22);
    expect(await calls({ topology: { kind: 'ring', neighbours: 1 } })).toBe(7);
  });

  it('known: different answers only are summed up on request', async () => {
    const summary = async (summarise: 'all answers' | 'different answers') => {
      const { asked } = await play(s2mad({ summarise, groups: 1 }), 4, fixed('AABA'));
      const request = asked.find(({ call }) => call.agent === 'Summariser 1');
      return request?.messages.at(-1)?.content.match(/I say/g)?.length;
    };
    expect(await summary('all answers')).toBe(4);
    expect(await summary('different answers')).toBe(2);
  });

  it('known: approaches go round, and are told to their agents', async () => {
    const { asked } = await play(ms2mad({ approaches: ['Be bold.', 'Be slow.'] }), 3, fixed('AAA'));
    const has = (agent: number, words: string) => promptOf(asked, agent, 1).includes(words);
    expect([has(1, 'bold'), has(2, 'slow'), has(3, 'bold')]).toEqual([true, true, true]);
    expect(has(1, 'slow')).toBe(false);
  });

  it('law: an embedding judge is told of all texts at once, and a threshold above 1 drops nothing', async () => {
    const batches: number[] = [];
    const judge = (threshold: number) => ({
      name: 'test',
      settings: { threshold },
      begin: () => ({
        learn: (statements: readonly unknown[]) => void batches.push(statements.length),
        covers: (known: readonly unknown[]) => known.length > 0 && threshold <= 1,
      }),
    });
    const all = await play(s2mad({ similarity: judge(2), shuffle: false }), 5, fixed('AAAAA'));
    expect(totals(all.held).calls).toBe(22);
    expect(batches).toEqual([5, 5, 2, 5, 5]);
    const none = await play(s2mad({ similarity: judge(0), shuffle: false }), 5, fixed('AABBC'));
    expect(totals(none.held).calls).toBe(7);
  });
});

describe('answers that cannot be used', () => {
  it.each([
    ['an empty answer', ''],
    ['an unparsable answer', 'It might be anything.'],
    ['a refusal', 'REFUSED'],
  ])('known: %s leaves the earlier answer standing, is counted, and the debate ends', async (_, broken) => {
    const said: Answer = (agent, round) =>
      agent === 2 && round === 2 ? broken : `Say (${agent === 2 ? 'B' : 'A'})`;
    for (const protocol of [mad(), groupDebate(), s2mad({ shuffle: false })]) {
      const { held, asked, finished } = await play(protocol, 5, said);
      expect(eventsOf(held, 'failure')).toHaveLength(1);
      for (const { messages } of asked) expect(messages.every(({ content }) => content !== '')).toBe(true);
      const repairs = asked.filter(({ call }) => call.attempt === 1);
      for (const { messages } of repairs) expect(messages.at(-1)?.content).toContain('end in the form');
      expect(repairs).toHaveLength(broken === 'REFUSED' ? 0 : 1);
      expect(eventsOf(held, 'decision').find(({ round }) => round === 2)?.tally).toEqual({ 1: 4, 2: 1 });
      expect(finished).toMatchObject({ outcome: 'A', cause: 'rounds', rounds: 4 });
    }
  });

  it('known: an agent without any answer is asked every round, read by nobody, and has no vote', async () => {
    const said: Answer = (agent) => (agent === 1 ? 'REFUSED' : 'Say (A)');
    const { held, asked, finished } = await play(s2mad({ shuffle: false, groups: 1 }), 3, said);
    expect(eventsOf(held, 'failure').map(({ round, kind }) => [round, kind])).toEqual([
      [1, 'refused'],
      [2, 'refused'],
    ]);
    expect(promptOf(asked, 2, 1)).not.toContain('REFUSED');
    expect(eventsOf(held, 'decision').at(-1)?.tally).toEqual({ 1: 2 });
    expect(finished?.cause).toBe('one view');
  });

  it('known: what was read for an answer that failed is still new', async () => {
    const said: Answer = (agent, round) =>
      agent === 2 && round === 2 ? 'REFUSED' : `Say (${'AB'[agent - 1]})`;
    const { asked } = await play(s2mad({ groups: 1, intraRounds: 4 }), 2, said);
    const rounds = asked.filter(({ call }) => call.agent === 'Agent 2').map(({ call }) => call.round);
    expect(rounds).toEqual([1, 2, 3]);
    expect(promptOf(asked, 2, 3)).toContain('Say (A)');
  });

  it('known: when nobody ever answers, there is no decision, and nothing is right', async () => {
    for (const protocol of [mad(), s2mad(), selfConsistency({ paths: 3 })]) {
      const { held, finished } = await play(protocol, 5, () => 'REFUSED');
      expect(finished).toMatchObject({
        cause: 'no answers',
        outcome: null,
        score: { correct: 0, decided: 0 },
      });
      expect(eventsOf(held, 'decision').at(-1)).toMatchObject({ tally: {}, selected: null, standing: null });
    }
  });

  it('known: a refused or unreadable summary is no summary, and ends nothing early', async () => {
    const environment = letters(4);
    for (const summary of ['REFUSED', 'They all agree.']) {
      const { model } = scripted((name) => (name.startsWith('Summariser') ? summary : 'Say (A)'));
      const folder = join(home, `summary-${summary.length}`);
      const base = { environment, model, folder, collaborations: 1, progress: 'none' } as const;
      const [held] = [...(await experiment({ ...base, protocol: s2mad() }))] as [Collaboration];
      expect(held.finished).toMatchObject({ rounds: 4, cause: 'rounds', outcome: 'A' });
      const exchanged = eventsOf(held, 'message').filter(({ round }) => round === 3).length;
      expect(exchanged).toBe(summary === 'REFUSED' ? 0 : 4);
    }
  });
});

describe('settlement', () => {
  it('known: a rule on rankings asks every agent for a ballot, once, and only where answers differ', async () => {
    const ballots = ['["1","2","3"]', '["2","3","1"]', '["3","2","1"]', 'no ballot'];
    const said: Answer = (agent, _, { call }) =>
      call.phase === 'settlement'
        ? `{"reason_for_decision": "", "decision": ${ballots[agent - 1]}}`
        : `I say (${'ABCA'[agent - 1]})`;
    const { held, finished, asked } = await play(mad({ rounds: 2, rule: borda }), 4, said);
    // Who votes has nothing to go by but what the prompt repeats of the debate: each answer in words of its own.
    const ballot = asked.find(({ call }) => call.phase === 'settlement')!;
    expect(ballot.messages.at(-1)?.content).toContain(
      '# Answer 1: (A)\nGiven by Agent 1, and also by Agent 4. Agent 1 said:\nI say (A)\n# Answer 2: (B)\nGiven by Agent 2. Agent 2 said:\nI say (B)',
    );
    expect(JSON.stringify(ballot.answer?.schema)).not.toContain('null');
    // Borda on three ballots of three: 1 has 2, 2 has 1 + 2 + 1, 3 has 1 + 2.
    expect(eventsOf(held, 'decision').at(-1)).toMatchObject({ by: 'borda', tally: { 1: 2, 2: 4, 3: 3 } });
    expect(finished?.outcome).toBe('B');
    expect(eventsOf(held, 'failure')).toHaveLength(1);
    const agreed = await play(mad({ rounds: 2, rule: range }), 3, fixed('AAA'));
    expect(totals(agreed.held).calls).toBe(6);
    expect(eventsOf(agreed.held, 'decision').at(-1)).toMatchObject({ by: 'range', selected: '1' });
  });

  it('known: a majority of all agents is needed where the rule says so; ties by policy', async () => {
    const split = await play(mad({ rule: majority, ties: 'none' }), 4, fixed('AABC'));
    expect(split.finished).toMatchObject({ outcome: null, cause: 'rounds' });
    const tied = (ties: 'none' | 'fixed-order') => play(mad({ ties }), 4, fixed('BBAA'));
    expect((await tied('none')).finished?.outcome).toBeNull();
    expect((await tied('fixed-order')).finished?.outcome).toBe('B');
    const drawn = await play(mad(), 4, fixed('BBAA'));
    const [last, settled] = eventsOf(drawn.held, 'decision').slice(-2);
    expect(last?.selected).toBe(settled?.selected);
  });

  it('known: a policy ends a debate between rounds', async () => {
    const stop: StoppingPolicy = {
      name: 'two',
      settings: {},
      decide: ({ events }) => events.some((event) => 'round' in event && event.round === 2),
    };
    const { held, finished } = await play(s2mad(), 5, fixed('ABCDE'), stop);
    expect(finished).toMatchObject({ rounds: 2, cause: 'policy' });
    expect(notes(held, 'summary')).toEqual([]);
  });
});

describe('topology', () => {
  const reads = async (protocol: Protocol, agents: number) => {
    const { held } = await play(protocol, agents, fixed('ABCDEFGH'));
    const [note] = notes(held, 'edges');
    return (note?.data as { reads: Record<string, string[]> }).reads;
  };
  it('known: on a ring each reads its neighbours', async () => {
    const ring = await reads(sparseMad({ shuffle: false }), 5);
    expect(ring['Agent 1']).toEqual(['Agent 2', 'Agent 5']);
    expect(ring['Agent 3']).toEqual(['Agent 2', 'Agent 4']);
  });
  it('law: links are cut both ways, at about the rate, and never all or none of them at 0 and 1', async () => {
    const cut = (probability: number) => reads(sparseMad({ topology: { kind: 'cut', probability } }), 8);
    const count = (links: Record<string, string[]>) => Object.values(links).flat().length;
    expect([count(await cut(0)), count(await cut(1))]).toEqual([56, 0]);
    const half = await cut(0.5);
    for (const [agent, others] of Object.entries(half))
      for (const other of others) expect(half[other]).toContain(agent);
    expect(Math.abs(count(half) / 56 - 0.5)).toBeLessThan(0.38); // 4 deviations of 28 fair coins
  });
});

describe('one agent', () => {
  it('known: every path is asked and paid for, and the answers are counted', async () => {
    const said: Answer = (_, __, { call }) => `Path ${call.repeat} (${'AAB'[call.repeat] ?? 'B'})`;
    const { held, finished } = await play(selfConsistency({ paths: 5, ties: 'none' }), 2, said);
    expect(totals(held).calls).toBe(5);
    expect(finished).toMatchObject({ outcome: 'B', rounds: 1 });
    expect(eventsOf(held, 'decision')[0]?.tally).toEqual({ 1: 2, 2: 3 });
    const alone = await play(chainOfThought(), 2, said);
    expect(alone.finished).toMatchObject({ outcome: 'A' });
    expect(totals(alone.held).calls).toBe(1);
  });
});

describe('a debate that was cut off', () => {
  it('law: wherever it broke, the same call ends it as if nothing had happened, and pays for no answer twice', async () => {
    const reply: Answer = (agent, round) => `${agent}.${round} says (${'ABACA'[(agent + round) % 5]})`;
    const answer = (agent: string, round: number, request: ChatRequest) =>
      agent.startsWith('Summariser')
        ? summaryOf(request)
        : reply(Number(agent.split(' ')[1]), round, request);
    const base = { environment: letters(5), protocol: s2mad(), collaborations: 1, progress: 'none' } as const;
    const whole = scripted(answer);
    const [expected] = [...(await experiment({ ...base, model: whole.model, folder: join(home, 'whole') }))];
    for (let calls = 1; calls < whole.asked.length; calls += 3) {
      const broken = scripted((agent, round, request) => {
        if (broken.asked.length > calls) throw new AgoraError('model-unavailable', 'gone');
        return answer(agent, round, request);
      });
      const folder = join(home, `cut-${calls}`);
      await expect(experiment({ ...base, model: broken.model, folder })).rejects.toThrow('gone');
      const rest = scripted(answer);
      const [held] = [...(await experiment({ ...base, model: rest.model, folder }))];
      expect(rest.asked).toHaveLength(whole.asked.length - calls);
      const course = (one: Collaboration | undefined) =>
        one?.events.filter(({ type }) => type !== 'reply').map((event) => JSON.stringify(event));
      expect(course(held)).toEqual(course(expected));
    }
  });
});

describe('settings', () => {
  it.each([
    [() => debate({ rounds: 0 }), /^debate needs a whole number of at least 1 as rounds, got 0$/],
    [() => s2mad({ intraRounds: 1.5 }), /^s2mad .* as intraRounds, got 1.5$/],
    [() => s2mad({ groups: [2, 0] }), /a whole number of at least 1 as groups.1, got 0/],
    [() => s2mad({ groups: [] }), /as groups, got an empty list$/],
    [() => s2mad({ similarity: null }), /^s2mad needs a similarity for its filter, got null/],
    [
      () => debate({ earlyEnd: 'one view' }),
      /"never" as earlyEnd where nothing is filtered.* got "one view"/,
    ],
    [
      () => debate({ memory: 'lastround' as never }),
      /as memory, got "lastround" \(did you mean "last round"\?\)/,
    ],
    [
      () => s2mad({ participation: 'never' as never }),
      /"when something is new" or "always" as participation, got "never"/,
    ],
    [() => sparseMad({ topology: { kind: 'ring', neighbours: 0 } }), /neighbours, got 0/],
    [
      () => sparseMad({ topology: { kind: 'cut', probability: 1.2 } }),
      /from 0 to 1 as topology.probability, got 1.2/,
    ],
    [() => selfConsistency({ paths: 0 }), /as paths, got 0/],
    [() => s2mad({ temperature: -1 }), /a number of at least 0 as temperature, got -1/],
    [() => chainOfThought({ temperature: NaN }), /got NaN/],
    [() => selfConsistency({ rule: borda }), /borda takes ranking ballots/],
    [() => mad({ ties: 'nope' as never }), /^mad needs .* as ties, got "nope" \(did you mean "none"\?\)$/],
    [
      () => ms2mad({ rule: 'majority' as never }),
      /as rule, got "majority" \(did you mean voting.majority\?\)$/,
    ],
    [() => groupDebate({ approaches: [3] as never }), /as approaches.0, got 3$/],
  ])('contract: bad settings are named %#', (make, message) => {
    expect(make).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(make).toThrow(message);
  });

  it('contract: groups that do not hold the agents', async () => {
    await expect(play(s2mad({ groups: [2, 2] }), 5, fixed('AAAAA'))).rejects.toThrow(
      /hold all 5 agents, got 2 \+ 2 = 4/,
    );
    await expect(play(s2mad({ groups: 6 }), 5, fixed('AAAAA'))).rejects.toThrow(/6 groups of 5 agents/);
  });
});
