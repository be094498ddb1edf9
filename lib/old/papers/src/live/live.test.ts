import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Run } from 'agora-core/experiment';
import { lockRun, packedAsked, packedRuns, readPackedPrompts } from 'agora-core/internal';
import { simulated, wrap, type ChatModel } from 'agora-core/models';
import { readPrompts } from 'agora-core/transcripts';
import { playedDecisions } from '../deliberation/joint-decisions';
import { nine, playedAlone, playedGroups } from '../strategies/groups';
import { committedLedger } from './committed-ledger';
import { conditionsOf, drawnExponents } from './conditions';
import crossedPlan from './crossed-plan.json';
import profilesPlan from './hidden-profiles-plan.json';
import stoppingPlan from './stopping-plan.json';
import { compareLive, comparisonText, ledgerText, liveLedger } from './ledger';
import { liveRuns, openLiveRuns } from './live-runs';
import { packLiveRuns, unpackLiveRuns } from './pack';
import { couldShow, livePlan, readLivePlan, type LivePlan } from './plan';
import { playPlan, stepsOf } from './play-plan';
import { playedDebates } from '../s2-mad/items/table1';
import { storedLive } from './stored';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-live-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The parts of a small plan: one election and one economy. */
function smallParts() {
  const elections = {
    id: 'elections',
    paper: 'gedi',
    asks: 'A few raters.',
    items: ['GEDI Table 2'],
    run: { kind: 'election', raters: 10, shots: 0, ask: 'answers' },
    cases: [1, 7],
    tests: [
      { claim: 'gedi.votingBeatsOneRater', clusters: [1, 7], couldShow: [null, null] },
      { claim: 'gedi.gainsDependOnBackboneAndBenchmark', clusters: [1, 7], couldShow: [null, null] },
    ],
    cannotTell: 'Anything.',
  };
  const economies = {
    id: 'economies',
    paper: 'roundtable',
    asks: 'A market.',
    items: ['RoundTable Table 1'],
    run: { kind: 'economy', agents: 3, rounds: 1, rules: ['majority', 'rated'] },
    cases: [1, 2],
    early: ['majority'],
    tests: [],
    cannotTell: 'Anything.',
  };
  return { schema: 'agora-live-plan/1', seed: 1, elections: elections, economies: economies };
}

type Parts = ReturnType<typeof smallParts>;

/** A small plan, with what a test changes. */
function smallPlan(change: (parts: Parts) => void = () => {}): LivePlan {
  const parts = smallParts();
  change(parts);
  return readLivePlan({
    schema: parts.schema,
    name: 'a small plan',
    version: 1,
    date: '2026-01-31',
    written: 'For a test.',
    seed: parts.seed,
    blocks: ['one', 'two'],
    cannotTell: ['Anything.'],
    entries: [parts.elections, parts.economies],
  });
}

