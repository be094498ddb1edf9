import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Measurable } from 'agora-core/metrics';
import { openai, simulated } from 'agora-core/models';
import { items as listed } from 'agora-report/internal';
import {
  borda,
  dowdall,
  majority,
  plurality,
  preferentialRule,
  schulze,
  scoringRule,
  type VotingRule,
} from 'agora-voting';
import {
  type AnyItem,
  everyItem,
  gedi,
  itemNamed,
  type ItemEvidence,
  roundtable,
  s2mad,
  strategies,
  usualEvidence,
} from './index';
import { smallDeliberation } from './deliberation/testing/small-items';
import { smallGedi } from './gedi/testing/small-items';
import { smallRoundTableLanguage } from './roundtable/testing/small-language-items';
import { smallEconomy } from './roundtable/testing/small-economy-items';
import { smallS2Mad } from './s2-mad/testing/small-items';
import { smallStrategies } from './strategies/testing/small-items';
import { tables } from './gedi/tables';

/** Sizes at which the sweep runs in seconds. An item that is not here runs at its defaults. */
const small: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...smallGedi,
  ...smallRoundTableLanguage,
  ...smallEconomy,
  ...smallS2Mad,
  ...smallDeliberation,
  ...smallStrategies,
};

/** Settings that have no effect on one kind of evidence: they are refused there, and all others are not. */
const games = ['preferences', 'seed'];
const talks = ['environments', 'rules', 'ratings'];
const ballots = ['data', 'shots'];
const debates = ['data', 'memory', 'rule', 'seed', 'agents'];
const cases = ['cases', 'rule', 'seed', 'rounds'];
const refused: Readonly<Record<string, readonly string[]>> = {
  'roundtable.table1 recorded': games,
  'roundtable.table6 recorded': games,
  'roundtable.table6 simulated': ['stands'],
  'roundtable.table8 recorded': talks,
  'roundtable.table10 recorded': talks,
  'roundtable.table10 simulated': ['end'],
  'roundtable.table11 recorded': talks,
  'roundtable.table11 simulated': ['end'],
  'roundtable.figure3 recorded': games,
  'roundtable.figure5 recorded': talks,
  'roundtable.figure20 recorded': games,
  'roundtable.figure20 simulated': ['stands'],
  'gedi.table2 recorded': [...ballots, 'raters', 'seed', 'benchmarks', 'runs'],
  'gedi.figure3 recorded': [...ballots, 'seed', 'benchmark'],
  'gedi.figure4 recorded': [...ballots, 'seed', 'benchmark'],
  'gedi.figure5 recorded': [...ballots, 'raters', 'seed', 'benchmark'],
  'gedi.figure6 recorded': [...ballots, 'raters', 'benchmark'],
  'gedi.figure7 recorded': [...ballots, 'raters', 'benchmark'],
  's2mad.table1 recorded': [...debates, 'rounds', 'groups', 'paths'],
  's2mad.table2 recorded': [...debates, 'rounds', 'dataset'],
  's2mad.table4 recorded': [...debates, 'rounds', 'dataset'],
  's2mad.table7 recorded': [...debates, 'rounds', 'groups'],
  's2mad.figure3 recorded': [...debates, 'rounds', 'datasets'],
  's2mad.figure4 recorded': [...debates, 'dataset'],
  's2mad.figure5 recorded': [...debates, 'dataset'],
  'deliberation.table2 recorded': [
    'cases',
    'rounds',
    'advice',
    'unsettled',
    'seed',
    'conditions',
    'rules',
    'domains',
    'tools',
  ],
  // Rules count where `conditions` has the round table.
  'deliberation.table2 simulated': ['rules', 'games', 'accepted'],
  'deliberation.table3 recomputed': [
    'cases',
    'rounds',
    'advice',
    'unsettled',
    'seed',
    'beside',
    'domain',
    'tools',
  ],
  'deliberation.table5 simulated': ['rules'],
  'strategies.table7 recomputed': cases,
  'strategies.table8 recomputed': [...cases, 'claims'],
  'strategies.figure3 recomputed': [...cases, 'claims'],
};

/** Every setting of an item that counts for a kind of evidence, at a small size. */
function smallFor(item: AnyItem, evidence: ItemEvidence): Record<string, unknown> {
  const usual = Object.entries(item.settings).map(([name, each]) => [
    name,
    evidence === 'recorded' ? (each.whenRecorded ?? each.default) : each.default,
  ]);
  const all = { ...(Object.fromEntries(usual) as Record<string, unknown>), ...small[item.id] };
  const without = refused[`${item.id} ${evidence}`] ?? [];
  return Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
}

/** The simulated agent believes in nothing that is absent: there is no slope to compare. */
const withoutOurs = ['deliberation.table7 simulated'];

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-items-'));
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const runs = everyItem().flatMap((item) =>
  item.evidence.filter((kind) => kind !== 'live').map((evidence) => ({ id: item.id, evidence, item })),
);

