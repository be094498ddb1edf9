import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Environment,
  exchangeEconomy,
  factCheck,
  generateArithmetic,
  generateQuestions,
  menu,
  questions,
} from 'agora-core/environments';
import { experiment } from 'agora-core/experiment';
import { simulated, wrap } from 'agora-core/models';
import {
  discussion,
  debate,
  deliberation,
  election,
  groupDebate,
  type Protocol,
  roundTable,
  s2mad,
  sparseMad,
} from 'agora-core/protocols';
import { type Event, eventsOf, readPrompts, recorded } from 'agora-core/transcripts';
import { borda, dowdall } from 'agora-voting';
import { presentIn, sightOf } from './sight';

const at = (round: number) => ({ collaboration: 0, round, phase: 'talk' });
const says = (round: number, from: string, ...to: string[]): Event => ({
  type: 'message',
  ...at(round),
  from,
  to,
  text: `${from} ${round}`,
});
const note = (round: number, kind: string, by: string, data: object): Event => ({
  type: 'note',
  ...at(round),
  kind,
  by,
  data: data as never,
});
const seen = (events: readonly Event[], agent: string, agents = ['Ann', 'Bob', 'Cleo', 'Dan']) =>
  events
    .filter(sightOf({ agents, events }, agent))
    .map((event) => ('text' in event ? event.text : 'kind' in event ? event.kind : event.type));

