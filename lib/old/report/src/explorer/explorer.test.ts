import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import quantile from '@stdlib/stats-base-dists-t-quantile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeEconomy } from 'agora-core/environments';
import { experiment, type Run } from 'agora-core/experiment';
import { labelCollaborations, messageLength, cueLabeller, readingGrade } from 'agora-core/language';
import { measure } from 'agora-core/metrics';
import { simulated } from 'agora-core/models';
import { roundTable } from 'agora-core/protocols';
import { type Collaboration, type Event, eventsOf, recorded } from 'agora-core/transcripts';
import { dowdall } from 'agora-voting';
import { agreedWith, favours } from '../../explorer/agreement';
import { filterOf, offered } from '../../explorer/filter';
import { grouped, studentReach } from '../../explorer/groups';
import { hearingsIn } from '../../explorer/heard';
import { linesOf, marks } from '../../explorer/reading';
import { inWords } from '../entries';
import { explore } from './explore';
import { pageOf } from './page';
import { serveExplorer } from './serve';
import { sourceOf, sourcesOf, type Explorable } from './sources';
import { noBrowser, openPages, pageFor, skipped, type Pages } from './testing/shared-pages';

let pages: Pages;
let runs: readonly Run[];
beforeAll(async () => {
  pages = await openPages();
  ({ runs } = pages);
}, 60_000);
afterAll(() => pages.close());

const open: Pages['open'] = (...given) => pages.open(...given);