/** How many collaborations of a run are finished. */
const finishedIn = (run: Measurable): number => [...(run as Iterable<unknown>)].length;

describe('every item', () => {
  it.each(runs)('contract: $id runs small from $evidence evidence', async ({ id, evidence, item }) => {
    vi.stubEnv('AGORA_HOME', home);
    const ours = await item.run({ ...smallFor(item, evidence), evidence });
    expect(ours.stopped).toBeNull();
    expect(ours.rows.length).toBeGreaterThan(0);
    for (const row of ours.rows) expect(row.evidence).toBe(evidence);
    if (item.has.compare) {
      const { parts, text } = item.compare(ours);
      expect(text).toContain(item.item);
      // Whose answers were recorded stands beside them, in a label or in the caption.
      const plainText = text.replace(/\s+/g, ' ');
      if (evidence === 'recorded')
        for (const model of new Set(ours.rows.map((row) => row['model'])))
          expect(plainText).toContain(String(model ?? 'a model'));
      const isCompared = parts.some(({ comparison }) => comparison.counts.compared > 0);
      expect(isCompared).toBe(!withoutOurs.includes(`${id} ${evidence}`));
    }
    if (item.has.figure) expect((await item.figure(ours)).data.length).toBeGreaterThan(0);
  });

  it.each(everyItem())('contract: $id says what it shows, and what can be tweaked', (item) => {
    expect(item.shows).not.toBe('');
    expect(item.published).toMatchObject({ paper: item.paper });
    for (const { default: usual, does, is } of Object.values(item.settings)) {
      expect(is.safeParse(usual).success).toBe(true);
      expect(does).toMatch(/\.$/);
    }
    // What is not among the 56 is printed only.
    const isListed = listed().some(({ paper, item: name }) => paper === item.paper && name === item.item);
    expect(isListed).toBe(item.evidence.length > 0);
  });

  it('contract: each is found once, by its name and by names written otherwise', () => {
    const ids = everyItem().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(itemNamed('GEDI', 'Table 2').id).toBe('gedi.table2');
    expect(itemNamed('roundtable', 'Fig. 5').id).toBe('roundtable.figure5');
  });
});

