import { describe, expect, it } from 'vitest';
import { words } from '../language/columns';
import {
  type Collaboration,
  type FinishedEvent,
  recorded,
  type ReplyEvent,
  type RunDescription,
} from '../transcripts';
import { basesOf, basisText } from '../basis';
import { wide } from '../../../report/src/frames';
import { table } from '../../../report/src/table';
import { averageOver } from '../row';
import { of as columnsOf } from './columns';
import { measure } from './measure';
import { rootMeanSquareOver, totalOver } from './over';
import { asRun, rowsOf, valuesOf } from './testing/measured';

const ended = (index: number, rounds: number | null): Collaboration => ({
  index,
  instance: null,
  agents: ['Ann'],
  events: [],
  finished: rounds === null ? null : ({ type: 'finished', collaboration: index, rounds } as FinishedEvent),
});
const rounds = ({ finished }: Collaboration): number | null => finished?.rounds ?? null;
/** 10, 20, ... by round. */
const climbing = (one: Collaboration) =>
  Array.from({ length: rounds(one) ?? 0 }, (_, place) => ({ round: place + 1, value: 10 * (place + 1) }));

/** A run of one collaboration of two rounds, with a record. */
function recordOf({ rule = 'majority', rounds = 3, model = 'made', stop = '', seed = 7 }) {
  const description: RunDescription = {
    schema: 1,
    id: 'made',
    name: 'made',
    environment: { name: 'questions', settings: { agents: 3 } },
    protocol: { name: 'roundTable', settings: { rule, rounds } },
    model: { name: model, settings: {}, evidence: 'simulated' },
    stop: stop === '' ? null : { name: stop, settings: {} },
    sampling: {},
    seed,
    collaborations: 1,
    versions: {},
    code: '',
    created: '2026-01-01T00:00:00.000Z',
  };
  return Object.assign(asRun([ended(0, 2)]), { description });
}

describe('averageOver', () => {
  it('known: numbers that rounding alone tells apart have no spread', () => {
    const row = { column: 'NR', standardError: null, low: null, high: null, n: 1, evidence: 'live' } as const;
    const rows = [100, 99.99999999999999, 100].map((value, run) => ({ ...row, run: run, value: value }));
    expect(averageOver(rows, 'run')).toMatchObject([{ standardError: 0 }]);
    const apart = rows.map((one) => ({ ...one, value: one.value + 1e-5 * one.run }));
    expect(averageOver(apart, 'run')[0]?.standardError).toBeGreaterThan(1e-6);
  });
});