/** What is said of a plan after a change. */
function said(change: (parts: Parts) => void): string {
  try {
    smallPlan(change).entries.forEach(conditionsOf);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

/** A simulated model that counts its calls and may ask otherwise. */
function counted(): { readonly model: ChatModel; readonly calls: () => number } {
  let calls = 0;
  const model = wrap(simulated({ malformedRate: 0.2 }), (inner, request, options) => {
    calls++;
    return inner.chat(request, options);
  });
  return { model: model, calls: () => calls };
}

describe("the kit's own plan", () => {
  it('contract: every number that a test could show is the one that its specification gives', () => {
    for (const { tests } of livePlan().entries)
      for (const { claim, clusters, couldShow: told } of tests) {
        const found = clusters.map((count) => couldShow(claim, count));
        const rounded = found.map((one) => (one === null ? null : Number(one.toPrecision(3))));
        expect([claim, told]).toEqual([claim, rounded]);
      }
  });

  it('contract: every entry has its conditions, and no two conditions share a folder', () => {
    const names = livePlan().entries.flatMap((entry) =>
      conditionsOf(entry).map(({ name }) => `${entry.id}/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(30);
  });

  it('law: strategies and readers of one claim see the same claim', async () => {
    const entry = livePlan().entries.find(({ id }) => id === 'strategies');
    const conditions = conditionsOf(entry as never);
    const { Random } = await import('agora-voting');
    const drawn = await Promise.all(
      conditions.map(async ({ environment }) => {
        const random = Random.from(1, 'collaboration', 3).split('instance');
        const instance = (await environment.instance(3, random)) as { question: string };
        return instance.question;
      }),
    );
    expect(new Set(drawn).size).toBe(1);
  });

  it('known: an economy has its own preferences, which add up to one', () => {
    const exponents = drawnExponents(3, 3);
    for (const [agent, row] of exponents.entries()) {
      expect(row.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
      expect(row[agent]).toBeGreaterThanOrEqual(0.6);
      expect(row[agent]).toBeLessThanOrEqual(0.9);
    }
    expect(drawnExponents(4, 3)).not.toEqual(exponents);
  });
});

describe('the crossed plan', () => {
  it('contract: it is a plan of its own without tests, of the five papers on one task', () => {
    const plan = readLivePlan(crossedPlan);
    expect(plan.entries.flatMap(({ tests }) => tests)).toEqual([]);
    const names = plan.entries.flatMap((entry) => conditionsOf(entry).map(({ name }) => name));
    expect(names).toEqual(
      expect.arrayContaining(['election', 'round table', 'S2-MAD', 'deliberation', 'discussion']),
    );
  });

  it('law: a way ends where another round would cost more than the budget, and the ledger counts what it cost', async () => {
    const small = (tokens: number): LivePlan => {
      const [entry] = crossedPlan.entries;
      const run = { kind: 'crossed', ways: ['vote', 'debate'], tokens: tokens, rounds: 4 };
      return readLivePlan({
        ...crossedPlan,
        blocks: ['one', 'two'],
        entries: [{ ...entry, run: run, cases: [1, 3] }],
      });
    };
    const rounds = async (tokens: number): Promise<number> => {
      const own = join(folder, String(tokens));
      await playPlan({ plan: small(tokens), model: simulated(), folder: own, block: 1 });
      await playPlan({ plan: small(tokens), model: simulated(), folder: own }); // goes on with the first case's budget
      const ledger = await liveLedger(openLiveRuns(own));
      const [vote, debate] = ledger.grids;
      expect([vote?.way, vote?.cases, vote?.rounds]).toEqual(['vote', 3, 1]);
      expect(debate?.budget).toBe(tokens);
      expect(ledgerText(ledger)).toContain('# To be read: no claim is tested');
      return debate?.rounds ?? NaN;
    };
    expect(await rounds(1)).toBe(1);
    expect(await rounds(1_000_000)).toBe(4);
    const between = await rounds(5000);
    expect(between > 1 && between < 4).toBe(true);
  });
});

describe('the plan of hidden profiles', () => {
  it('contract: it is a plan of its own without tests, with and without talk, in two forms of every case', () => {
    const plan = readLivePlan(profilesPlan);
    expect(plan.entries.flatMap(({ tests }) => tests)).toEqual([]);
    const names = plan.entries.flatMap((entry) => conditionsOf(entry).map(({ name }) => name));
    expect(names).toEqual(
      expect.arrayContaining(['no talk', 'no talk full', 'debate', 'deliberation', 'round table full']),
    );
    const [entry] = profilesPlan.entries;
    const tooMany = { ...profilesPlan, entries: [{ ...entry, cases: [3, 12, 25] }] };
    expect(() => readLivePlan(tooMany).entries.forEach(conditionsOf)).toThrow('there are 24');
  });

  it('known: the ledger says what talk and full information bring, by case, and never ranks what is alike', async () => {
    const [entry] = profilesPlan.entries;
    const run = { ...entry!.run, ways: ['no talk', 'debate'], rounds: 2 };
    const plan = readLivePlan({
      ...profilesPlan,
      blocks: ['all'],
      entries: [{ ...entry, run: run, cases: [4] }],
    });
    await playPlan({ plan: plan, model: simulated(), folder: folder });
    const ledger = await liveLedger(openLiveRuns(folder));
    const by = (way: string, information: string) =>
      ledger.profiles.find((row) => row.way === way && row.information === information)!;
    expect(ledger.profiles.map(({ cases }) => cases)).toEqual([4, 4, 4, 4]);
    for (const row of ledger.profiles) expect(row.right + row.undecided).toBeLessThanOrEqual(100);
    // Nobody reads anybody in a debate of one round.
    expect(by('no talk', 'distributed').calls).toBeLessThan(by('debate', 'distributed').calls);
    expect(ledger.profileGains.map(({ condition, baseline }) => [condition, baseline])).toEqual([
      ['no talk full', 'no talk'],
      ['debate', 'no talk'],
      ['debate full', 'debate'],
      ['debate full', 'no talk full'],
    ]);
    const gain = ledger.profileGains[1]!;
    const expected = by('debate', 'distributed').right - by('no talk', 'distributed').right;
    expect(gain.effect).toBeCloseTo(expected, 9);
    expect(ledgerText(ledger)).toContain('unshared facts mentioned (%)');
  });

  it('law: an interval needs six cases that do not all differ by the same; one case is not compared', async () => {
    const [entry] = profilesPlan.entries;
    const of = (cases: number): LivePlan =>
      readLivePlan({
        ...profilesPlan,
        blocks: ['all'],
        entries: [{ ...entry, run: { ...entry!.run, ways: ['no talk', 'debate'] }, cases: [cases] }],
      });
    const gains = async (cases: number) => {
      const own = join(folder, String(cases));
      await playPlan({ plan: of(cases), model: simulated(), folder: own });
      return (await liveLedger(openLiveRuns(own))).profileGains;
    };
    expect(await gains(1)).toEqual([]);
    for (const { low, high } of await gains(3)) expect([low, high]).toEqual([null, null]);
    const ofEight = await gains(8);
    const spread = ofEight.filter(({ effect }) => Math.abs(effect) % 100 !== 0);
    expect(spread.length).toBeGreaterThan(0);
    for (const { effect, low, high } of spread) {
      expect(Number(low)).toBeLessThan(effect);
      expect(Number(high)).toBeGreaterThan(effect);
    }
  });
});

describe('the plan of a stopping policy', () => {
  it('known: its economies begin where the played ones of plan.json end, and its settings say so', () => {
    const plan = readLivePlan(stoppingPlan);
    const [condition] = plan.entries.flatMap(conditionsOf);
    const seventh = condition!.environment.instance(0, undefined as never) as unknown as {
      readonly exponents: number[][];
    };
    expect(seventh.exponents).toEqual(drawnExponents(7, 3));
    expect(condition!.environment.settings).toMatchObject({ first: 7 });
    expect(condition!.stop?.settings).toEqual({ threshold: 0.094 });
    const usual = livePlan().entries.find(({ id }) => id === 'economies')!;
    expect(conditionsOf(usual)[0]!.environment.settings).not.toHaveProperty('first');
  });

  it('known: the ledger says of each talk when it ended and what its deal was worth after each round', async () => {
    await playPlan({ plan: smallPlan(), model: simulated(), folder: folder, entries: ['economies'] });
    const played = openLiveRuns(folder).of('economies', 'majority');
    const [entry] = stoppingPlan.entries;
    const run = { ...entry!.run, rules: ['majority'], rounds: 5 };
    const plan = readLivePlan({ ...stoppingPlan, entries: [{ ...entry, run: run, cases: [1, 2] }] });
    const ledger = await liveLedger(
      liveRuns(plan, 'simulated', (entry) => (entry === 'stopped-economies' ? played : new Map())),
    );
    expect(ledger.stopped.map(({ economy, rounds, of }) => [economy, rounds, of])).toEqual([
      [7, 1, 5],
      [8, 1, 5],
    ]);
    for (const { shares, tokens } of ledger.stopped) {
      expect(shares).toHaveLength(1);
      expect(tokens).toBeGreaterThan(0);
    }
    expect(ledgerText(ledger)).toMatch(/stopped-economies +majority +8 +1 of 5/);
  });
});

describe('readLivePlan', () => {
  it('contract: what cannot be followed is said in one line, with what is meant', () => {
    const firstTest = (claim: string) => (parts: Parts) => {
      parts.elections.tests = [{ claim: claim, clusters: [1, 7], couldShow: [null, null] }];
    };
    const cases: [(parts: Parts) => void, string | RegExp][] = [
      [() => {}, 'nothing'],
      [
        ({ elections }) => (elections.items = ['GEDI Table 22']),
        /unknown item "GEDI Table 22" \(did you mean/,
      ],
      [firstTest('gedi.votingBeatsOneRate'), /unknown claim .*did you mean/],
      [firstTest('gedi.votingNeverLoses'), /which has no live test/],
      [({ elections }) => (elections.cases = [2, 1]), /fewer cases in block 2 than in block 1/],
      [({ elections }) => (elections.cases = [2]), /numbers of cases for 1 blocks, and the plan has 2/],
      [({ elections }) => (elections.cases = [2, 101]), /wants 101 cases, and there are 100/],
      [({ economies }) => (economies.id = 'elections'), /there are two entries "elections"/],
      [({ economies }) => (economies.early = ['ranked']), /has no condition "ranked", only majority, rated/],
      [({ economies }) => (economies.run.rounds = 0), /rounds/],
      [({ economies }) => Object.assign(economies.run, { agent: 3 }), /agent/],
      [(parts) => (parts.schema = 'agora-live-plan/9'), /"agora-live-plan\/1"/],
    ];
    for (const [change, message] of cases) {
      const text = said(change);
      expect(text).toMatch(message);
      expect(text).not.toContain('\n');
    }
  });
});

describe('playPlan', () => {
  it('known: block by block, early conditions first, and the same again asks nothing', async () => {
    const plan = smallPlan();
    expect(
      stepsOf({ plan: plan }).map(({ block, condition, cases }) => [block, condition.name, cases]),
    ).toEqual([
      [1, 'answers', 1],
      [1, 'majority', 1],
      [2, 'answers', 7],
      [2, 'majority', 2],
      [2, 'rated', 2],
    ]);
    expect(stepsOf({ plan: plan, cases: 2 }).map(({ condition, cases }) => [condition.name, cases])).toEqual([
      ['answers', 1],
      ['majority', 1],
      ['answers', 2],
      ['majority', 2],
      ['rated', 2],
    ]);
    const one = counted();
    const told: string[] = [];
    const played = await playPlan({
      plan: plan,
      model: one.model,
      folder: folder,
      block: 1,
      tell: (line) => told.push(line),
    });
    expect([played.finished, played.stopped]).toEqual([2, null]);
    expect(told[0]).toBe('[1 of 2] block 1, elections, answers: 1 case');
    const asked = one.calls();
    await playPlan({ plan: plan, model: one.model, folder: folder, block: 1 });
    expect(one.calls()).toBe(asked);
    await playPlan({ plan: plan, model: one.model, folder: folder });
    expect(Run.open(join(folder, 'elections', 'answers')).finished).toBe(7);
    expect(Run.open(join(folder, 'economies', 'rated')).finished).toBe(2);
  });

  it('known: told to stop it stops, and goes on to the same end', async () => {
    const stop = new AbortController();
    let calls = 0;
    const model = wrap(simulated(), (inner, request, options) => {
      if (++calls === 30) stop.abort();
      return inner.chat(request, options);
    });
    const plan = smallPlan();
    const short = await playPlan({ plan: plan, model: model, folder: folder, signal: stop.signal });
    expect(short.stopped?.reason).toBe('interrupted');
    expect((await playPlan({ plan: plan, model: model, folder: folder })).stopped).toBeNull();
    const whole = mkdtempSync(join(tmpdir(), 'agora-live-test-'));
    await playPlan({ plan: plan, model: simulated(), folder: whole });
    const end = (where: string) => liveLedger(openLiveRuns(where));
    expect(await end(folder)).toEqual(await end(whole));
    rmSync(whole, { recursive: true });
  });

  it('known: a budget is of all runs together', async () => {
    const plan = smallPlan();
    const short = await playPlan({
      plan: plan,
      model: simulated(),
      folder: folder,
      budget: { tokens: 12_000 },
    });
    expect(short.stopped?.reason).toBe('budget');
    expect(short.finished).toBeLessThan(short.steps);
    const more = await playPlan({ plan: plan, model: simulated(), folder: folder, budget: { tokens: 1e7 } });
    expect(more.stopped).toBeNull();
  });

  it('contract: another plan, another model, two at once, an unknown entry or block, and a folder that cannot be written', async () => {
    const plan = smallPlan();
    await playPlan({ plan: plan, model: simulated(), folder: folder, block: 1 });
    const other = smallPlan((parts) => (parts.seed = 2));
    const play = (given: object) => playPlan({ plan: plan, model: simulated(), folder: folder, ...given });
    await expect(play({ plan: other })).rejects.toThrow(/begun by another plan, or another version/);
    await expect(play({ model: simulated({ malformedRate: 0.1 }) })).rejects.toThrow(
      /holds runs of simulated with other settings/,
    );
    const unlock = lockRun(folder);
    await expect(play({})).rejects.toMatchObject({ code: 'run-locked' });
    unlock();
    await expect(play({ block: 3 })).rejects.toThrow('The plan has blocks 1 to 2, got 3.');
    await expect(play({ entries: ['talks'] })).rejects.toThrow(
      /has no entry "talks": its entries are elections/,
    );
    if (existsSync('/proc/self'))
      await expect(play({ folder: '/proc/agora/live' })).rejects.toMatchObject({ code: 'folder' });
  });

  it('contract: a run whose prompts have changed is stale, which is said, and nothing of it is lost', async () => {
    const plan = smallPlan();
    await playPlan({ plan: plan, model: simulated(), folder: folder, block: 1 });
    const file = join(folder, 'economies', 'majority', 'events.jsonl');
    const changed = readFileSync(file, 'utf8').replaceAll(/"request":"[0-9a-f]{4}/g, '"request":"0000');
    writeFileSync(file, changed);
    await expect(playPlan({ plan: plan, model: simulated(), folder: folder })).rejects.toMatchObject({
      code: 'stale-run',
      message: expect.stringMatching(
        /^economies, majority: what is asked has changed since the run began/,
      ) as string,
    });
    expect(readFileSync(file, 'utf8')).toBe(changed);
  });
});

describe('liveLedger', () => {
  it('known: what went wrong stands first, then each planned test with what it could show', async () => {
    await playPlan({ plan: smallPlan(), model: simulated({ malformedRate: 0.3 }), folder: folder });
    const ledger = await liveLedger(openLiveRuns(folder));
    const rankings = ledger.troubles.find(({ phase }) => phase === 'ballot/ranking');
    expect(rankings?.asked).toBe(70);
    expect(rankings?.repaired).toBeGreaterThan(0);
    const [test, compared] = ledger.tests;
    expect(test).toMatchObject({ claim: 'gedi.votingBeatsOneRater', clusters: 7, couldShow: null });
    expect(compared).toMatchObject({
      verdict: 'not tested',
      why: expect.stringMatching(/two models/) as string,
    });
    expect(test).toMatchObject({ verdict: 'not tested', why: 'simulated' });
    const text = ledgerText(ledger);
    expect(text).toMatch(/^Runs of the simulated agent.*say nothing of any model/);
    expect(text.indexOf('# What went wrong')).toBeLessThan(text.indexOf('# Planned tests'));
    expect(text).toContain('2 of 2 planned tests have too few clusters to show anything');
  });

  it('known: a folder without runs has an empty ledger; one without a plan is refused', async () => {
    expect(() => openLiveRuns(folder)).toThrow(/holds no runs of a plan/);
    const stop = AbortSignal.abort();
    await playPlan({
      plan: livePlan(),
      model: simulated(),
      folder: folder,
      block: 1,
      entries: ['menus'],
      signal: stop,
    });
    const { played, tests } = await liveLedger(openLiveRuns(folder));
    expect(played).toEqual([]);
    expect(tests.every(({ verdict }) => verdict === 'not tested')).toBe(true);
  });

  it('known: two models are laid side by side, and the tests of both are on shared cases', async () => {
    const other = join(folder, 'other');
    await playPlan({ plan: smallPlan(), model: simulated(), folder: folder });
    await playPlan({ plan: smallPlan(), model: simulated({ malformedRate: 0.5 }), folder: other });
    const both = await compareLive(openLiveRuns(folder), openLiveRuns(other));
    expect(both.rows.map(({ claim }) => claim)).toContain('gedi.votingBeatsOneRater');
    const gains = both.compared.find(({ claim }) => claim.startsWith('gedi'));
    expect(gains).toMatchObject({ cases: 7, clusters: 7, verdict: 'not tested', why: 'simulated' });
    expect(gains?.counted.join()).toMatch(
      /^simulated.* less simulated.*, on the 7 cases that both finished\.$/,
    );
    expect(comparisonText(both)).toContain('Two models on one plan');
  });
});

describe('packLiveRuns', () => {
  it('law: what is packed has the same ledger, and packs to the same bytes again', async () => {
    await playPlan({ plan: smallPlan(), model: simulated(), folder: folder });
    const target = join(folder, 'packed');
    const packed = packLiveRuns(folder, target);
    expect([packed.runs, packed.cases]).toEqual([3, 11]);
    expect(await liveLedger(openLiveRuns(target))).toEqual(await liveLedger(openLiveRuns(folder)));
    const bytes = () => readFileSync(join(target, 'elections--answers.jsonl.gz'));
    const before = bytes();
    packLiveRuns(folder, target);
    expect(bytes()).toEqual(before);
  });

  it('law: packed runs are read through, each saying where it belongs, with the prompts that were asked', async () => {
    await playPlan({ plan: smallPlan(), model: simulated(), folder: folder, block: 1 });
    const target = join(folder, 'packed');
    packLiveRuns(folder, target);
    const all = [...packedRuns(target)];
    expect(all.map(({ index, instance }) => [index, (instance as { condition: string }).condition])).toEqual([
      [0, 'answers'],
      [1, 'majority'],
    ]);
    const whole = readPrompts(join(folder, 'economies', 'majority'), 0);
    const packed = readPackedPrompts(target, 'economies--majority.jsonl.gz', 0);
    expect(packed).toEqual(whole);
    expect(packed.size).toBeGreaterThan(0);
    expect(packedAsked(target, 1)).toMatchObject({ model: { name: 'simulated' }, prompts: whole });
    expect(packedAsked(target, 2)).toBeNull();
    // An index that counts other cases than there are would give a collaboration the prompts of another.
    const index = join(target, 'runs.json');
    writeFileSync(index, readFileSync(index, 'utf8').replace('"cases": 1', '"cases": 2'));
    expect(() => [...packedRuns(target)]).toThrow(
      'elections--answers.jsonl.gz: it holds 1 finished cases, and runs.json says 2',
    );
  });

  it('contract: nothing to pack is said, and so is a packed file that is damaged', async () => {
    await playPlan({ plan: smallPlan(), model: simulated(), folder: folder, block: 1 });
    const target = join(folder, 'packed');
    packLiveRuns(folder, target);
    writeFileSync(join(target, 'elections--answers.jsonl.gz'), 'no gzip');
    await expect(liveLedger(openLiveRuns(target))).rejects.toThrow(/elections--answers\.jsonl\.gz.*damaged/);
    const empty = join(folder, 'empty');
    await playPlan({ plan: smallPlan(), model: simulated(), folder: empty, signal: AbortSignal.abort() });
    expect(() => packLiveRuns(empty, target)).toThrow(/has no finished case to pack/);
  });
});

describe('unpackLiveRuns', () => {
  it('law: unpacked runs go on where they were packed, ask nothing twice, and pack to the same bytes', async () => {
    await playPlan({ plan: smallPlan(), model: simulated(), folder: folder, block: 1 });
    const target = join(folder, 'packed');
    packLiveRuns(folder, target);
    const copy = join(folder, 'copy');
    expect(unpackLiveRuns(target, copy)).toMatchObject({ model: 'simulated', runs: 2, cases: 2 });
    packLiveRuns(copy, join(folder, 'packed again'));
    const bytes = (place: string) => readFileSync(join(folder, place, 'elections--answers.jsonl.gz'));
    expect(bytes('packed again')).toEqual(bytes('packed'));
    await playPlan({ plan: smallPlan(), model: simulated(), folder: folder });
    await playPlan({ plan: smallPlan(), model: simulated(), folder: copy });
    expect(await liveLedger(openLiveRuns(copy))).toEqual(await liveLedger(openLiveRuns(folder)));
    const calls = (place: string) => Run.open(join(place, 'elections', 'answers')).totals.calls;
    expect(calls(copy)).toBe(calls(folder));
  });

  it('contract: a folder with runs, a folder without packed runs and a damaged file are refused; nothing is written', async () => {
    await playPlan({ plan: smallPlan(), model: simulated(), folder: folder, block: 1 });
    const target = join(folder, 'packed');
    packLiveRuns(folder, target);
    expect(() => unpackLiveRuns(target, folder)).toThrow(/has live runs already/);
    expect(() => unpackLiveRuns(folder, join(folder, 'copy'))).toThrow(/holds no packed runs/);
    writeFileSync(join(target, 'elections--answers.jsonl.gz'), 'no gzip');
    expect(() => unpackLiveRuns(target, join(folder, 'copy'))).toThrow(/damaged/);
    expect(existsSync(join(folder, 'copy'))).toBe(false);
  });
});

describe('storedLive', () => {
  it('known: items find what is packed, with its model; what was not played is left out', async () => {
    await playPlan({ plan: smallPlan(), model: simulated(), folder: folder, block: 1 });
    packLiveRuns(folder, join(folder, 'recorded', 'live-qwen2.5-coder-1.5b'));
    const wanted = [
      { entry: 'elections', condition: 'answers', fields: { benchmark: 'MMLU' } },
      { entry: 'economies', condition: 'rated', fields: { rule: 'rated' } },
    ];
    const found = storedLive(wanted, join(folder, 'recorded'));
    expect(found.map(({ fields }) => fields)).toEqual([{ model: 'simulated', benchmark: 'MMLU' }]);
    expect([found[0]?.run.evidence, [...(found[0]?.run as Iterable<unknown>)].length]).toEqual(['live', 1]);
    expect(storedLive(wanted, join(folder, 'nowhere'))).toEqual([]);
    const both = join(folder, 'recorded');
    cpSync(join(both, 'live-qwen2.5-coder-1.5b'), join(both, 'live-qwen2.5-coder-0.5b'), { recursive: true });
    expect(storedLive(wanted, both)).toHaveLength(1);
    rmSync(join(both, 'live-qwen2.5-coder-1.5b'), { recursive: true });
    expect(storedLive(wanted, both).map(({ run }) => run.name)).toEqual(['live-qwen2.5-coder-0.5b']);
  });

  it('contract: the conditions that items ask for are in the plan', () => {
    const known = livePlan().entries.flatMap((entry) =>
      conditionsOf(entry).map(({ name }) => `${entry.id}/${name}`),
    );
    const asked = [
      ...playedDecisions,
      ...playedAlone(['Agent consistent', 'Agent all', 'MV']),
      ...playedGroups(nine),
      ...playedDebates(['MAD', 'GD', 'S2-MAD']),
    ];
    for (const { entry, condition } of asked) expect(known).toContain(`${entry}/${condition}`);
  });
});

describe('committedLedger', () => {
  it('known: the ledger of a packed set; contract: a set that is not there is refused, and those that are named', async () => {
    await playPlan({ plan: smallPlan(), model: simulated(), folder: folder });
    const recorded = join(folder, 'recorded');
    packLiveRuns(folder, join(recorded, 'live-qwen2.5-coder-0.5b'));
    const { played, troubles } = await committedLedger('live-qwen2.5-coder-0.5b', recorded);
    expect(played.map(({ cases }) => cases)).toEqual([7, 2, 2]);
    expect(troubles.length).toBeGreaterThan(0);
    await expect(committedLedger('live-qwen2.5-coder-1.5b', recorded)).rejects.toThrow(
      'No live runs are committed as "live-qwen2.5-coder-1.5b": there is live-qwen2.5-coder-0.5b.',
    );
    await expect(committedLedger('live-qwen2.5-coder-1.5b', null)).rejects.toThrow(': none is.');
  });
});