describe('an item', () => {
  it('known: has the published numbers as they were', () => {
    expect(gedi.table1.published.rows).toBe(tables.table1.rows);
    expect(gedi.table2.published.rows).toBe(tables.table2.rows);
    expect(gedi.table2.published.differences).toBe(tables.table2Differences);
    expect(gedi.table4.published.rows).toHaveLength(52);
  });

  it('law: one that needs the same ballots as another finds them on disk', async () => {
    vi.stubEnv('AGORA_HOME', home);
    const common = { questions: 4, evidence: 'simulated', seed: 11 } as const;
    const table = await gedi.table2.run({ ...common, benchmarks: ['MMLU'] });
    const before = readdirSync(join(home, 'runs'));
    const figure = await gedi.figure3.run({ ...common, benchmark: 'MMLU' });
    expect(readdirSync(join(home, 'runs'))).toEqual(before);
    expect(figure.conditions.map(({ run }) => (run as unknown as { folder: string }).folder)).toEqual(
      table.conditions.map(({ run }) => (run as unknown as { folder: string }).folder),
    );
  });

  it('law: with all raters the figure has the accuracy of the table', async () => {
    vi.stubEnv('AGORA_HOME', home);
    const common = { questions: 12, evidence: 'simulated', seed: 11, rules: [borda] } as const;
    const table = await gedi.table2.run({ ...common, benchmarks: ['MMLU'] });
    const figure = await gedi.figure3.run({ ...common, benchmark: 'MMLU' });
    const ofTable = table.rows.filter(({ column }) => column === 'accuracy').map(({ value }) => value);
    const ofTen = figure.rows.filter(({ quorum }) => quorum === 10).map(({ value }) => value);
    // Means of three and of ten equal numbers: apart by rounding only.
    expect(ofTen).toEqual(ofTable.map((value) => expect.closeTo(value ?? NaN, 6) as number));
    expect(new Set(ofTable.map(Math.round as never)).size).toBeGreaterThan(1);
  });

  it('law: a rule of your own is counted on the same ballots, in a column of its own', async () => {
    vi.stubEnv('AGORA_HOME', home);
    const ours = await gedi.table2.run({
      questions: 3,
      evidence: 'simulated',
      benchmarks: ['MMLU'],
      rules: [borda, schulze],
    });
    const [accuracy] = gedi.table2.compare(ours).parts;
    expect(accuracy?.comparison.columns).toEqual(['borda', 'schulze']);
    expect(accuracy?.comparison.counts).toMatchObject({ compared: 1, missingPublished: 1 });
  });

  it('law: a rule and its name are one, by the names of the item first', async () => {
    vi.stubEnv('AGORA_HOME', home);
    const common = { questions: 3, evidence: 'simulated', benchmarks: ['MMLU'] } as const;
    const named = await gedi.table2.run({ ...common, rules: ['borda', 'plurality'] });
    const given = await gedi.table2.run({ ...common, rules: [borda, plurality({ on: 'rankings' })] });
    expect(named.rows).toEqual(given.rows);
    const settled = await s2mad.table3.run({ questions: 2, rule: 'majority', splits: ['2+6'] });
    expect(settled.settings['rule']).toBe(majority);
  });

  it("known: RoundTable's ranked is voting.dowdall, so that it keeps its printed row; twice it is two rows", async () => {
    const common = { collaborations: 5, evidence: 'recorded' } as const;
    const labels = async (rules: readonly VotingRule[]) => {
      const { parts } = roundtable.table1.compare(await roundtable.table1.run({ ...common, rules: rules }));
      return parts[0]?.comparison.rows.map(({ label }) => label);
    };
    expect(await labels([dowdall])).toEqual(['Ranked']);
    expect(await labels([...roundtable.rules, dowdall])).toContain('dowdall');
  });

  it('law: recorded ballots have ties: a rule of your own that takes them is counted, one that does not is named', async () => {
    const decide = ({ options }: { readonly options: readonly string[] }) => {
      const [first = ''] = options;
      return { tally: { [first]: 1 }, order: [[...options]], winners: [first] };
    };
    const made = { source: 'this test', explanation: 'The first option is selected.', meets: [], decide };
    const weak = preferentialRule({ ...made, name: 'first option', weak: true });
    const strict = preferentialRule({ ...made, name: 'first option, strict' });
    const common = { questions: 20, evidence: 'recorded' } as const;
    const ours = await gedi.table2.run({ ...common, rules: [weak] });
    await expect(gedi.table2.run({ ...common, rules: [weak, strict] })).rejects.toThrow(
      'rankings with ties, and hold no ratings: first option, strict cannot count them',
    );
    expect(new Set(ours.rows.map(({ rule }) => rule))).toEqual(new Set(['first option']));
  });

  it('law: by itself an item gives the strongest evidence that needs no model: recorded, stored live, computed, simulated', async () => {
    expect(usualEvidence(gedi.table4)).toBeNull();
    expect(usualEvidence(gedi.table2)).toBe('recorded');
    expect(usualEvidence(gedi.table5)).toBe('simulated');
    expect(usualEvidence(strategies.table7)).toBe('recomputed');
    for (const { run } of [strategies.table2, strategies.table4])
      expect(await run()).toMatchObject({ evidence: 'live', unusable: null });
  });

  it('known: fewer rounds and fewer rules than the paper has are said beside its numbers', async () => {
    const few = { evidence: 'simulated', rules: ['majority'], collaborations: 2, rounds: 2 } as const;
    const table1 = await roundtable.table1.run(few);
    expect(roundtable.table1.compare(table1).text.replace(/\s+/g, ' ')).toContain(
      'Ours has 2 rounds: @10 is the last of them, and the other columns are over 2 rounds.',
    );
    const figure5 = await roundtable.figure5.run(few);
    expect(roundtable.figure5.compare(figure5).text.replace(/\s+/g, ' ')).toContain(
      "Ours is of majority, the paper's numbers are means over 6 rules.",
    );
  });

  it.each(everyItem().filter(({ has }) => has.storedLive))(
    'contract: stored live runs answer $id without a model, and settings that they cannot follow are refused',
    async (one) => {
      const ours = await one.run({ evidence: 'live' });
      expect(ours.rows.length).toBeGreaterThan(0);
      for (const { evidence } of ours.rows) expect(evidence).toBe('live');
      await expect(one.run({ evidence: 'live', seed: 2 })).rejects.toThrow(
        `${one.id}: seed has no effect on stored live evidence`,
      );
    },
  );

  it('law: one that was stopped goes on where it was', async () => {
    vi.stubEnv('AGORA_HOME', home);
    const settings = { questions: 5, evidence: 'simulated', benchmarks: ['MMLU'], seed: 12 } as const;
    const first = await gedi.table2.run({ ...settings, budget: { tokens: 30_000 } });
    expect(first.stopped).toMatch(/budget/i);
    const asked = first.conditions.map(({ run }) => finishedIn(run));
    expect(asked[0] ?? 0).toBeLessThan(5);
    const second = await gedi.table2.run(settings);
    expect(second.stopped).toBeNull();
    expect(second.conditions.map(({ run }) => finishedIn(run))).toEqual([5]);
  });

  it('known: an estimate is of what would be asked; 22 calls a question, for ten raters twice and two dictators', async () => {
    const [one, ...others] = await gedi.table2.estimate({
      questions: 6,
      evidence: 'simulated',
      benchmarks: ['MMLU'],
      seed: 13,
    });
    expect(others).toEqual([]);
    expect(one).toMatchObject({ collaborations: 6, calls: 132 });
    expect(await gedi.table1.estimate()).toEqual([]);
  });
});