describe('explore', () => {
  it('known: what a notebook gets is one frame that holds the chosen collaborations', async () => {
    const rows = await measure(runs[0]!, { rounds: ({ finished }) => finished!.rounds }, { each: true });
    const { html, text } = explore(runs[0]!, { collaborations: [1, 3], rows, rounds: [2] });
    expect(text).toContain('by dowdall: 2 collaborations');
    expect(html.slice(0, 120)).toMatch(
      /^<iframe title="Transcripts of by dowdall" sandbox="allow-scripts" class="agora-explorer"/,
    );
    expect(html.match(/id=&quot;detail-/g)).toHaveLength(2);
    const view = (...collaborations: number[]) =>
      /&quot;view&quot;:&quot;(.*?)&quot;/.exec(explore(runs[0]!, { collaborations }).html)?.[1];
    expect([view(3), view(1, 3)]).toEqual(['c=3', '']);
  });

  it('known: numbers stand beside the run that they were measured in, and each under all that tells it from others', async () => {
    const shares = { share: ({ finished }: Collaboration) => finished!.score['share'] as number };
    const each = await Promise.all(
      runs.map((run) => measure({ by: { [run.name]: run } }, shares, { each: true })),
    );
    const { html } = explore(runs, { rows: each });
    const shown = html.replaceAll('&quot;', '"');
    for (const run of runs)
      for (const [index, value] of [...run].map(shares.share).entries())
        expect(shown).toMatch(
          new RegExp(`"index":${index},[^{]*"numbers":{[^}]*"share, ${run.name}":${value}[,}]`),
        );
    const once = sourceOf(runs[0]!, { rows: each.flat() }).run.collaborations[0]!.numbers;
    expect(Object.keys(once)).toEqual(expect.arrayContaining(['share, by dowdall', 'share, by unanimous']));
    expect(() => explore(runs, { rows: each.flat() })).toThrow('explore needs a list of rows as rows.0');
  });

  it('law: beside each message stands what the language room says of it, and long collaborations have words alone', async () => {
    const { index, events, ...rest } = runs[0]!.get(2);
    const said = Object.values(sourceOf(runs[0]!).detail(index)!.said);
    const texts = eventsOf({ events }, 'message').map(({ text }) => text);
    expect(said.map(({ words }) => words)).toEqual(texts.map(messageLength));
    expect(said.map(({ grade }) => grade)).toEqual(texts.map(readingGrade));
    const [labels] = await labelCollaborations([{ index, events, ...rest }], cueLabeller);
    expect(said.map(({ acts }) => acts)).toEqual(labels!.labelled.map(({ acts }) => acts));
    const [message] = eventsOf({ events }, 'message');
    const long = { index, ...rest, events: Array.from({ length: 1001 }, () => message!) };
    expect(sourceOf([long]).detail(index)!.said[1000]).toEqual({ words: messageLength(message!.text) });
  });

  it('known: what tokens of a live run cost is told where prices are known, and of no other', () => {
    const { folder, name } = runs[0]!;
    const prices = { inputPerMillion: 2, outputPerMillion: 10 };
    expect(sourceOf({ folder, name, evidence: 'live' }, { prices }).run.prices).toEqual(prices);
    expect(sourceOf({ folder, name, evidence: 'live' }).run.prices).toBeNull();
    expect(sourceOf(runs[0]!, { prices }).run.prices).toBeNull();
  });

  it('law: recorded games open in the same way, and no more than were asked for', () => {
    const source = sourceOf(recorded('llm-deliberation'), { most: 3 });
    expect(source.run).toMatchObject({ name: 'llm-deliberation', evidence: 'recorded', more: 644 });
    expect(source.detail(2)?.events.length).toBeGreaterThan(10);
    expect(source.detail(3)).toBeNull();
  });

  it('law: of runs that are packed whole, every reply has its prompt; other sets say that none were published', () => {
    const live = sourceOf(recorded('live-qwen2.5-coder-1.5b'), { most: 20 });
    expect(live.run.prompts).toBe('recorded');
    for (const { index } of live.run.collaborations) {
      const { events, prompts, asked } = live.detail(index)!;
      expect(asked).toMatchObject({ model: 'qwen2.5-coder-1.5b', weights: 'qwen2.5-coder-1.5b' });
      for (const { request } of eventsOf({ events }, 'reply'))
        expect(prompts[request]?.map(({ content }) => content).join('').length).toBeGreaterThan(100);
    }
    const other = sourceOf(recorded('dylan'), { most: 1 });
    // It has no decision on record: whether one was made is not known.
    expect(other.run.collaborations[0]!.decided).toBeNull();
    expect([other.run.prompts, other.detail(0)!.asked, other.detail(0)!.prompts]).toEqual([
      'not published',
      null,
      {},
    ]);
  });

  it('law: our live runs are shown as runs are: each proposal by its environment, and how each was made', () => {
    const live = recorded('live-qwen2.5-coder-1.5b');
    const source = sourceOf(live);
    const of = (name: string) => source.run.facts.find((fact) => fact.name === name)?.value ?? '';
    expect(of('protocol')).toMatch(/election.*round-table/s);
    expect(of('rule')).toContain('rated');
    expect(of('environment')).toContain('exchange-economy');
    expect([of('temperature'), of('seed')]).toEqual([expect.stringContaining('0'), '1']);
    expect(of('economies / rated')).toMatch(/^round-table \(rule rated, rounds 5.*seed 1$/);
    const runs = live.runs!();
    expect(runs.reduce((sum, { cases }) => sum + cases, 0)).toBe(source.run.collaborations.length);
    const economy = runs.find(({ entry }) => entry === 'economies')!;
    const { presented } = source.detail(economy.first)!;
    expect(presented[0]!.columns.at(-1)).toBe('utility');
    const menu = runs.find(({ entry }) => entry === 'menus')!;
    expect(source.detail(menu.first)!.presented[0]!.rowsAre).not.toBe('');
  });

  it('law: a cell holds the prompts of the collaborations that it shows, and of no others', () => {
    const bytes = (collaborations: number[]) =>
      Buffer.byteLength(explore(recorded('live-qwen2.5-coder-1.5b'), { collaborations }).html);
    // Elections have no formulas, whose fonts would be most of the page.
    expect(bytes([0, 1])).toBeLessThan(450_000);
    expect(bytes([0, 1])).toBeGreaterThan(bytes([0]));
  });

  it('known: runs of one name are told apart by what differs, else by their folders', () => {
    const [one, other] = runs.map((run) => ({ folder: run.folder, name: 'a round', evidence: run.evidence }));
    const names = (...given: Explorable[]) => sourcesOf(given).map(({ run }) => run.name);
    expect(names(one!, other!)).toEqual([
      'a round (rule: dowdall, ties: fixed-order)',
      'a round (rule: unanimous, ties: none)',
    ]);
    expect(names(one!, one!)).toEqual(['a round (dowdall)', 'a round (dowdall)']);
    expect(names([runs[0]!.get(0)], [runs[0]!.get(1)])).toEqual(['collaborations (1)', 'collaborations (2)']);
    expect(names(runs[0]!, other!)).toEqual(['by dowdall', 'a round']);
  });

  it('contract: what cannot be explored is named', () => {
    expect(() => explore(runs[0]!, { collaborations: [1, 99] })).toThrow(
      'by dowdall has no collaboration 99',
    );
    expect(() => explore(runs[0]!, { agents: ['Nobody'] })).toThrow(
      'explore needs one of Agent A, Agent B, Agent C as agents.0, got "Nobody"',
    );
    expect(explore([]).text).toContain('The explorer of collaborations: no collaborations.');
    expect(explore(runs[0]!.filter(() => false)).text).toContain('no collaborations');
    expect(() => explore(7 as never)).toThrow(/a run, or collaborations/);
    expect(() => explore([], { heigth: 3 } as never)).toThrow(/did you mean "height"/);
  });
});

describe('what is marked', () => {
  it('known: a message that was made of a refusal is marked, and found among failures; the endpoint speaks for itself', () => {
    const place = { collaboration: 0, round: 1, phase: 'message' };
    const call = { agent: 'Ann', repeat: 0, attempt: 0 };
    const tokens = {
      inputTokens: 1,
      outputTokens: 1,
      counted: 'reported',
      latencyMs: 1,
      cached: false,
    } as const;
    const reply = { type: 'reply', ...place, ...call, request: 'a', finish: 'stop', ...tokens } as const;
    const message = { type: 'message', ...place, from: 'Ann', to: ['Ben'], text: 'No.' } as const;
    const incident = { type: 'incident', ...place, ...call, kind: 'retry', text: 'busy' } as const;
    const detail = (refusal: object) => ({
      index: 0,
      agents: ['Ann', 'Ben'],
      instance: null,
      finished: null,
      numbers: [],
      said: {},
      events: [incident, { ...reply, ...refusal, text: 'No.' }, message],
    });
    const view = { rounds: [], agents: [], seenBy: '' };
    const marked = (refusal: object) =>
      linesOf(detail(refusal) as never, view as never).flatMap((line) =>
        line.event === null ? [] : [[line.entry.head, line.isRefusal]],
      );
    expect(marked({ refusal: true })).toEqual([
      ['Endpoint, asked for Ann: retry', false],
      ['Ann to Ben', true],
    ]);
    expect(marked({})[1]).toEqual(['Ann to Ben', false]);
    expect(marks.failure(detail({ refusal: true }) as never)).toEqual([2]);
    expect(marks.failure(detail({}) as never)).toEqual([]);
    // A collaboration that ended undecided: its last decision tells why.
    const decision = { type: 'decision', ...place, selected: null, standing: null };
    const ended = (outcome: unknown) => ({
      ...detail({}),
      events: [message, decision, message, decision],
      finished: { outcome },
    });
    expect(marks.failure(ended(null) as never)).toEqual([3]);
    expect(marks.failure(ended({ apples: 1 }) as never)).toEqual([]);
  });
});

describe('who heard whom', () => {
  const names = ['Ann', 'Ben', 'Cem'];
  const message = (from: string, round: number, visibleTo?: string[]) => ({
    type: 'message',
    collaboration: 0,
    round,
    phase: 'message',
    from,
    to: [],
    text: 'x',
    ...(visibleTo === undefined ? {} : { visibleTo }),
  });
  const heard = (events: object[], rounds: number[] = []) =>
    hearingsIn({ agents: names, events, finished: null } as never, rounds)?.map(
      ({ from, to, said, heard: count }) => `${to} ${from} ${count}/${said}`,
    ) ?? null;
  const all = (round: number, visibleTo?: string[]) => names.map((name) => message(name, round, visibleTo));

  it('known: where everybody hears everything there is nothing to show, though the last words reach nobody', () => {
    expect(heard([...all(1), ...all(2)])).toBeNull();
    expect(heard([])).toBeNull();
    // Where replies are on record, Ann was asked last, and nobody after her.
    const reply = { type: 'reply', collaboration: 0, round: 1, phase: 'message', agent: 'Ann' };
    expect(heard([...all(1), reply])).toBeNull();
  });

  it('known: what was kept from somebody who went on counts as not heard, in the rounds that are shown', () => {
    const events = [...all(1), message('Ann', 2, ['Ben']), ...all(2), ...all(3)];
    expect(heard(events)).toEqual([
      'Ann Ben 3/3',
      'Ann Cem 3/3',
      'Ben Ann 4/4',
      'Ben Cem 3/3',
      'Cem Ann 3/4',
      'Cem Ben 3/3',
    ]);
    expect(heard(events, [1])).toContain('Cem Ann 1/1');
  });
});

describe('who agreed', () => {
  it('known: a ballot favours what it has nothing above, of each kind', () => {
    const ballots = [
      { kind: 'choice', choice: 'A' },
      { kind: 'ranking', ranking: ['A', 'B'] },
      { kind: 'weak-ranking', tiers: [['C', 'A'], ['B']] },
      { kind: 'approval', approved: ['C', 'A'] },
      { kind: 'rating', ratings: { A: 5, B: 1, C: 5 } },
      { kind: 'points', points: { A: 60, B: 40 } },
    ];
    for (const ballot of ballots)
      expect([favours(ballot, 'A'), favours(ballot, 'B'), favours(ballot, 'Z')]).toEqual([
        true,
        false,
        false,
      ]);
    expect(favours(null, 'A')).toBe(false);
  });

  it('known: by the ballots of the vote that decided, else by the last proposals, else it is not known', () => {
    const place = { collaboration: 0, round: 1, phase: 'vote' };
    const agents = ['Ann', 'Ben', 'Cem'];
    const standing = { candidate: 'A', proposal: 4 };
    const decision = { type: 'decision', ...place, selected: 'A', standing };
    const vote = (by: string, choice: string | null) => ({
      type: 'vote',
      ...place,
      by,
      ballot: choice === null ? null : { kind: 'choice', choice },
    });
    const proposal = (by: string, candidate: string, value: number) => ({
      type: 'proposal',
      ...place,
      by,
      candidate,
      proposal: value,
    });
    const agreed = (events: object[]) => [
      ...agreedWith({ agents, events, finished: { outcome: 4 } } as never).values(),
    ];
    const earlier = [proposal('Cem', 'A', 4)];
    expect(agreed([...earlier, vote('Ann', 'A'), vote('Ben', 'B'), decision])).toEqual([true, false, null]);
    expect(agreed([vote('Ann', null), decision, vote('Ben', 'B')])).toEqual([null, null, null]);
    const own = [proposal('Ann', 'A', 4), proposal('Ben', 'B', 4), proposal('Cem', 'C', 5)];
    expect(agreed([...own, decision])).toEqual([true, true, false]);
    expect(agreed([vote('Ann', 'A'), { ...decision, selected: null }])).toEqual([null, null, null]);
  });
});

describe('the filter', () => {
  const games = sourceOf(recorded('llm-deliberation')).run.collaborations;
  const open = {
    ...games[0]!,
    index: 700,
    rounds: null,
    cause: null,
    decided: null,
    numbers: {},
    fields: {},
  };
  const odd = { ...open, index: 701, cause: 'tired and done', decided: true };
  const all = [...games, open, odd];
  const names = new Set(['decided', 'cause', 'share', 'failures', 'unfinished', 'game', 'model', 'outcome']);
  const passing = (filter: string) => {
    const { passes } = filterOf(filter, names, all);
    return passes && all.filter(passes).map(({ index }) => index);
  };
  const where = (holds: (one: Collaboration) => boolean) =>
    [...recorded('llm-deliberation')].filter(holds).map(({ index }) => index);

  it('law: cases are told apart by condition and outcome', () => {
    const of = ({ instance }: Collaboration) => instance as { game: string; model: string };
    expect(new Set(games.map(({ fields }) => fields['game'])).size).toBeGreaterThan(1);
    expect(passing('game = base and model = llama2_13b and not decided')).toEqual(
      where(
        (one) => of(one).game === 'base' && of(one).model === 'llama2_13b' && one.finished!.outcome === null,
      ),
    );
    const deal = games.find(({ fields }) => fields['outcome'] !== undefined)!.fields['outcome'] as string;
    expect(passing(`outcome = ${deal}`)).toEqual(
      where(({ finished }) => finished!.outcome !== null && inWords(finished!.outcome) === deal),
    );
  });

  it('law: what is not known passes neither a condition nor its opposite', () => {
    expect(passing('not decided')).toEqual(games.flatMap(({ decided, index }) => (decided ? [] : [index])));
    expect(passing('not share < 0.8')).not.toContain(700);
    expect(passing('unfinished')).toEqual([700]);
    expect(passing('not unfinished')).toHaveLength(games.length + 1);
  });

  it('law: cases that runs decided differently are found by number, case and outcome; what one run alone ended is not known', () => {
    const rows = [true, false, null].map((decidedDifferently, index) => ({
      ...open,
      index,
      decidedDifferently,
    }));
    const known = new Set(['decided', 'decided differently']);
    const passed = (filter: string) =>
      rows.filter(filterOf(filter, known, rows).passes!).map(({ index }) => index);
    expect(passed('decided differently')).toEqual([0]);
    expect(passed('not decided differently')).toEqual([1]);
    // Digests stand for the case and the outcome, the order of their keys aside.
    const talk = (instance: object, outcome: object | null): Collaboration => ({
      index: 0,
      instance: instance as never,
      agents: ['Ann'],
      events: [],
      finished: {
        type: 'finished',
        collaboration: 0,
        rounds: 1,
        cause: 'vote',
        outcome: outcome as never,
        score: {},
      },
    });
    const digests = (one: Collaboration) => {
      const { caseDigest, outcomeDigest } = sourceOf([one]).run.collaborations[0]!;
      return [caseDigest, outcomeDigest];
    };
    const [one, same, other, none] = [
      digests(talk({ a: 1, b: 2 }, { x: 1, y: 'z'.repeat(300) })),
      digests(talk({ b: 2, a: 1 }, { y: 'z'.repeat(300), x: 1 })),
      digests(talk({ a: 1, b: 3 }, { x: 1, y: 'z'.repeat(301) })),
      digests(talk({ a: 1, b: 2 }, null)),
    ];
    expect(same).toEqual(one);
    expect([other[0] === one[0], other[1] === one[1]]).toEqual([false, false]);
    expect([none[0] === one[0], none[1] === one[1]]).toEqual([true, false]);
    expect(digests({ ...talk({}, null), finished: null })[1]).toBeNull();
  });

  it('law: tags = is "has this tag", != "has not", whatever other tags there are; without tags there is none to have', () => {
    const tagged = (index: number, tags: string[]) => ({ ...open, index, tags });
    const rows = [
      tagged(0, ['doubt', 'offer']),
      tagged(1, ['Doubt']),
      tagged(2, []),
      tagged(3, ['no doubt']),
    ];
    const known = new Set(['tags']);
    const passed = (filter: string) =>
      rows.filter(filterOf(filter, known, rows).passes!).map(({ index }) => index);
    expect(passed('tags = doubt')).toEqual([0, 1]);
    expect(passed('tags != doubt')).toEqual([2, 3]);
    expect(passed('not tags = doubt')).toEqual([2, 3]);
    expect(passed('tags = doubt and tags = offer')).toEqual([0]);
    expect(passed('tags contains doubt')).toEqual([0, 1, 3]);
    expect([passed('tags'), passed('not tags')]).toEqual([[0, 1, 3], [2]]);
    expect(offered('tags = d', known, rows)).toEqual(['tags = Doubt', 'tags = doubt']);
    // By tags, a collaboration counts for each of its own.
    const groups = grouped(rows, 'tags', ['messages']).groups.map(({ value, count }) => [value, count]);
    expect(new Map(groups as [string, number][])).toEqual(
      new Map<string | null, number>([
        ['doubt', 1],
        ['Doubt', 1],
        ['offer', 1],
        ['no doubt', 1],
        [null, 1],
      ]),
    );
  });

  it('contract: a filter that means nothing is none', () => {
    expect(passing('decided = yes')).toEqual(passing('decided'));
    expect(passing('decided != true')).toEqual(passing('not decided'));
    expect(passing('cause = "tired and done" and decided')).toEqual([701]);
    const faultOf = (filter: string) => {
      const { fault } = filterOf(filter, names, all);
      return fault && [filter.slice(fault.from, fault.to), fault.message];
    };
    for (const [wrong, at, message] of [
      ['share > x', 'x', 'share is a number and cannot be compared with "x"'],
      ['decided = perhaps', 'perhaps', 'decided is yes or no and cannot be compared with "perhaps"'],
      ['decided > no', 'no', 'decided is yes or no and cannot be compared with "no"'],
      ['failures > 0 and nobody', 'nobody', 'there is no column "nobody"'],
      ['modle = mixtral', 'modle', 'there is no column "modle": did you mean "model"?'],
      ['not decided or', 'or', 'a condition is missing after "or"'],
      ['decided and not ', 'not ', 'a condition is missing after "not"'],
      ['decided and (', '(', 'a condition is missing after "("'],
      ['decided failures', 'failures', 'expected "and" or "or" before "failures"'],
      ['(decided', '(', 'nothing closes "("'],
      ['share <', 'share <', 'a value is missing after "share <"'],
      ['cause = "tired', '"tired', 'nothing closes the quotation mark of ""tired"'],
      ['decided and ', 'and ', 'a condition is missing after "and"'],
    ] as const) {
      expect(passing(wrong)).toBeNull();
      expect(faultOf(wrong)).toEqual([at, message]);
    }
  });

  it('law: or, not, parentheses, contains and letters of either case select what they say', () => {
    const count = (filter: string) => passing(filter)!.length;
    expect(count('decided or not decided')).toBe(games.length + 1); // 700 has no value
    expect(passing('game = base and (model = llama2_13b or model = mixtral)')).toEqual(
      passing('(GAME = Base AND model = LLAMA2_13B) OR (game = base and model = mixtral)'),
    );
    expect(count('model contains llama2')).toBe(count('model = llama2_13b or model = llama2_70b'));
    expect(passing('not (decided and failures = 0)')).toEqual(passing('not decided or failures > 0'));
    expect(count('')).toBe(all.length);
  });

  it('known: while one types, names, signs and values are offered that go on from there', () => {
    expect(offered('de', names, all)).toEqual(['decided']);
    expect(offered('decided ', names, all)).toEqual(['decided = ']);
    expect(offered('share ', names, all)).toContain('share > ');
    expect(offered('decided and MODEL = llama2', names, all)).toEqual([
      'decided and model = llama2_13b',
      'decided and model = llama2_70b',
    ]);
    expect(offered('cause = tired', names, all)).toEqual(['cause = "tired and done"']);
  });
});

describe('groups', () => {
  it('reference: Student’s t at 0.975 is the one of @stdlib', () => {
    for (const degrees of [1, 2, 9, 10, 11, 15, 30, 99, 646])
      expect(studentReach(degrees)).toBeCloseTo(quantile(0.975, degrees), 3);
  });

  it('known: means with Student’s t, shares with Wilson’s interval', () => {
    const one = {
      index: 0,
      agents: 2,
      messages: 0,
      failures: 0,
      cause: 'end',
      fields: { rule: 'Borda' },
      caseDigest: '',
      outcomeDigest: null,
    };
    const rows = [2, 4, 9].map((value, index) => ({
      ...one,
      index,
      rounds: value,
      decided: index > 0,
      numbers: {},
    }));
    const { numbers, groups } = grouped(rows, 'rule', ['rounds', 'decided', 'cause']);
    expect(numbers).toEqual(['rounds', 'decided']);
    const [rounds, decided] = groups[0]!.means;
    // 2, 4 and 9: mean 5, standard error 3.6056 / sqrt(3), t(0.975; 2) = 4.3027
    expect(rounds!.value).toBe(5);
    expect(rounds!.high! - 5).toBeCloseTo((4.302653 * Math.sqrt(13)) / Math.sqrt(3), 4);
    // Two of three: Wilson's interval is 0.2077 to 0.9385.
    expect([decided!.low, decided!.high]).toEqual([expect.closeTo(0.2077, 3), expect.closeTo(0.9385, 3)]);
  });

  it('known: the column decides what is a share: counts of 0 and 1 are counts, seeds have no mean, shares stay inside', () => {
    const rows = [0, 1, 1].map((count, index) => ({
      index,
      agents: 2,
      messages: 0,
      failures: count,
      rounds: 1,
      cause: 'end',
      decided: true,
      caseDigest: '',
      outcomeDigest: null,
      numbers: { share: [0.02, 0, 0.31][index]!, correct: count, passes: 2 * count, own: count },
      fields: { rule: 'Borda', seed: 7 + index, optimum: 30 },
    }));
    const names = ['failures', 'share', 'correct', 'passes', 'own', 'seed', 'optimum', 'decided'];
    const { numbers, groups } = grouped(rows, 'rule', names);
    expect(numbers).toEqual(['failures', 'share', 'correct', 'passes', 'own', 'decided']);
    const mean = (name: string) => groups[0]!.means[numbers.indexOf(name)]!;
    // 0, 1 and 1: standard error 1/3, t(0.975; 2) = 4.3027
    for (const name of ['failures', 'own']) expect(mean(name).high).toBeCloseTo(2 / 3 + 4.3027 / 3, 3);
    expect(mean('correct').high).toBeCloseTo(0.9385, 3);
    expect(mean('passes').high).toBeGreaterThan(1); // of this name, and no share in this run
    // Mean 0.11, standard error 0.1002: Student's interval would begin at -0.32. As many cases of yes and no as have this
    // error are 0.0979 / 0.01003 = 9.757; centre (0.11 + 18.513 / 19.515) / (1 + 18.513 / 9.757) = 0.3654, reach 0.3596
    expect(mean('share').low).toBeCloseTo(0.0057, 3);
    expect(mean('share').high).toBeCloseTo(0.725, 3);
    expect(mean('decided').high).toBe(1);
  });
});

describe('the page', () => {
  it.skipIf(noBrowser !== '')(
    `law: filter, open, move, look behind, search, see as another, hold beside, and go back by a link${skipped}`,
    async () => {
      const { page, trouble } = await open(pageFor(...runs), '#all=0');
      await page.getByLabel('Show those with').fill('failures > 0');
      const failing = [...runs[0]!].filter(({ events }) => events.some(({ type }) => type === 'failure'));
      await page.getByText(`${failing.length} of 5`).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press(']');
      await page.getByRole('heading', { name: `collaboration ${failing[0]!.index}` }).waitFor();
      await page.keyboard.press('f');
      const behind = page.getByRole('complementary', { name: 'Details of the event' });
      await behind.getByText('# Who you are').first().waitFor();
      expect(await behind.innerText()).toMatch(/[\d,]+ tokens in, \d+ out/);
      const link = page.url();
      expect(link).toContain(`c=${failing[0]!.index}`);
      await page.selectOption('#seen-by', 'Agent B');
      await page.selectOption('#beside', '1');
      await page
        .getByRole('region', { name: /^Collaboration \d/ })
        .nth(1)
        .waitFor();
      await page.getByText(/They part in round \d|The decision is the same/).waitFor();
      const words = failing[0]!.events.find(({ type }) => type === 'message') as { text: string };
      await page.getByLabel('Search all messages').fill(words.text.slice(0, 40).toUpperCase());
      await page.getByRole('region', { name: 'Found' }).getByRole('button').first().click();
      await page.goto('about:blank');
      await page.goto(link);
      await behind.waitFor();
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it.skipIf(noBrowser !== '')(
    `law: each of a user's five questions takes three clicks at most${skipped}`,
    async () => {
      const { page, trouble } = await open(pageFor(...runs), '#all=0');
      const [one, other] = runs.map((run) => [...run]);
      const standing = ({ events }: Collaboration) =>
        events.flatMap((event) =>
          event.type === 'decision' ? [JSON.stringify(event.standing?.proposal ?? null)] : [],
        );
      /** The first round after which the two rules have another decision standing; -1 without any. */
      const parts = one!.map((left, index) =>
        standing(left).findIndex((stands, place) => stands !== standing(other![index]!)[place]),
      );
      const chosen = parts.findIndex((place) => place >= 0);
      const undecided = one!.filter(({ finished }) => finished!.outcome === null).length;
      const outcomeIn = (run: readonly Collaboration[], index: number) =>
        JSON.stringify(run[index]!.finished!.outcome);
      const otherwise = one!.filter((_, index) => outcomeIn(one!, index) !== outcomeIn(other!, index)).length;
      expect(otherwise).toBeGreaterThan(0);
      await page.selectOption('#run', 'all');
      await page.getByRole('button', { name: 'decided differently' }).click(); // in both runs
      await page.getByText(`${2 * otherwise} of 10`).waitFor();
      await page.getByRole('button', { name: 'decided differently' }).click();
      await page.selectOption('#run', '0');
      await page.getByRole('button', { name: 'not decided' }).click(); // the collaborations without agreement
      await page.getByText(`${undecided} of 5`).waitFor();
      await page.getByRole('button', { name: 'not decided' }).click();
      await page.getByRole('button', { name: `Collaboration ${chosen}`, exact: true }).click(); // one conversation to read
      const { events } = one![chosen]!;
      const message = events.find((event) => event.type === 'message')!;
      await page.getByText(message.text).waitFor();
      const drawn = page.getByRole('img', { name: /^share by round/ }); // the utility by round stands above it
      const shares = events.flatMap((event) => (event.type === 'decision' ? [event.score['share']] : []));
      const label = (await drawn.getAttribute('aria-label'))!;
      expect([...label.matchAll(/([\d.]+) in round/g)].map(([, share]) => Number(share))).toEqual(
        shares.map((share) => Number((share as number).toPrecision(4))),
      );
      await page.getByText(message.text).click(); // the prompt behind a message
      const [asked] = runs[0]!.prompt(message)!;
      const behind = page.getByRole('complementary', { name: 'Details of the event' });
      expect(await behind.locator('pre').first().innerText()).toBe(asked!.content);
      await page.selectOption('#beside', '1'); // where two rules part
      await page.getByRole('button', { name: `They part in round ${1 + parts[chosen]!}` }).click();
      await page.getByText('Decision by unanimous', { exact: false }).first().waitFor();
      expect(new URL(page.url()).hash).toContain('beside=1');
      const panes = page.getByRole('region', { name: /^Collaboration \d/ });
      const order = () =>
        panes.evaluateAll((all) => all.map((one) => String(one.getAttribute('aria-label'))));
      const before = await order();
      expect(before.map((name) => name.split(' of ')[1])).toEqual(['by dowdall', 'by unanimous']);
      await panes.nth(1).getByRole('button', { name: 'Decision by unanimous' }).first().click(); // panes stay in place
      await behind.getByText('No record of a call belongs to this event.').waitFor();
      expect(await order()).toEqual(before);
      expect(new URL(page.url()).hash).toContain('beside=0');
      const scales = await panes
        .locator('figcaption')
        .evaluateAll((all) => all.map((one) => /[^ ]+ to [^ ]+$/.exec(one.textContent ?? '')?.[0]));
      expect(scales).toHaveLength(2);
      expect(scales[0]).toBe(scales[1]);
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it.skipIf(noBrowser !== '')(
    `known: what is believed stands beside what is so, and a reply beside what it cost${skipped}`,
    async () => {
      const place = { collaboration: 0, round: 1, phase: 'observation' };
      const belief = { shared: { rice: 3, eggs: 0 }, values: {} };
      const events: Event[] = [
        {
          type: 'reply',
          ...place,
          agent: 'Ann',
          repeat: 0,
          attempt: 0,
          request: 'none',
          text: '{}',
          finish: 'stop',
          inputTokens: 1500,
          outputTokens: 200,
          counted: 'reported',
          latencyMs: 812,
          cached: false,
        },
        { type: 'note', ...place, by: 'Ann', kind: 'belief', data: { belief, errors: { publicError: 0.5 } } },
      ];
      const instance = { truth: { shared: { rice: 2, eggs: 0 }, values: {} } };
      const source = sourceOf([{ index: 0, instance, agents: ['Ann'], events, finished: null }]);
      const prices = { inputPerMillion: 2, outputPerMillion: 10 };
      const runs = [{ ...source.run, prices }];
      const { page, trouble } = await open(pageOf({ title: 't', runs, view: '' }, [source]), '#c=0&e=1');
      const behind = page.getByRole('complementary', { name: 'Details of the event' });
      const table = behind.getByRole('table', { name: 'Belief and truth' });
      expect((await table.innerText()).replace(/\s+/g, ' ')).toBe('what believed true shared, rice 3 2');
      // 1500 tokens at $2 and 200 at $10 per million: 0.003 + 0.002
      await behind.getByText('1,500 tokens in, 200 out, $0.00500, counted by the model, 812 ms').waitFor();
      const numbers = page.getByRole('table', { name: 'belief: publicError in round 1' });
      expect((await numbers.innerText()).replace(/\s+/g, ' ')).toBe('Ann 0.5');
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it.skipIf(noBrowser !== '')(
    `law: "back" leads through what was read, and an empty page asks nobody${skipped}`,
    async () => {
      const { page, trouble } = await open(pageFor(...runs), '#all=0');
      const heading = (index: number) => page.getByRole('heading', { name: `collaboration ${index}` });
      for (const index of [1, 2]) {
        await page.getByRole('button', { name: `Collaboration ${index}`, exact: true }).click();
        await heading(index).waitFor();
      }
      await page.selectOption('#seen-by', 'Agent B'); // no place of its own
      await page.goBack();
      await heading(1).waitFor();
      await page.goBack();
      await expect.poll(() => heading(1).count()).toBe(0);
      await page.goForward();
      await heading(1).waitFor();
      expect(trouble).toEqual([]);
      await page.close();
      const empty = sourceOf([]);
      const other = await open(pageOf({ title: 'none', runs: [empty.run], view: '' }, []));
      await other.page.getByText('No collaborations').waitFor();
      await other.page.getByLabel('Search all messages').fill('agent');
      await other.page.getByText('0 found').waitFor();
      expect(other.trouble).toEqual([]);
      await other.page.close();
    },
    60_000,
  );

  it.skipIf(noBrowser !== '')(
    `known: an election reads as one: one round, votes, and nothing after the decision${skipped}`,
    async () => {
      const election = [...recorded('mmlu-rater-probabilities')][0]!;
      const { page, trouble } = await open(pageFor(election), `#c=${election.index}`);
      await page.getByText('1 round, ended: all ballots were cast').waitFor();
      expect(await page.locator('.outcome').innerText()).toBe('Not scored: the record holds no decision');
      const grid = page.getByRole('table', { name: 'Words by round and agent' });
      const votes = eventsOf(election, 'vote').length;
      expect(await grid.getByRole('button', { name: /round 1: votes/ }).count()).toBe(votes);
      const { scroll, seen } = await page.evaluate<{ scroll: number; seen: number }>(
        '(({ scrollHeight, clientHeight }) => ({ scroll: scrollHeight, seen: clientHeight }))(document.querySelector(".grid"))',
      );
      expect(scroll).toBeLessThanOrEqual(seen); // ten raters at once
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it.skipIf(noBrowser !== '')(
    `law: the keyboard is enough, in the dark and on a narrow screen${skipped}`,
    async () => {
      const { page, trouble } = await open(pageFor(...runs), '#all=0', {
        colorScheme: 'dark',
        viewport: { width: 390, height: 800 },
      });
      const press = async (...all: string[]) => {
        for (const key of all) await page.keyboard.press(key);
      };
      const focused = () => page.evaluate<string>('document.activeElement.id');
      // Keys are heard once the page is drawn, which on a busy machine is after it was opened.
      await expect.poll(() => press('t').then(focused)).toBe('filter');
      await page.keyboard.type('messages > 0');
      await press('Escape', ']', ']');
      await page.getByRole('heading', { name: 'collaboration 1' }).waitFor();
      const at = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('e');
      await press('j');
      await expect.poll(at).not.toBeNull();
      const first = at();
      await press('j');
      await expect.poll(at).not.toBe(first);
      await press('k');
      await expect.poll(at).toBe(first);
      // The focus goes with the keys, and what is chosen is announced.
      const article = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? ""');
      await expect.poll(article).toMatch(/^round 1, Agent [ABC]$/);
      expect(await page.evaluate('document.activeElement.matches("article.entry.chosen")')).toBe(true);
      const announced = page.getByRole('status').filter({ hasText: /^round \d, / });
      expect(await announced.innerText()).toBe(await article());
      await press('j');
      await expect.poll(async () => (await article()) === (await announced.innerText())).toBe(true);
      for (let times = 0; times < 40; times++) await press('j');
      await expect.poll(article).toMatch(/^round 3, /); // far down in the list, too
      await page.goto(page.url().replace(/&e=\d+/, `&e=${first}`));
      await press('d');
      const behind = page.getByRole('complementary', { name: 'Details of the event' });
      await behind.waitFor();
      const { y, height } = (await behind.boundingBox())!;
      expect(y).toBeGreaterThan(100);
      expect(y + height).toBeLessThanOrEqual(800); // all of it is in sight
      expect(await page.getByRole('list', { name: 'Messages and events' }).boundingBox()).toMatchObject({
        x: 12,
      });
      expect(await page.getByLabel('Show those with').isVisible()).toBe(false);
      await press('t');
      await expect.poll(focused).toBe('filter'); // the table is folded, not lost
      await press('Escape', '[', '/');
      expect(await focused()).toBe('words');
      await page.keyboard.type('agent');
      await page.getByRole('region', { name: 'Found' }).getByRole('button').first().waitFor();
      await press('Escape', 'Escape');
      for (let steps = 0; steps < 60 && (await focused()) !== 'seen-by'; steps++) await press('Tab');
      expect(await focused()).toBe('seen-by');
      await press('ArrowDown');
      await page.getByRole('heading', { name: 'collaboration 0' }).waitFor();
      expect(page.url()).toContain('as=Agent+A');
      await press('Escape', '?');
      await page.getByText('next disagreement', { exact: true }).waitFor();
      const { ground, wide } = await page.evaluate<{ ground: string; wide: boolean }>(
        '({ ground: getComputedStyle(document.querySelector("#app")).backgroundColor, wide: document.documentElement.scrollWidth > innerWidth })',
      );
      expect(ground.match(/\d+/g)!.every((part) => Number(part) < 64)).toBe(true);
      expect(wide).toBe(false);
      const nameless = await page.evaluate<number>(
        `[...document.querySelectorAll('button, input, select')].filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length)).length`,
      );
      expect(nameless).toBe(0);
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it.skipIf(noBrowser !== '')(
    `law: only what is in sight of 20,000 messages is drawn, wherever one goes${skipped}`,
    async () => {
      const events = Array.from({ length: 20_000 }, (_, place): Event => ({
        type: 'message',
        collaboration: 0,
        round: 1 + Math.floor(place / 10),
        phase: 'talk',
        from: 'Ann',
        to: [],
        text: `${'word '.repeat(1 + (place % 90))}${place === 7000 ? '**number 7000.**' : `number ${place}.`}`,
      }));
      const talk = { index: 0, instance: null, agents: ['Ann'], events, finished: null };
      const { page } = await open(pageFor(talk), '#c=0&e=19999');
      const seen = (place: number) => page.locator('.said', { hasText: `number ${place}.` }).waitFor();
      await seen(19_999);
      await page.goto(page.url().replace('e=19999', 'e=7000'));
      await seen(7000);
      const list = page.getByRole('list', { name: 'Messages and events' });
      const rows = list.getByRole('listitem');
      expect(await rows.count()).toBeLessThan(60);
      const gaps = await rows.evaluateAll((all) =>
        (all as unknown as { getBoundingClientRect(): { top: number; bottom: number } }[])
          .map((row) => row.getBoundingClientRect())
          .map(({ top }, place, boxes) => Math.abs(top - (boxes[place - 1]?.bottom ?? top))),
      );
      expect(Math.max(...gaps)).toBeLessThan(1);
      // What is still drawn is not made again: it would be laid out anew, and a reader's selection would be lost.
      const [bold, last] = [list.locator('strong', { hasText: 'number 7000.' }), rows.last()];
      const end = await last.innerText();
      const held = await bold.elementHandle();
      await bold.evaluate((own) => getSelection()!.selectAllChildren(own as never));
      await list.evaluate((own) => void ((own as unknown as { scrollTop: number }).scrollTop += 800));
      await expect.poll(() => last.innerText()).not.toBe(end);
      expect(await bold.evaluate((own, kept) => own === kept, held)).toBe(true);
      expect(await page.evaluate<string>('String(getSelection())')).toBe('number 7000.');
      // Nor are all 2,000 rounds: what is laid out is laid out anew with every frame.
      expect(await page.evaluate<number>('document.querySelectorAll("*").length')).toBeLessThan(1500);
      await page.getByText('rounds 661 to 720 of 2000').waitFor(); // around message 7,000
      await page.getByRole('button', { name: 'Later' }).click();
      await page.getByRole('button', { name: 'Ann, round 721: ' }).waitFor();
      await page.getByRole('spinbutton', { name: 'Rounds' }).fill('1234');
      await page.getByRole('spinbutton', { name: 'Rounds' }).press('Enter');
      await expect
        .poll(async () => (await list.locator('h3').allInnerTexts()).join())
        .toContain('Round 1234');
      await page.close();
    },
    60_000,
  );

  it.skipIf(noBrowser !== '')(
    `law: hostile transcripts are text: nothing runs, nothing is fetched${skipped}`,
    async () => {
      const fetched: string[] = [];
      const bait = createServer(({ url = '' }, response) => void (fetched.push(url), response.end()));
      await new Promise<void>((done) => bait.listen(0, '127.0.0.1', done));
      const trap = `http://127.0.0.1:${(bait.address() as AddressInfo).port}/x`;
      const hostile = [
        '<script>window.hurt = 1</script>',
        '</script><script>window.hurt = 1</script>',
        '<!--<script>',
        `<img src="${trap}" onerror="window.hurt = 1">`,
        '" onfocus="window.hurt = 1" autofocus="',
        '[x](javascript:window.hurt=1) <a href="javascript:window.hurt=1">x</a>',
        `<style>@import "${trap}"; * { display: none }</style>`,
        '\u202e\u2066reversed',
        '__proto__',
        'constructor',
      ];
      const place = { collaboration: 0, round: 1, phase: 'message' };
      const own = (key: string) =>
        JSON.parse(`{"__proto__": 1, ${JSON.stringify(key)}: 2}`) as Record<string, number>;
      const events = hostile.flatMap((text): Event[] => {
        const name = text.slice(0, 60);
        const asked = { ...place, agent: name, repeat: 0 };
        return [
          {
            type: 'reply',
            ...asked,
            attempt: 0,
            request: name,
            text,
            finish: 'stop',
            inputTokens: 1,
            outputTokens: 1,
            counted: 'reported',
            latencyMs: 0,
            cached: false,
          },
          { type: 'message', ...place, from: name, to: [name], text },
          { type: 'failure', ...asked, kind: 'invalid', reason: text.slice(0, 999) },
          { type: 'tool', ...asked, attempt: 0, call: 0, name, arguments: name, error: name },
          { type: 'note', ...place, kind: name, by: name, data: own(name) },
          {
            type: 'note',
            ...place,
            kind: 'belief',
            by: name,
            data: { belief: own(name), errors: own(name) },
          },
          {
            type: 'decision',
            ...place,
            by: name,
            candidates: [],
            tally: own(name),
            winners: [name, name],
            selected: name,
            standing: { candidate: name, proposal: name },
            score: own(name),
          },
        ];
      });
      const agents = hostile.map((text) => text.slice(0, 60));
      const finished: Collaboration['finished'] = {
        type: 'finished',
        collaboration: 0,
        rounds: 1,
        cause: hostile[1]!,
        outcome: hostile[0]!,
        score: own(hostile[0]!),
      };
      const one = { index: 0, instance: { truth: own(hostile[3]!) }, agents, events, finished };
      const long: Event = { type: 'message', ...place, from: 'Ann', to: [], text: 'x'.repeat(10_000_000) };
      const two = { index: 1, instance: null, agents: ['Ann'], events: [long], finished: null };
      const source = sourceOf(Object.assign([one, two], { name: hostile[1]!, evidence: hostile[3]! }));
      const prompts = Object.fromEntries(
        hostile.map((text) => [text.slice(0, 60), [{ role: 'user' as const, content: text }]]),
      );
      const html = pageOf({ title: hostile[1]!, runs: [source.run], view: '' }, [
        { ...source, detail: (index) => ({ ...source.detail(index)!, prompts }) },
      ]);
      expect(/content="([^"]+)"/.exec(html)![1]).toMatch(
        /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; connect-src 'none'; base-uri 'none'; form-action 'none'$/,
      );
      const { page, trouble } = await open(html, `#c=0&as=${encodeURIComponent(agents[3]!)}`);
      await page.getByLabel('Search all messages').fill('hurt');
      await page.getByRole('region', { name: 'Found' }).getByRole('button').first().click();
      const behind = page.getByRole('complementary', { name: 'Details of the event' });
      for (const text of hostile) {
        const event = events.findIndex((each) => each.type === 'message' && each.text === text);
        await page.goto(page.url().replace(/e=\d+/, `e=${event}`));
        await behind.getByText('user', { exact: true }).waitFor();
        expect(await behind.locator('pre').first().textContent()).toBe(text);
      }
      for (const key of ['d', 'f', 'j', 'k', '?', ']']) await page.keyboard.press(key);
      const said = () => page.evaluate('document.querySelector(".message .said")?.textContent.length');
      await expect.poll(said, { timeout: 30_000 }).toBe(10_000_000);
      expect(await page.evaluate('window.hurt')).toBeUndefined();
      expect(await page.evaluate('({}).polluted ?? document.querySelectorAll("img, a, style").length')).toBe(
        1,
      );
      expect(trouble).toEqual([]);
      // Even a page that had been talked into markup would be held by its policy.
      await page.evaluate(
        `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(hostile.slice(0, 7).join('\n'))});
         document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hurt = 1' }));
         fetch('${trap}').catch(() => undefined);
         new Image().src = '${trap}';`,
      );
      await page.waitForTimeout(200);
      expect(await page.evaluate('window.hurt')).toBeUndefined();
      expect(fetched).toEqual([]);
      await page.close();
      bait.close();
    },
    60_000,
  );
});

describe('serveExplorer', () => {
  it.skipIf(noBrowser !== '')(
    `contract: only who knows the address is served, and only from this machine${skipped}`,
    async () => {
      const served = await serveExplorer([sourceOf(runs[0]!)]);
      const { port, pathname } = new URL(served.address);
      const ask = (path: string, headers = {}, method = 'GET') =>
        new Promise<{ status: number; body: string }>((done, fail) => {
          const asked = request({ host: '127.0.0.1', port, path, headers, method }, (answer) => {
            let body = '';
            answer.on('data', (part) => (body += String(part)));
            answer.on('end', () => done({ status: answer.statusCode ?? 0, body }));
          });
          asked.on('error', fail);
          asked.end();
        });
      expect((await ask(pathname)).body).toContain('<title>by dowdall</title>');
      const detail = JSON.parse((await ask(`${pathname}detail?run=0&index=2`)).body) as { events: unknown };
      expect(detail.events).toEqual(runs[0]!.get(2).events);
      const { origin } = new URL(served.address);
      const headers = { origin, 'content-type': 'application/json' };
      const search = (sought: unknown, given: Record<string, string> = headers) =>
        fetch(`${served.address}search`, { method: 'POST', headers: given, body: JSON.stringify(sought) });
      const foundIn = async (within: (number[] | null)[] | null) => {
        const answer = await (await search({ words: 'AGENT "a to"', within })).text();
        const lines = answer.split('\n').filter((line) => line !== '');
        return new Set(
          lines.flatMap((line) => JSON.parse(line) as { index: number }[]).map((one) => one.index),
        );
      };
      expect(await foundIn(null)).toEqual(new Set([0, 1, 2, 3, 4]));
      // Only what the filter leaves is searched, so that others cannot use up the most places that are found.
      expect(await foundIn([[1, 4, 99]])).toEqual(new Set([1, 4]));
      expect(await foundIn([[]])).toEqual(new Set());
      expect(await foundIn([null])).toEqual(new Set([0, 1, 2, 3, 4]));
      expect((await search({ words: 7 })).status).toBe(400);
      expect(
        (await search({ words: 'x', within: null }, { 'content-type': 'application/json' })).status,
      ).toBe(403);
      for (const path of [
        '/',
        '/detail?run=0&index=2',
        `${pathname}detail?run=9&index=0`,
        `${pathname}../../etc/passwd`,
        `${pathname}%2e%2e/%2e%2e/etc/passwd`,
        `${pathname}detail?run=__proto__&index=constructor`,
      ])
        expect((await ask(path)).status).toBe(404);
      expect((await ask(pathname, { host: 'evil.example' })).status).toBe(403);
      expect((await ask(pathname, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      // A link clicked on another page opens it; that page cannot put it into a frame or read it.
      const clicked = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      expect((await ask(pathname, { ...clicked, 'sec-fetch-dest': 'document' })).status).toBe(200);
      expect((await ask(pathname, { ...clicked, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
      expect((await ask(pathname, {}, 'POST')).status).toBe(403);
      expect((await ask('//[')).status).toBe(500); // no address at all; the server lives on
      expect((await ask(pathname, { range: 'bytes=0-9' })).body).toContain('</html>');
      expect(readFileSync(join(runs[0]!.folder, 'events.jsonl'), 'utf8')).not.toContain(pathname);
      await served.close();
    },
  );

  it('known: a page that is loaded again shows what a run has done since', async () => {
    const folder = join(pages.folder, 'going on');
    const played = (collaborations: number) =>
      experiment({
        name: 'going on',
        environment: exchangeEconomy(),
        protocol: roundTable({ rule: dowdall, rounds: 1 }),
        model: simulated(),
        collaborations: collaborations,
        folder: folder,
        progress: 'none',
      });
    const run = await played(1);
    const served = await serveExplorer(() => [sourceOf(run)]);
    const shown = async () => {
      const page = await (await fetch(served.address)).text();
      const data = /<script[^>]*id="explored"[^>]*>([^]*?)<\/script>/.exec(page)![1]!;
      return (JSON.parse(data) as { runs: { collaborations: unknown[] }[] }).runs[0]!.collaborations.length;
    };
    expect(await shown()).toBe(1);
    await played(3);
    expect(await shown()).toBe(3);
    expect((await fetch(`${served.address}detail?run=0&index=2`)).status).toBe(200);
    await served.close();
  });
});