describe('sightOf', () => {
  it('known: in a debate its own group, those it is linked to, all summaries, and no view that was withheld', () => {
    const groups = [
      ['Ann', 'Bob', 'Cleo'],
      ['Dan', 'Eve'],
    ];
    const debate: Event = { type: 'note', ...at(1), kind: 'debate', data: { groups } };
    const reads = { Ann: ['Bob', 'Cleo'], Bob: ['Ann'], Cleo: ['Ann'], Dan: ['Eve'], Eve: ['Dan'] };
    const events: Event[] = [
      debate,
      { type: 'note', ...at(1), kind: 'edges', data: { reads } },
      says(1, 'Ann', 'Bob', 'Cleo'),
      says(1, 'Bob', 'Ann', 'Cleo'),
      says(1, 'Cleo', 'Ann', 'Bob'),
      says(1, 'Dan', 'Eve'),
      note(2, 'filtered', 'Ann', { dropped: [{ from: 'Cleo', why: 'already seen' }] }),
      says(2, 'Cleo', 'Ann', 'Bob'),
      note(2, 'summary', 'Dan', { text: 'ours', of: ['Dan', 'Eve'] }),
    ];
    expect(seen(events, 'Ann')).toEqual(['Ann 1', 'Bob 1', 'filtered', 'Cleo 2', 'summary']);
    expect(seen(events, 'Bob')).toEqual(['Ann 1', 'Bob 1', 'summary']);
  });

  it('known: elsewhere what was said to all or to it, its own summary and the one of who leads from outside', () => {
    const secret: Event = { ...(says(1, 'Bob', 'Ann') as Event & { type: 'message' }), visibleTo: ['Ann'] };
    const events = [
      says(1, 'Ann', 'Bob', 'Cleo'),
      secret,
      note(1, 'summary', 'Ann', { text: 'mine' }),
      note(1, 'summary', 'Instructor', { text: 'all' }),
      note(1, 'belief', 'Bob', {}),
    ];
    expect(seen(events, 'Ann')).toEqual(['Ann 1', 'Bob 1', 'summary', 'summary']);
    expect(seen(events, 'Cleo')).toEqual(['Ann 1', 'summary']);
  });

  it('contract: notes that hold something else hide nothing, and names of no own links are no links', () => {
    const events = [
      note(1, 'debate', 'x', {}),
      note(1, 'edges', 'x', { reads: [] }),
      note(2, 'filtered', 'Ann', { dropped: 7 }),
      says(1, 'Bob', 'Ann', 'constructor'),
    ];
    expect(seen(events, 'constructor')).toEqual([]);
    expect(seen([events[0]!, events[2]!, events[3]!], 'Ann')).toEqual(['filtered', 'Bob 1']);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'agora-sight-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Simulated members, of whose sayings each is told apart by its place; no instructor ends a discussion early. */
const plain = simulated({ malformedRate: 0.1 });
const marked = wrap(plain, async (inner, request, options) => {
  const reply = await inner.chat(request, options);
  const { round, phase, agent } = request.call;
  if (phase === 'conclusion') return { ...reply, text: '{"reason_for_decision": "", "proposal": null}' };
  const mark = markOf({ round, phase, from: agent });
  const key = [
    '"message": "',
    '"message":"',
    '"reason_for_decision": "',
    '"reason_for_decision":"',
    '<message>',
  ];
  const at = key.find((each) => reply.text.includes(each));
  const text = at === undefined ? `${mark} ${reply.text}` : reply.text.replace(at, `${at}${mark} `);
  return { ...reply, text: phase === 'proposal' || phase === 'vote' ? reply.text : text };
});
const markOf = ({ round, phase, from }: { round: number; phase: string; from: string }): string =>
  `[${phase} ${round} ${from}]`;
const sums = questions({ set: generateArithmetic({ count: 2 }), agents: 5 });
const claims = factCheck();
const strategy = (name: string) => discussion({ strategy: name as never, rounds: 4 });

/** One summary may be a part of another. */
const longestFirst = (texts: readonly string[]): string[] =>
  [...texts].sort((one, other) => other.length - one.length);

/** What is played, and by which protocol. */
const played: readonly (readonly [string, Environment<never, never>, Protocol])[] = (
  [
    ['round table', exchangeEconomy(), roundTable({ rule: dowdall, rounds: 3 })],
    ['deliberation', menu(), deliberation({ rounds: 3 })],
    ['sparse debate', sums, sparseMad()],
    ['debate in turn', sums, debate({ order: 'in turn', memory: 'whole debate' })],
    ['group debate', sums, groupDebate({ rounds: 5 })],
    ['s2mad', sums, s2mad({ rounds: 5, summarise: 'different answers', earlyEnd: 'never' })],
    ...[
      'G1-P1-I1-C1',
      'G1-P2-I4-C1',
      'G1-P1-I3-C2',
      'G2-P3-I1-C1',
      'G2-P3-I4-C2',
      'G2-P1-I1-C3',
      'G2-P3-I1-C3',
      'G2-P3-I2-C3',
      'G2-P2-I4-C3',
    ].map((name) => [name, claims, strategy(name)] as const),
  ] as const
).map(([name, environment, protocol]) => [name, environment as never, protocol] as const);

describe('what sightOf shows', () => {
  it.each(played)(
    'law: of others, in a %s, is what stands in its prompts, and nothing else',
    async (name, environment, protocol) => {
      const run = await experiment({
        environment,
        protocol,
        model: marked,
        collaborations: 2,
        cache: false,
        folder: join(folder, name),
        progress: 'none',
      });
      let [shown, hidden] = [0, 0];
      for (const one of run) {
        const prompts = readPrompts(run.folder, one.index);
        const summaries = eventsOf(one, 'note').flatMap(({ kind, data }) =>
          kind === 'summary' ? [(data as { text: string }).text] : [],
        );
        for (const agent of presentIn(one)) {
          const own = eventsOf(one, 'reply').filter((reply) => reply.agent === agent);
          // Summaries repeat what was said; who reads them has not read that.
          const told = longestFirst(summaries).reduce(
            (text, summary) => text.replaceAll(summary, ''),
            own.flatMap(({ request }) => prompts.get(request)!.map(({ content }) => content)).join('\n'),
          );
          const sees = sightOf(one, agent);
          for (const message of eventsOf(one, 'message')) {
            if (message.from === agent) continue;
            expect([agent, markOf(message), sees(message)]).toEqual([
              agent,
              markOf(message),
              told.includes(markOf(message)),
            ]);
            if (sees(message)) shown++;
            else if (message.round < one.finished!.rounds) hidden++;
          }
        }
      }
      expect(shown).toBeGreaterThan(0);
      if (name.endsWith('C3')) expect(hidden).toBeGreaterThan(0);
    },
  );

  it('law: in an election raters see their own ballots, and only an informed dictator sees theirs', async () => {
    const run = await experiment({
      environment: questions({ set: generateQuestions({ count: 1 }), agents: 4 }),
      protocol: election({ rules: [borda], dictator: 'informed' }),
      model: simulated(),
      collaborations: 1,
      folder: join(folder, 'election'),
      progress: 'none',
    });
    for (const one of [run.get(0), ...[...recorded('mmlu-rater-probabilities')].slice(0, 1)])
      for (const agent of presentIn(one)) {
        const others = one.events
          .filter(sightOf(one, agent))
          .flatMap((event) =>
            event.type === 'decision' || (event.type === 'vote' && event.by !== agent) ? [event.type] : [],
          );
        const votes = agent === 'Dictator' ? eventsOf(one, 'vote').filter(({ by }) => by !== agent) : [];
        expect(others).toEqual(votes.map(() => 'vote'));
      }
    expect(presentIn(run.get(0))).toContain('Dictator');
  });
});