describe('bad input', () => {
  const bad: [string, () => unknown, string][] = [
    [
      'a setting it does not have',
      () => gedi.table2.run({ question: 5 } as never),
      '(did you mean "questions"?)',
    ],
    [
      'a size of 0',
      () => gedi.table2.run({ questions: 0 }),
      'a whole number of at least 1 as questions, got 0',
    ],
    [
      'more questions than there are',
      () => gedi.table2.run({ questions: 200, evidence: 'simulated' }),
      'at most 114',
    ],
    [
      'a setting that has no effect on the evidence',
      () => gedi.table2.run({ evidence: 'recorded', questions: 5, raters: 3 }),
      'gedi.table2: raters has no effect on recorded evidence under these settings (evidence that may use it: live, simulated). What it does: How many raters',
    ],
    [
      'a size of runs where printed numbers are computed with',
      () => strategies.table7.run({ cases: 5 }),
      'strategies.table7: cases has no effect on recomputed evidence under these settings (evidence that may use it: live, simulated)',
    ],
    ['no rule', () => gedi.table2.run({ rules: [] }), 'a list of at least 1 voting rules as rules'],
    [
      'a rule on other ballots',
      () => gedi.table2.run({ rules: [majority] }),
      'majority counts choice ballots',
    ],
    [
      'plurality where ballots are rankings',
      () => gedi.table2.run({ rules: [plurality] }),
      "(plurality counts choice ballots; voting.plurality({ on: 'rankings' }) counts rankings) as rules.0",
    ],
    [
      'a rule by a name that there is not',
      () => gedi.table2.run({ rules: ['bordaa'] }),
      'did you mean "borda"?',
    ],
    [
      'a rule twice',
      () => gedi.table2.run({ rules: ['borda', borda] }),
      'two of the rules are named "borda"',
    ],
    [
      'a rule of a name that is taken',
      () => gedi.table2.run({ rules: [scoringRule({ name: 'Borda', points: [2, 1] })] }),
      'a rule of your own is named "Borda", as one of the kit\'s',
    ],
    ['a word twice', () => gedi.table2.run({ benchmarks: ['MMLU', 'MMLU'] }), 'different ones of MMLU'],
    [
      'evidence that nothing has',
      () => gedi.table2.run({ evidence: 'guessed' as never }),
      '"recorded" or "live"',
    ],
    [
      'evidence it does not have',
      () => gedi.table1.run({ evidence: 'recorded' }),
      'of GEDI Table 2, Figure 3, Figure 4, Figure 5, Figure 6, Figure 7 have it',
    ],
    ['no model', () => gedi.figure3.run({ evidence: 'live' }), 'needs a model: models.openai'],
    [
      'a model by name',
      () => gedi.table2.run({ model: 'simulated' as never }),
      'models.parseModel("simulated")',
    ],
    [
      'a model of another kind',
      () => gedi.table2.run({ evidence: 'live', model: simulated() }),
      'cannot take simulated, which is simulated',
    ],
    [
      'a live model for recorded evidence',
      () => gedi.table2.run({ evidence: 'recorded', model: openai({ model: 'gpt-4', apiKey: 'none' }) }),
      'which is live',
    ],
    [
      'a rule that no stored run has',
      () => roundtable.table1.run({ evidence: 'live', rules: ['majority', 'borda'] }),
      'has no stored live run of borda, only of majority of these',
    ],
    [
      'a recorded model for an item without experiments',
      () => roundtable.table3.run({ model: { ...simulated(), evidence: 'recorded' } }),
      'has no recorded evidence',
    ],
    ['an item without a result', () => gedi.table4.run(), 'read gedi.table4.published'],
    ['a table as a figure', () => gedi.table1.figure([{} as never]), 'is no figure'],
    ['a figure without numbers', () => gedi.figure3.compare([{} as never]), 'use gedi.figure3.figure'],
    ['no rows', () => gedi.table1.compare([]), 'needs at least 1 row'],
    ['a paper that there is not', () => itemNamed('gedy', 'table2'), '(did you mean "gedi"?)'],
    ['an item that there is not', () => itemNamed('gedi', 'tabel2'), '(did you mean "table2"?)'],
  ];
  it.each(bad)('contract: %s is one clear line', async (_, act, line) => {
    const failing = (async () => act())();
    await expect(failing).rejects.toThrow(line);
    await expect(failing).rejects.toThrow(/^[^\n]+$/);
  });
});