describe('measure', () => {
  it('known: mean, standard error and 95% interval of 2, 4 and 9', async () => {
    const [row] = await rowsOf([ended(0, 2), ended(1, 4), ended(2, 9)], { rounds });
    // Mean 5; squares 9 + 1 + 16 over 2 are 13; sqrt(13 / 3) = 2.0817; t(0.975, 2) = 4.30265.
    expect(row).toMatchObject({ column: 'rounds', value: 5, n: 3, evidence: 'simulated' });
    expect(row?.standardError).toBeCloseTo(Math.sqrt(13 / 3), 12);
    expect(row?.high).toBeCloseTo(5 + 4.302652729911275 * Math.sqrt(13 / 3), 9);
    expect((row?.low ?? 0) + (row?.high ?? 0)).toBeCloseTo(10, 12);
  });

  it('known: of yes and no the interval is Wilson’s, which stays inside, as 0 and 1 and as 0 and 100', async () => {
    // Wilson (1927), 17 of 20: centre (0.85 + 3.8415 / 40) / (1 + 3.8415 / 20) = 0.7936, reach 0.1556 (R: prop.test without
    // correction gives 0.6396 and 0.9476). Student's t would reach from 67.9 to 102.1.
    const talks = Array.from({ length: 20 }, (_, index) => ended(index, index < 17 ? 1 : 0));
    const whole = ({ finished }: Collaboration) => 100 * (finished?.rounds ?? 0);
    const [share, percent] = await rowsOf(talks, { share: rounds, percent: whole });
    expect([share?.low, share?.high]).toEqual([expect.closeTo(0.6396, 4), expect.closeTo(0.9476, 4)]);
    expect([percent?.low, percent?.high]).toEqual([expect.closeTo(63.96, 2), expect.closeTo(94.76, 2)]);
    expect([percent?.value, percent?.standardError]).toEqual([85, expect.closeTo(8.1918, 4)]);
    const each = talks.map((_, run) => ({
      run: run,
      column: 'right',
      value: run < 17 ? 100 : 0,
      standardError: null,
      low: null,
      high: null,
      n: 1,
      evidence: 'simulated' as const,
    }));
    expect(averageOver(each, 'run')[0]?.high).toBeCloseTo(94.76, 2);
  });

  it('known: a column that is always 1 shows a width where it says that it is a share, and none as a number', async () => {
    const talks = Array.from({ length: 20 }, (_, index) => ended(index, 1));
    const [share, number] = await rowsOf(talks, { share: { of: rounds, bounds: [0, 1] }, rounds });
    // Wilson: 1 / (1 + 3.8415 / 20)
    expect([share?.low, share?.high]).toEqual([expect.closeTo(0.8389, 4), 1]);
    expect([number?.low, number?.high]).toEqual([1, 1]);
  });

  it('law: an interval stays inside the bounds of its column, and is Student’s where that does', async () => {
    const talks = [99, 97, 100, 60].map((value, index) => ended(index, value));
    const [bounded, open] = await rowsOf(talks, { bounded: { of: rounds, bounds: [0, 100] }, open: rounds });
    expect(open?.high).toBeGreaterThan(100);
    expect(bounded).toMatchObject({ value: open?.value, standardError: open?.standardError });
    expect(bounded?.high).toBeLessThan(100);
    expect(bounded?.low).toBeGreaterThan(0);
    const [narrow, same] = await rowsOf([ended(0, 40), ended(1, 50), ended(2, 45)], {
      narrow: { of: rounds, bounds: [0, 100] },
      same: rounds,
    });
    expect([narrow?.low, narrow?.high]).toEqual([same?.low, same?.high]);
    const outside = { of: rounds, bounds: [0, 10] } as const;
    expect((await rowsOf(talks, { outside }))[0]?.low).toBe(open?.low); // a wrong declaration hides nothing
    const given = { wrong: { of: rounds, bounds: [1, 0] } } as never;
    await expect(rowsOf(talks, given)).rejects.toThrow('the smaller first');
  });

  it('known: one number has no error, and no number no value', async () => {
    const [one] = await rowsOf([ended(0, 2)], { rounds });
    expect(one).toMatchObject({ value: 2, standardError: null, low: null, high: null, n: 1 });
    const [none] = await rowsOf([ended(0, 2)], { nothing: () => null });
    expect(none).toMatchObject({ column: 'nothing', value: null, standardError: null, n: 0 });
    expect(await rowsOf([], { rounds })).toEqual([]);
  });

  it('known: several runs by the values of a field, further fields apart', async () => {
    const runs = { rule: { Borda: asRun([ended(0, 2)]), Majority: asRun([ended(0, 1)]) } };
    const rows = await measure(runs, { height: climbing });
    expect(rows.map(({ rule, round, value }) => [rule, round, value])).toEqual([
      ['Borda', 1, 10],
      ['Borda', 2, 20],
      ['Majority', 1, 10],
    ]);
  });

  it('known: runs in a list are told apart by what differs in their records', async () => {
    const rows = await measure([recordOf({}), recordOf({ rule: 'borda' })], { rounds });
    expect(rows.map((row) => [row['rule'], row.value])).toEqual([
      ['majority', 2],
      ['borda', 2],
    ]);
    for (const row of rows) expect(Object.keys(row)).not.toContain('protocol');
    const others = [recordOf({}), recordOf({ rule: 'borda', model: 'simulated', stop: 'last-round' })];
    const [first, second] = await measure(others, { rounds });
    expect(first).toMatchObject({ rule: 'majority', model: 'made', stop: 'none' });
    expect(second).toMatchObject({ rule: 'borda', model: 'simulated', stop: 'last-round' });
  });

  it('known: where rule, protocol, model, environment and stop are the same, single settings tell them apart', async () => {
    const longer = await measure([recordOf({}), recordOf({ rounds: 5 })], { rounds });
    expect(longer.map((row) => row['protocol.rounds'])).toEqual([3, 5]);
    const seeds = [recordOf({}), recordOf({ seed: 8 }), recordOf({ seed: 8, rule: 'borda' })];
    const rows = await measure(seeds, { rounds });
    expect(rows.map((row) => [row['rule'], row['seed']])).toEqual([
      ['majority', 7],
      ['majority', 8],
      ['borda', 8],
    ]);
  });

  it('contract: one run has no conditions, alone or in a list, and what a user names stands alone', async () => {
    const run = recordOf({});
    const alone = await measure(run, { rounds });
    expect(await measure([run], { rounds })).toEqual(alone);
    expect(Object.keys(alone[0] ?? {})).not.toContain('rule');
    const named = await measure({ panel: { one: run, other: recordOf({ rule: 'borda' }) } }, { rounds });
    expect(named.map((row) => [row['panel'], row['rule']])).toEqual([
      ['one', undefined],
      ['other', undefined],
    ]);
  });

  it('known: rows take from the record what `by` names, whether one run is measured or several', async () => {
    const run = recordOf({ rule: 'borda' });
    const [one] = await measure(run, { rounds }, { by: 'rule' });
    expect(one).toMatchObject({ rule: 'borda', column: 'rounds', value: 2 });
    expect(Object.keys(one ?? {})[0]).toBe('rule');
    const [more] = await measure(run, { rounds }, { by: ['model', 'protocol.rounds'], each: true });
    expect(more).toMatchObject({ model: 'made', 'protocol.rounds': 3, collaboration: 0 });
    const both = await measure([run, recordOf({ model: 'other' })], { rounds }, { by: 'model' });
    expect(both.map((row) => [row['model'], row['rule']])).toEqual([
      ['made', undefined],
      ['other', undefined],
    ]);
    const panels = { panel: { first: run }, rule: { Borda: run } };
    const named = await measure(panels, { rounds }, { by: ['rule', 'stop'] });
    expect(named.map((row) => [row['panel'], row['rule'], row['stop']])).toEqual([
      ['first', 'borda', 'none'],
      [undefined, 'Borda', 'none'],
    ]);
  });

  it('contract: a field that is on no record is refused, with those that are', async () => {
    await expect(measure(recordOf({}), { rounds }, { by: 'Rule' })).rejects.toThrow(
      /^measure knows no field "Rule" for by: the records have environment, protocol, rule, model, stop, seed, /,
    );
    await expect(measure(asRun([ended(0, 2)]), { rounds }, { by: 'rule' })).rejects.toThrow(
      'needs runs with a record for by: "rule"',
    );
    await expect(measure(recordOf({}), { rounds }, { by: [] })).rejects.toThrow(/^measure needs/);
  });

  it('contract: runs that cannot be told apart, and a list that holds no run, are refused', async () => {
    const alike = [recordOf({}), recordOf({ rule: 'borda' }), recordOf({})];
    await expect(measure(alike, { rounds })).rejects.toThrow(
      /^measure cannot tell run 1 and run 3 of the list apart by their records: name the conditions/,
    );
    const without = [asRun([ended(0, 2)]), asRun([ended(0, 1)])];
    await expect(measure(without, { rounds })).rejects.toThrow('cannot tell run 1 and run 2');
    await expect(measure([], { rounds })).rejects.toThrow(/^measure needs/);
    await expect(measure([3] as never, { rounds })).rejects.toThrow(/^measure needs/);
  });

  it('known: after its end a collaboration drops out, or keeps its last number', async () => {
    const all = [ended(0, 1), ended(1, 3)];
    const by = async (after: object) =>
      valuesOf(await rowsOf(all, { height: { of: climbing, ...after } }), 'height');
    expect(await by({})).toEqual([10, 20, 30]);
    expect(await by({ carry: true })).toEqual([10, 15, 20]); // 10, 10 and 10 beside 10, 20 and 30
  });

  it('known: each collaboration by itself', async () => {
    const rows = await rowsOf([ended(3, 2), ended(5, 4)], { rounds }, { each: true });
    expect(rows.map(({ collaboration, value, n }) => [collaboration, value, n])).toEqual([
      [3, 2, 1],
      [5, 4, 1],
    ]);
  });

  it('known: unfinished collaborations count where a column says so', async () => {
    const all = [ended(0, 2), ended(1, null)];
    const count = { of: () => 1, over: totalOver };
    const rows = await rowsOf(all, { finished: count, all: { ...count, unfinished: true } });
    expect(rows.map(({ value }) => value)).toEqual([1, 2]);
  });

  it('known: totals have no error; the root of the mean square has one by the delta method', () => {
    expect(totalOver([1, 2, 4])).toEqual({ value: 7, standardError: null });
    const { value, standardError } = rootMeanSquareOver([1, 2]);
    // Squares 1 and 4: sd sqrt(4.5), over sqrt(2) 1.5; / (2 sqrt(2.5)).
    expect(value).toBeCloseTo(Math.sqrt(2.5), 12);
    expect(standardError).toBeCloseTo(1.5 / (2 * Math.sqrt(2.5)), 12);
    expect(rootMeanSquareOver([0, 0])).toEqual({ value: 0, standardError: 0 });
  });

  /** A finished collaboration of one reply, and a run of some. */
  const replied = (index: number, text: string, request = 'a', outputTokens = 5): Collaboration => {
    const place = { collaboration: index, round: 1, phase: 'vote', agent: 'Ann', repeat: 0 };
    const tokens = {
      inputTokens: 10,
      outputTokens,
      counted: 'reported',
      latencyMs: 1,
      cached: false,
    } as const;
    const reply = { type: 'reply', ...place, attempt: 0, request, text, finish: 'stop', ...tokens } as const;
    return { ...ended(index, index + 1), events: [reply] };
  };
  const live = (all: readonly Collaboration[], temperature: number) =>
    Object.assign([...all], {
      evidence: 'live' as const,
      name: `at ${temperature}`,
      temperature,
      drawsAlike: temperature === 0,
    });

  it('law: without columns all that fit are measured, and each is one that measures the run by itself', async () => {
    const games = Object.assign([...recorded('llm-deliberation')].slice(0, 8), {
      evidence: 'recorded' as const,
    });
    const fitting = columnsOf(games);
    const rows = await measure(games);
    expect(new Set(rows.map(({ column }) => column))).toEqual(new Set(Object.keys(fitting)));
    expect(Object.keys(fitting)).toContain('length');
    expect(Object.keys(fitting)).not.toContain('mae'); // nobody rates
    expect(rows.filter(({ column }) => column === 'length')).toEqual(
      await measure(games, { length: words().length }),
    );
    const silent = Object.assign([], { evidence: 'recorded' as const });
    await expect(measure(silent)).rejects.toThrow('measure finds no column that fits: give some');
    expect(() => columnsOf(7 as never)).toThrow('columns.of needs a run, or collaborations');
  });

  it('known: at temperature 0, collaborations of equal first prompts count once, whatever noise made of the answers, and that is said', async () => {
    const all = [replied(0, 'A'), replied(1, 'B'), replied(2, 'C', 'c'), replied(3, 'A', 'b')];
    const warnings: string[] = [];
    const warn = (warning: Error) => void warnings.push(warning.message);
    process.on('warning', warn);
    const run = live(all, 0);
    const total = { of: () => 1, over: totalOver, unfinished: true };
    const rows = await measure(run, { rounds, total });
    await measure(run, { rounds });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', warn);
    // Of rounds 1, 2, 3 and 4 the second is a copy: (1 + 3 + 4) / 3. All were paid for.
    expect(rows.map(({ value, n }) => [value, n])).toEqual([
      [8 / 3, 3],
      [4, 4],
    ]);
    const said =
      'Unusable answers: 0 of 4 (0.0%). 1 of 4 collaborations of at 0 are copies of others (the same prompts and answers, ' +
      'or the same first prompts at temperature 0) and count once: a temperature above 0 makes them differ.';
    expect(warnings).toEqual([said]);
    expect(basisText(basesOf(rows))).toBe(said);
    expect(JSON.stringify(rows)).not.toContain('copies');
  });

  it('known: at temperature 0 first prompts are those of the first phase; later ones, and other cases, make no difference', async () => {
    const of = (index: number, place: object, request: string): Collaboration['events'][number] => ({
      ...(replied(index, 'x', request).events[0] as ReplyEvent),
      ...place,
    });
    const played = (index: number, events: Collaboration['events'], instance: string | null = null) => ({
      ...ended(index, 1),
      instance,
      events,
    });
    const count = async (all: readonly Collaboration[], temperature = 0) =>
      (await measure(live(all, temperature), { rounds }))[0]?.n;
    const later = { phase: 'answer' };
    const repair = { attempt: 1 };
    const one = played(0, [of(0, {}, 'a'), of(0, later, 'b'), of(0, { round: 2 }, 'c')]);
    const noisy = played(1, [
      of(1, {}, 'a'),
      of(1, repair, 'r'),
      of(1, later, 'B'),
      of(1, { round: 2 }, 'C'),
    ]);
    expect(await count([one, noisy])).toBe(1);
    expect(await count([one, noisy], 0.7)).toBe(2);
    // What is asked together is answered in any order, and a call may have failed.
    expect(await count([one, played(1, [of(1, later, 'b'), of(1, {}, 'a')])])).toBe(1);
    const two = [of(0, {}, 'a'), of(0, { agent: 'Ben' }, 'b')];
    expect(await count([played(0, two), played(1, two.slice(0, 1))])).toBe(1);
    expect(await count([one, played(1, [of(1, {}, 'z'), of(1, later, 'b')])])).toBe(2);
    expect(await count([one, played(1, [of(1, {}, 'a')], 'another case')])).toBe(2);
  });

  it('law: recorded and simulated collaborations of equal first prompts count each', async () => {
    const all = [replied(0, 'A'), replied(1, 'B')];
    for (const evidence of ['recorded', 'simulated'] as const) {
      const run = Object.assign([...all], { evidence, temperature: 0, drawsAlike: true });
      expect((await measure(run, { rounds }))[0]?.n).toBe(2);
    }
  });

  it('known: above 0, short answers may be equal by chance, and long ones are not', async () => {
    const count = async (outputTokens: number) => {
      const all = [0, 1, 2].map((index) => replied(index, 'A', 'a', outputTokens));
      return (await measure(live(all, 0.7), { rounds }))[0]?.n;
    };
    expect([await count(5), await count(40)]).toEqual([3, 1]);
  });

  it('known: a collaboration of a live model in which no call was answered has no mean', async () => {
    const place = { collaboration: 1, round: 1, phase: 'vote', agent: 'Ann', repeat: 0 };
    const failed = { type: 'failure', ...place, kind: 'failed', reason: 'refused' } as const;
    const all = [replied(0, 'A'), { ...ended(1, 9), events: [failed] }];
    const rows = await measure(live(all, 0.7), { rounds });
    expect(rows.map(({ value, n }) => [value, n])).toEqual([[1, 1]]);
    expect(basisText(basesOf(rows))).toBe(
      'Unusable answers: 1 of 2 (50.0%). 1 of 2 collaborations of at 0.7 got no answer at all and are left out.',
    );
    expect(await measure(live(all.slice(1), 0.7), { rounds })).toEqual([]);
  });

  it('known: averages and wide records keep what stands behind them, and tables say it at their foot', async () => {
    const of = { run: { warm: live([replied(0, 'A')], 0.7), cool: live([replied(1, 'B')], 0) } };
    const rows = await measure(of, { rounds });
    const told = 'Unusable answers: 0 of 2 (0.0%).';
    expect(basisText(basesOf(averageOver(rows, 'run')))).toBe(told);
    expect(table(wide(rows)).text.endsWith(`\n\n${told}`)).toBe(true);
    expect(table(rows.filter(({ run }) => run === 'warm')).text).toContain('Unusable answers: 0 of 1');
    expect(table([{ a: 1 }]).text).not.toContain('Unusable');
  });

  it('law: an asynchronous stream gives what an array gives', async () => {
    const all = [ended(0, 2), ended(1, 3)];
    async function* stream(): AsyncGenerator<Collaboration> {
      for (const one of all) yield await Promise.resolve(one);
    }
    const columns = { rounds, height: climbing };
    expect(await measure(Object.assign(stream(), { evidence: 'simulated' as const }), columns)).toEqual(
      await rowsOf(all, columns),
    );
  });
});
