import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import counts from '../fixtures/recorded-counts.json';
import { proposedDeal, type Issues } from '../language/deals';
import { recount } from '../measure/recount';
import { eventsOf, type Collaboration, type Event, type ProposalEvent } from '../protocols/protocol';
import { ruleByName } from '../voting/rules';
import { dataFolder } from './data-folder';
import { recorded, recordedSets } from './recorded';
import { openRun } from './run';
import reference from './reference/recorded-counts.json';

/*
 * Two independent sources. fixtures/recorded-counts.json contains the counts from the third edition's importers.
 * reference/recorded-counts.json contains the counts that a script without any importer makes in the packed originals.
 */

type Old = {
  readonly collaborations: number;
  readonly agents: number;
  readonly rounds: number;
  readonly outcomes: number;
  readonly events: Readonly<Record<string, number>>;
  readonly notes: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly madeUpBallots?: number;
  readonly repeats?: number;
  readonly conditions?: Readonly<Record<string, number>>;
  readonly debates?: { readonly textsWithAnswers: number; readonly decisionsBeforeSettlement: number };
};
const olds = Object.entries(counts as unknown as Readonly<Record<string, Old>>);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const all = <Type extends Event['type']>(run: Iterable<Collaboration>, type: Type) =>
  [...run].flatMap((one) => eventsOf(one, type));

/** Sets whose elections nobody counted. Their decisions only name the candidates. */
const uncounted = [
  'mmlu-rater-probabilities',
  'mmlu-redux-votes',
  'gpt4-votes-tree-of-thoughts',
  'prd-peer-rank',
];

/** Sets with mathematical answers, which used to be messages, and the number of messages that contain no answer. */
const unread: Readonly<Record<string, number>> = { dylan: 147, zeroeval: 66 };

/** Returns the counts that a set should have according to the third edition. */
function expected(name: string, old: Old): Record<string, number> {
  const of = (type: string): number => old.events[type] ?? 0;
  const note = (kind: string): number => old.notes[kind] ?? 0;
  const { textsWithAnswers = 0, decisionsBeforeSettlement = 0 } = old.debates ?? {};
  const labels = ['strategies', 'stance', 'drift', 'asked again'].map(note);
  const isLetters = name === 'gpqa-debates';
  const isAnswers = name in unread;
  return {
    collaborations: old.collaborations,
    rounds: old.rounds,
    // In debates, a text and its answer are one event.
    message: isAnswers ? 0 : of('message') - textsWithAnswers,
    // Answers used to be messages. Unreadable answers are unusable; an answer that is not a letter was a
    // proposal and a failure.
    proposal: isAnswers
      ? of('message') - (unread[name] ?? 0)
      : of('proposal') - (isLetters ? of('failure') : 0),
    vote: of('vote'),
    // The settlement of a debate takes the place of its last round's decision.
    decision: uncounted.includes(name) ? old.collaborations : of('decision') - decisionsBeforeSettlement,
    unusable: name === 'dylan' ? (unread[name] ?? 0) : of('failure'),
    belief: note('belief'),
    summary: note('summary'),
    tool: note('advice'),
    silent: note('silent') + note('not asked'),
    // One label per rater.
    label: sum(labels) + (note('probabilities') > 0 ? old.agents : 0) + (old.madeUpBallots ?? 0),
    calls: of('reply'),
    input: old.inputTokens ?? 0,
    output: old.outputTokens ?? 0,
  };
}

function found(run: Iterable<Collaboration>): Record<string, number> {
  const types = [
    'message',
    'proposal',
    'vote',
    'decision',
    'unusable',
    'belief',
    'summary',
    'tool',
    'silent',
    'label',
  ];
  const result: Record<string, number> = { collaborations: 0, rounds: 0, calls: 0, input: 0, output: 0 };
  for (const type of types) result[type] = 0;
  const add = (name: string, value: number): void => void (result[name] = (result[name] ?? 0) + value);
  for (const one of run) {
    add('collaborations', 1);
    add('rounds', one.rounds);
    for (const { type } of one.events) if (types.includes(type)) add(type, 1);
    for (const { input, output } of one.calls) {
      add('calls', 1);
      add('input', input);
      add('output', output);
    }
  }
  return result;
}

describe('recorded sets', () => {
  it.each(olds.filter(([name]) => name !== 'llm-deliberation'))(
    'reference: %s has the same events as in the third edition',
    (name, old) => {
      expect(found(recorded(name))).toEqual(expected(name, old));
    },
  );

  it.each(recordedSets().map(({ name }) => name))(
    'law: collaborations in %s are numbered, and their events are in order and come from members',
    (name) => {
      const run = recorded(name);
      const broken: string[] = [];
      let place = 0;
      for (const { index, agents, events, rounds } of run) {
        const members = new Set(agents.map((agent) => agent.name));
        if (index !== place++) broken.push(`${index} is number ${place - 1}`);
        if (members.size < agents.length) broken.push(`${index}: two agents have one name`);
        let before = 1;
        for (const event of events) {
          if (event.round < before || event.round > rounds) broken.push(`${index}: round ${event.round}`);
          before = event.round;
          if (event.type === 'message' && !members.has(event.agent)) broken.push(`${index}: ${event.agent}`);
        }
      }
      expect(broken).toEqual([]);
      expect(place).toBe(run.size);
    },
  );

  it('known: three more sets have the expected counts', () => {
    const sizes = (name: string) => found(recorded(name));
    expect(sizes('ranked-voting-csqa')).toMatchObject({ collaborations: 1018, decision: 3 * 1018 });
    expect(sizes('delidata')).toMatchObject({ collaborations: 400, message: 11_192 });
    expect(sizes('who-and-when')).toMatchObject({ collaborations: 184, label: 184 });
  });

  it('known: every set names its authors and its licence', () => {
    const sets = recordedSets();
    for (const { title, model, licence, source } of sets)
      for (const text of [title, model, licence, source]) expect(text).not.toBe('');
    const folders = sets.map(({ name }) => join(dataFolder(), 'recorded', name));
    for (const folder of folders) {
      expect(readFileSync(join(folder, 'SOURCE.md'), 'utf8')).toMatch(/^# /);
      expect(readFileSync(join(folder, 'LICENSE.txt'), 'utf8')).not.toBe('');
    }
  });
});

describe('ballots', () => {
  it('reference: Borda over one model under ten prompts; equal probabilities share a place', () => {
    const run = recorded('mmlu-rater-probabilities');
    const { borda, questions, weak } = reference.raters;
    const counted = [...recount(run, { rule: ruleByName('borda') })];
    expect(counted).toHaveLength(questions);
    expect((100 * sum(counted.map(({ score }) => Number(score['correct'])))) / questions).toBeCloseTo(
      borda,
      5,
    );
    const ballots = all(run, 'vote').map(({ ballot }) => ballot as unknown[]);
    expect(ballots.filter((ballot) => ballot.some((place) => Array.isArray(place)))).toHaveLength(weak);
  });

  it('reference: plurality over fourteen models, on all questions and on questions with a sound key', () => {
    const counted = [
      ...recount(recorded('mmlu-redux-votes'), { rule: ruleByName('plurality'), profiles: 'partial' }),
    ];
    const mean = (some: readonly Collaboration[]) =>
      (100 * sum(some.map(({ score }) => Number(score['correct'])))) / some.length;
    const sound = counted.filter(({ labels }) => labels?.['errorType'] === 'ok');
    expect(sound).toHaveLength(reference.redux.soundQuestions);
    expect(mean(counted)).toBeCloseTo(reference.redux.all, 5);
    expect(mean(sound)).toBeCloseTo(reference.redux.sound, 5);
  });

  it('reference: how often reviewers prefer the first or the second answer in a pair', () => {
    const scores: Record<string, number[]> = {};
    for (const election of recorded('prd-peer-rank')) {
      if (election.labels?.['reviewers'] !== 'models') continue;
      for (const { agent, ballot } of eventsOf(election, 'vote')) {
        const [reviewer = '', shown = ''] = agent.split(', ');
        const [best] = ballot as (string | string[])[];
        const place = Array.isArray(best) ? 2 : shown === `${best} first` ? 0 : 1;
        (scores[reviewer] ??= [0, 0, 0])[place]!++;
      }
    }
    expect(scores).toEqual(reference.pairs.firstSecondTie);
  });

  it('reference: the authors’ Borda winners of ranked-voting-csqa are among ours on nearly all questions', () => {
    const run = recorded('ranked-voting-csqa');
    const borda = [...recount(run, { rule: ruleByName('borda'), profiles: 'partial' })];
    const authors = [...run].map(
      (one) => eventsOf(one, 'decision').find(({ by }) => by.startsWith('borda'))?.selected,
    );
    const same = borda.filter((one, at) => eventsOf(one, 'decision')[0]?.winners.includes(authors[at] ?? ''));
    expect(same.length / borda.length).toBeGreaterThan(0.95);
  });
});

describe('debates and answers', () => {
  it('reference: accuracy and tokens by round in gpqa-debates', () => {
    const run = [...recorded('gpqa-debates')];
    const mean = [1, 2, 3].map((round) => {
      const own = all(run, 'proposal').filter((event) => event.round === round);
      return (100 * sum(own.map(({ score }) => Number(score?.['correct'])))) / (3 * run.length);
    });
    expect(mean.map((value) => Number(value.toFixed(6)))).toEqual(
      reference.gpqa.byRound.map(({ mean }) => mean),
    );
    expect(all(run, 'unusable')).toHaveLength(reference.gpqa.unparsed);
    expect(run.every(({ events }) => !JSON.stringify(events).includes('"text":"\\n'))).toBe(true);
  });

  it('reference: dylan has two texts from each agent, and debates between three agents', () => {
    const run = [...recorded('dylan')];
    const texts = [...all(run, 'proposal'), ...all(run, 'unusable')];
    const byRound = [1, 2].map((round) => texts.filter((event) => event.round === round).length);
    expect(byRound).toEqual(reference.dylan.byRound.map(({ texts }) => texts));
    expect(run.filter(({ agents }) => agents.length === 3)).toHaveLength(reference.dylan.threeAgents);
  });

  it('known: majorities in dylan are right as often as the third edition found, 25.7% and 27.1%', () => {
    const run = [...recorded('dylan')];
    const right = [1, 2].map((round) => {
      const shares = run.map((one) => {
        const votes = new Map<string, { count: number; correct: number }>();
        for (const event of eventsOf(one, 'proposal')) {
          if (event.round !== round) continue;
          const before = votes.get(event.candidate!)?.count ?? 0;
          votes.set(event.candidate!, { count: before + 1, correct: Number(event.score?.['correct']) });
        }
        const most = Math.max(...[...votes.values()].map(({ count }) => count));
        const winners = [...votes.values()].filter(({ count }) => count === most);
        return winners.length === 0 ? 0 : sum(winners.map(({ correct }) => correct)) / winners.length;
      });
      return (100 * sum(shares)) / run.length;
    });
    // The answer reader has changed since then: one more debate is right in round 1.
    expect(right[0]).toBeCloseTo(25.7239, 0);
    expect(right[1]).toBeCloseTo(27.0538, 0);
  });

  it.each(Object.entries(reference.zeroeval))(
    'reference: number of right answers from %s on GSM8K',
    (model, right) => {
      const gsm8k = [...recorded('zeroeval')].filter(({ labels }) => labels?.['dataset'] === 'gsm8k');
      const own = all(gsm8k, 'proposal').filter(
        ({ agent, score }) => agent === model && score?.['correct'] === 1,
      );
      // The reference takes "2:00 pm" for 2.
      expect(right - own.length).toBeLessThanOrEqual(1);
      expect(own.length).toBeLessThanOrEqual(right);
    },
  );

  it('reference: deals and points in negotiations between people', () => {
    const run = [...recorded('casino-negotiations')];
    const accepted = run.filter(({ outcome }) => outcome !== null);
    expect(accepted).toHaveLength(reference.talks.accepted);
    expect(sum(run.map(({ score }) => Number(score['total'])))).toBe(reference.talks.points);
  });
});

describe('llm-deliberation', () => {
  const games = [...recorded('llm-deliberation')];
  const deals = (some: Iterable<Collaboration>): ProposalEvent[] =>
    all(some, 'proposal').filter(({ candidate }) => candidate !== null);

  it.each(Object.entries(reference.games))(
    'reference: number of games and turns in %s',
    (model, { games: size, turns, brokenOff }) => {
      const own = games.filter(({ labels }) => labels?.['model'] === model);
      const isBroken = ({ cause }: Collaboration): boolean => cause === 'broken off';
      // In a game that ended, one message is the leader's last message.
      const said = all(own, 'message').length - own.filter((one) => !isBroken(one)).length;
      expect([own.length, said, own.filter(isBroken).length]).toEqual([size, turns, brokenOff]);
    },
  );

  it('known: the number of deals proposed in words; the third edition found 15,733, and only 13,050 from tags alone', () => {
    const { collaborations, rounds, events } = counts['llm-deliberation'];
    expect(found(games)).toMatchObject({
      collaborations,
      rounds,
      message: events.message,
      decision: events.decision,
    });
    expect(deals(games).length).toBe(15_754);
    expect(all(games, 'unusable').filter(({ kind }) => kind === 'no answer')).toHaveLength(48);
  });

  it('law: the recorded deals equal those that the deal reader finds today; if not, make the set again', () => {
    const { settings } = recorded('llm-deliberation').about.environment;
    const sheets = settings['games'] as unknown as Readonly<
      Record<string, readonly { scores: Record<string, number[]> }[]>
    >;
    const different = games.filter(({ events, cause, case: game }) => {
      const own = eventsOf({ events }, 'proposal');
      const said = eventsOf({ events }, 'message');
      const scores = Object.entries(sheets[game]?.[0]?.scores ?? {});
      const issues: Issues = Object.fromEntries(scores.map(([issue, row]) => [issue, row.length]));
      // The leader's last words may support a deal instead of proposing one.
      const turns = cause === 'broken off' ? said : said.slice(0, -1);
      return turns.some(
        ({ text }, at) => JSON.stringify(proposedDeal(text, issues)) !== JSON.stringify(own[at]?.proposal),
      );
    });
    expect(different).toEqual([]);
  });

  it('known: the first deal in the base game, computed by hand', () => {
    const game = games.find(({ case: name }) => name === 'output_base_best_allcoop_gpt4')!;
    const [opening] = eventsOf(game, 'proposal');
    // SportCo's A1,B1,C4,D1,E5: to itself 14 + 11 + 17 + 35 + 23, to the Mayor 14 + 12 + 0 + 40 + 10.
    expect(opening).toMatchObject({ agent: 'SportCo', candidate: 'A1,B1,C4,D1,E5' });
    expect(opening?.score).toMatchObject({
      utilities: { SportCo: 100, mayor: 76, enviroment: 0, union: 15 + 30, DoT: 9 + 10, other_cities: 0 },
      total: 240,
      optimum: 73 + 80 + 78 + 115 + 66,
      accepting: 2,
      passes: 0,
    });
  });

  it('law: the table holds the latest deal, and no deal beats the optimum', () => {
    for (const { events } of games) {
      let latest: string | null = null;
      for (const event of events)
        if (event.type === 'proposal') latest = event.candidate ?? latest;
        else if (event.type === 'decision') {
          if (event.by === 'the table') expect(event.standing?.candidate ?? null).toBe(latest);
          expect(Number(event.score['share'])).toBeLessThanOrEqual(1);
        }
    }
  });
});

describe('live sets', () => {
  const name = 'live-qwen2.5-coder-1.5b';

  it('law: a set contains its conditions in order', () => {
    const whole = recorded(name);
    const { conditions } = recordedSets().find((set) => set.name === name)!;
    const inParts = conditions.flatMap((condition) => [...recorded(name, condition)]);
    expect([...whole].map(({ events }) => events)).toEqual(inParts.map(({ events }) => events));
    expect(whole.about.evidence).toBe('live');
    expect(Object.values(counts[name].conditions)).toEqual(
      conditions.map((condition) => recorded(name, condition).size),
    );
  });

  it('known: a condition is a run with its own environment, protocol and replies', () => {
    const run = recorded(name, 'economies--rated');
    expect(run.about).toMatchObject({
      evidence: 'live',
      environment: { name: 'exchange-economy' },
      protocol: { name: 'round-table', settings: { rule: 'rated' } },
    });
    expect([...run]).toEqual([...openRun(run.folder!)]);
    const replies = gunzipSync(readFileSync(join(run.folder!, 'replies.jsonl.gz')))
      .toString('utf8')
      .trim()
      .split('\n');
    expect(replies).toHaveLength(sum([...run].map(({ calls }) => calls.length)));
    for (const line of replies)
      expect((JSON.parse(line) as { messages: unknown[] }).messages).not.toEqual([]);
  });
});

describe('bad input', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'agora-recorded-'));
    const folder = join(home, 'recorded', 'gpqa-debates');
    mkdirSync(folder, { recursive: true });
    for (const file of ['run.json', 'collaborations.jsonl.gz'])
      cpSync(join(dataFolder(), 'recorded', 'gpqa-debates', file), join(folder, file));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const packed = (): string => join(home, 'recorded', 'gpqa-debates', 'collaborations.jsonl.gz');

  it('behaviour: the error for an unknown set or condition lists the names that exist', () => {
    expect(() => recorded('dilan')).toThrow('dylan');
    expect(() => recorded('live-qwen2.5-coder-1.5b', 'economies')).toThrow('economies--majority');
    expect(() => recorded('dylan', 'debates')).toThrow('debates');
  });

  it('behaviour: the error for a truncated packed file names the file', () => {
    vi.stubEnv('AGORA_DATA', home);
    expect([...recorded('gpqa-debates')]).toHaveLength(198);
    writeFileSync(packed(), readFileSync(packed()).subarray(0, 9000));
    expect(() => [...recorded('gpqa-debates')]).toThrow('collaborations.jsonl.gz');
  });

  it('behaviour: an incomplete last line is skipped, and the error for a broken line before it names its number', () => {
    vi.stubEnv('AGORA_DATA', home);
    const lines = gunzipSync(readFileSync(packed())).toString('utf8');
    writeFileSync(packed(), gzipSync(lines.slice(0, -100)));
    expect([...recorded('gpqa-debates')]).toHaveLength(197);
    writeFileSync(packed(), gzipSync(lines.replace('\n', ',\n')));
    expect(() => [...recorded('gpqa-debates')]).toThrow('Line 1');
  });

  it('behaviour: the error for a file that is missing or differs from the published one says how to restore it', () => {
    cpSync(join(dataFolder(), 'recorded', 'SHA256SUMS'), join(home, 'recorded', 'SHA256SUMS'));
    vi.stubEnv('AGORA_DATA', home);
    expect(recorded('gpqa-debates').size).toBe(198);
    const lines = gunzipSync(readFileSync(packed())).toString('utf8');
    writeFileSync(packed(), gzipSync(lines.replace('"correct":1', '"correct":0')));
    expect(() => recorded('gpqa-debates')).toThrow(/differs from the published file.*git/);
    rmSync(packed());
    expect(() => recorded('gpqa-debates')).toThrow(/is missing.*git/);
  });

  it('behaviour: the error for a folder without recorded sets says what to do', () => {
    vi.stubEnv('AGORA_DATA', join(home, 'elsewhere'));
    expect(() => recordedSets()).toThrow('AGORA_DATA');
  });
});
