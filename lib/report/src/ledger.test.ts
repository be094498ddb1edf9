import quantile from '@stdlib/stats-base-dists-t-quantile';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { projectFolder } from '../../core/src/project';
import { compare } from './compare';
import {
  ledger,
  ledgerFile,
  mergeLedgers,
  printLedger,
  readLedger,
  recordInLedger,
  recordTest,
  type ClaimTest,
} from './ledger';
import { ledgerRow, type LedgerRow } from './ledger-row';
import { ledgerMarkdown } from './ledger-table';

const row: LedgerRow = {
  paper: 'RoundTable',
  item: 'Table 1',
  notebook: 'roundtable-exchange-economy.ipynb',
  evidence: 'simulated',
  unit: 'percent',
  publishedCells: 54,
  ourCells: 54,
  comparedCells: 45,
  medianDifference: 1.25,
  largestDifference: 9.5,
  nullDifference: 1,
  null: 'one constant',
  knownDeviation: 'Simulated agents stand in for gpt-4o-mini | one row fitted.',
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('ledger', () => {
  it('contract: the committed one, or that in AGORA_LEDGER; never what a notebook records as it runs', () => {
    vi.stubEnv('AGORA_FIGURES', folder);
    vi.stubEnv('AGORA_LEDGER', undefined);
    recordInLedger({ ...row, knownDeviation: 'only here' });
    const committed = readLedger(join(projectFolder(), 'figures'));
    expect(ledger()).toEqual(committed);
    vi.stubEnv('AGORA_LEDGER', folder);
    expect(ledger().items.find(({ parts }) => parts.length > 0)?.parts[0]?.knownDeviation).toBe('only here');
    vi.unstubAllEnvs();
  });
});

describe('recordInLedger', () => {
  const partsOf = (made: string) =>
    readLedger(folder).items.find(({ paper, item }) => `${paper}, ${item}` === made)?.parts;

  it('contract: every item has a row; what was recorded reads back, in the order of the papers', () => {
    const parts = ['Table 8, message length', 'Table 8, information distance', 'Figure 3'];
    for (const item of parts) recordInLedger({ ...row, item }, folder);
    recordInLedger({ ...row, paper: 'GEDI' }, folder);
    const { items } = readLedger(folder);
    expect(items).toHaveLength(56);
    expect(items.filter(({ notebook }) => notebook !== 'not yet').map(({ item }) => item)).toEqual([
      'Table 8',
      'Figure 3',
      'Table 1',
    ]);
    expect(partsOf('RoundTable, Table 8')?.map(({ item }) => item)).toEqual([parts[1], parts[0]]);
    expect(partsOf('RoundTable, Figure 3')).toEqual([{ ...row, item: 'Figure 3' }]);
    expect(items.find(({ item }) => item === 'Figure 3')).toMatchObject({
      notebook: 'roundtable-exchange-economy.ipynb',
      evidence: 'published and simulated',
    });
    expect(items.find(({ paper }) => paper === 'Strategies')).toMatchObject({
      notebook: 'not yet',
      evidence: 'none',
      parts: [],
    });
  });

  it('contract: recording again replaces the row, and the same row leaves the file alone', () => {
    recordInLedger(row, folder);
    utimesSync(ledgerFile(folder), 1, 1);
    recordInLedger({ ...row }, folder);
    expect(statSync(ledgerFile(folder)).mtimeMs).toBe(1000);
    recordInLedger({ ...row, largestDifference: 2 }, folder);
    expect(partsOf('RoundTable, Table 1')).toEqual([{ ...row, largestDifference: 2 }]);
    expect(readdirSync(folder)).toEqual(['ledger.json']);
  });

  it('contract: an item that no paper has is refused, with what may have been meant', () => {
    expect(() => recordInLedger({ ...row, item: 'Tabel 1' }, folder)).toThrow(
      'no paper has the item "RoundTable, Tabel 1" (did you mean "RoundTable, Table 1"?)',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('contract: a row that is none is refused, and the ledger stays as it was', () => {
    recordInLedger(row, folder);
    const before = readFileSync(ledgerFile(folder), 'utf8');
    expect(() => recordInLedger({ ...row, evidence: 'published' }, folder)).toThrow(
      expect.objectContaining({ code: 'ledger' }),
    );
    expect(() => recordInLedger({ ...row, ourCells: -1 }, folder)).toThrow('ourCells');
    expect(() => recordInLedger({ ...row, medianDifference: Number.NaN }, folder)).toThrow(
      'medianDifference',
    );
    expect(readFileSync(ledgerFile(folder), 'utf8')).toBe(before);
  });

  it('contract: a corrupt ledger is named, and never overwritten', () => {
    recordInLedger(row, folder);
    const whole = readFileSync(ledgerFile(folder), 'utf8');
    for (const content of [
      whole.slice(0, 999),
      '{}',
      '[]',
      '{"items":[{"parts":[{"paper":"GEDI"}]}],"claims":[]}',
      '',
    ]) {
      writeFileSync(ledgerFile(folder), content);
      expect(() => readLedger(folder)).toThrow(ledgerFile(folder));
      expect(() => recordInLedger(row, folder)).toThrow(expect.objectContaining({ code: 'ledger' }));
      expect(readFileSync(ledgerFile(folder), 'utf8')).toBe(content);
    }
  });

  it('contract: a lock left by a killed process does not hold the ledger for ever', () => {
    const lock = `${ledgerFile(folder)}.lock`;
    writeFileSync(lock, '');
    utimesSync(lock, 1, 1);
    recordInLedger(row, folder);
    expect(partsOf('RoundTable, Table 1')).toHaveLength(1);
  });

  it('contract: no ledger yet is one in which nothing is recorded', () => {
    const { items, claims } = readLedger(folder);
    expect(items.every(({ parts }) => parts.length === 0)).toBe(true);
    expect(claims.every(({ verdict, why }) => verdict === 'cannot be tested here' && why !== '')).toBe(true);
  });
});

const test: ClaimTest = {
  claim: 'gedi.votingBeatsOneRater',
  evidence: 'simulated',
  effect: 2,
  low: 1,
  high: 3,
  n: 12,
  cases: 'a question under a rule',
  clusters: 4,
  models: 'gpt-4',
  notebook: 'a.ipynb',
};
const claimIn = (id: string) => readLedger(folder).claims.find((claim) => claim.id === id);

describe('recordTest', () => {
  it('known: the verdict comes from the interval, the strongest evidence first', () => {
    recordTest(test, folder);
    recordTest({ ...test, evidence: 'recomputed', low: -1 }, folder);
    recordTest({ ...test, evidence: 'recorded', effect: -2, low: -3, high: -1 }, folder);
    const claim = claimIn(test.claim);
    expect(claim?.tests.map(({ evidence, verdict }) => [evidence, verdict])).toEqual([
      ['recorded', 'reversed'],
      ['recomputed', 'not shown'],
      ['simulated', 'holds'],
    ]);
    expect([claim?.verdict, claim?.why]).toEqual(['reversed', '']);
  });

  it('contract: the same models are measured once, others beside them; what they say together is the verdict', () => {
    recordTest({ ...test, effect: 1 }, folder);
    recordTest(test, folder);
    recordTest({ ...test, models: 'gpt-3.5', low: 0 }, folder);
    expect(
      claimIn(test.claim)?.tests.map(({ models, effect, verdict }) => [models, effect, verdict]),
    ).toEqual([
      ['gpt-3.5', 2, 'not shown'],
      ['gpt-4', 2, 'holds'],
    ]);
    expect(claimIn(test.claim)?.verdict).toBe('not shown');
  });

  it('contract: other cases of the same models stand beside each other', () => {
    recordTest(test, folder);
    recordTest({ ...test, cases: 'a question, all rules' }, folder);
    expect(claimIn(test.claim)?.tests.map(({ cases }) => cases)).toEqual([
      'a question under a rule',
      'a question, all rules',
    ]);
  });

  it("reference: statsmodels' correction of the p values of one paper by one kind of evidence", () => {
    const file = join(__dirname, '../../core/src/statistics/testing/tests-reference.json');
    const { corrections } = JSON.parse(readFileSync(file, 'utf8')) as {
      corrections: Record<'pValues' | 'holm', number[]>;
    };
    corrections.pValues.forEach((pValue, place) => {
      // An effect of 1 whose standard error gives this p value with three degrees of freedom; 0 where p is 1.
      const error = pValue === 1 ? 1 : -1 / quantile(pValue / 2, 3);
      const [effect, reach] = [pValue === 1 ? 0 : 1, error * quantile(0.975, 3)];
      const measured = { ...test, effect, low: effect - reach, high: effect + reach };
      recordTest({ ...measured, models: `model ${place}` }, folder);
    });
    recordTest({ ...test, evidence: 'recorded' }, folder);
    recordTest({ ...test, claim: 's2mad.filterSaves' }, folder);
    const [recorded, ...simulated] = claimIn(test.claim)?.tests ?? [];
    expect(simulated.map(({ afterHolm }) => afterHolm)).toEqual(
      corrections.holm.map((value) => expect.closeTo(value, 6) as number),
    );
    const alone = claimIn('s2mad.filterSaves')?.tests[0]?.afterHolm;
    expect(alone).toBe(recorded?.afterHolm);
    expect(alone).toBeLessThan(0.05);
  });

  it('contract: a claim that no paper makes, and numbers that cannot be, are refused by name', () => {
    expect(() => recordTest({ ...test, claim: 'gedi.votingBeatOneRater' }, folder)).toThrow(
      'no paper has the claim "gedi.votingBeatOneRater" (did you mean "gedi.votingBeatsOneRater"?)',
    );
    for (const wrong of [{ effect: 4 }, { low: Number.NaN }, { clusters: 13 }, { n: 0 }, { models: '' }])
      expect(() => recordTest({ ...test, ...wrong }, folder)).toThrow(
        expect.objectContaining({ code: 'ledger' }),
      );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('mergeLedgers', () => {
  /** What a notebook recorded of some items, and of a claim. */
  const made = (notebook: string, items: readonly string[], effect?: number) => {
    const own = mkdtempSync(join(folder, 'made-'));
    for (const item of items) recordInLedger({ ...row, item, notebook: `${notebook}.ipynb` }, own);
    if (effect !== undefined) recordTest({ ...test, effect, notebook: `${notebook}.ipynb` }, own);
    return readLedger(own);
  };
  const recorded = ({ items, claims }: ReturnType<typeof readLedger>) => [
    ...items.flatMap(({ parts }) => parts.map(({ item, notebook }) => `${notebook} ${item}`)),
    ...claims.flatMap(({ tests }) => tests.map(({ effect, notebook }) => `${notebook} ${effect}`)),
  ];

  it('known: new records replace the old ones of the notebook, and those of a notebook that is gone go', () => {
    const before = [
      made('a', ['Table 9'], 1),
      made('b', ['Table 1', 'Table 2'], 2),
      made('gone', ['Figure 3'], 3),
    ];
    const all = ['a', 'b', 'gone'];
    const old = before.reduce((ledger, one, place) => mergeLedgers(ledger, one, all[place] as string, all));
    expect(recorded(old)).toHaveLength(7);
    expect(recorded(mergeLedgers(old, made('b', ['Figure 4']), 'b', ['a', 'b']))).toEqual([
      'a.ipynb Table 9',
      'b.ipynb Figure 4',
      'a.ipynb 1',
    ]);
  });

  it('law: the order in which notebooks finish does not show', () => {
    const [a, b] = [made('a', ['Table 10', 'Table 1'], 2), made('b', ['Table 2'], 1.5)];
    const both = ['a', 'b'];
    const empty = readLedger(folder);
    const oneWay = mergeLedgers(mergeLedgers(empty, a, 'a', both), b, 'b', both);
    expect(printLedger(oneWay)).toBe(
      printLedger(mergeLedgers(mergeLedgers(empty, b, 'b', both), a, 'a', both)),
    );
    expect(recorded(oneWay)).toEqual([
      'a.ipynb Table 1',
      'b.ipynb Table 2',
      'a.ipynb Table 10',
      'a.ipynb 2',
      'b.ipynb 1.5',
    ]);
  });

  it('known: a table that moved to another notebook stands once', () => {
    const moved = mergeLedgers(made('a', ['Table 9']), made('b', ['Table 9']), 'b', ['a', 'b']);
    expect(recorded(moved)).toEqual(['b.ipynb Table 9']);
  });
});

describe('ledgerRow', () => {
  it('known: counts and absolute differences of a comparison', () => {
    const cell = (value: number) => ({ value, standardError: null });
    const comparison = compare(
      {
        paper: 'P',
        item: 'Table 1',
        caption: '',
        unit: '',
        columns: ['a', 'b'],
        rows: [{ label: 'r', cells: { a: cell(1), b: cell(2) } }],
      },
      [
        { label: 'r', column: 'a', ...cell(1.1), evidence: 'simulated' },
        { label: 'r', column: 'b', ...cell(1.7), evidence: 'simulated' },
      ],
    );
    // |1.1 - 1| = 0.1 and |1.7 - 2| = 0.3: the median is their mean.
    expect(ledgerRow(comparison, { notebook: 'n.ipynb' })).toEqual({
      paper: 'P',
      item: 'Table 1',
      notebook: 'n.ipynb',
      evidence: 'simulated',
      unit: '',
      publishedCells: 2,
      ourCells: 2,
      comparedCells: 2,
      medianDifference: 0.2,
      largestDifference: 0.3,
      nullDifference: null, // two cells are too few for a constant
      null: '',
      knownDeviation: '',
    });
  });

  it('contract: with no number of ours, the evidence is none and the differences are null', () => {
    const nothing = compare(
      { paper: 'RoundTable', item: 'Table 1', caption: '', unit: '', columns: [], rows: [] },
      [],
    );
    const empty = ledgerRow(nothing, { notebook: 'n.ipynb' });
    expect([empty.evidence, empty.medianDifference]).toEqual(['none', null]);
    recordInLedger(empty, folder);
    expect(readLedger(folder).items[0]?.parts).toEqual([empty]);
  });
});

describe('the printed ledger', () => {
  it('known: how many claims hold by which evidence, then claims, then every item', () => {
    recordInLedger(row, folder);
    recordTest(test, folder);
    const { verdicts, claims, items } = ledgerMarkdown(readLedger(folder));
    expect(verdicts).toContain('| holds | 0 | 0 | 0 | 1 | 1 |');
    expect(verdicts).toContain(
      "After Holm's correction for all tests of a paper by one kind of evidence, a verdict stands in so many of them: GEDI 1 of 1 simulated.",
    );
    expect(claims).toMatch(
      /\| Counting rankings by a voting rule gives .* \| 1\.57 percent points \| 2\.00 \[1\.00, 3\.00\] \|/,
    );
    expect(items).toContain(
      '1 of 56 stand in a notebook; in 0 of 1 comparisons ours lie nearer to the published numbers than the best null.',
    );
    expect(items.split('\n').filter((line) => line.includes('| not yet | none |'))).toHaveLength(55);
  });

  it('known: Markdown tables, bars escaped; claims without evidence are counted with their reason', () => {
    recordInLedger(row, folder);
    recordTest(test, folder);
    const { verdicts, claims, items } = ledgerMarkdown(readLedger(folder));
    expect(claims).toContain(
      '| simulated: n 12 (a question under a rule) in 4 clusters; gpt-4 | holds | holds, p 0.008 |',
    );
    expect(verdicts).toContain('figures/claims.png');
    expect(verdicts).toMatch(
      /Cannot be tested here: .*; 12 of Deliberation: no notebook tests it yet; 13 of Strategies: no notebook tests it yet\.$/,
    );
    expect(items).toContain(
      '| 1.25 percent | 1.00 (one constant) | Simulated agents stand in for gpt-4o-mini \\| one row',
    );
  });

  it('known: a verdict that the other tests of its paper outweigh', () => {
    recordTest({ ...test, low: 0.5, high: 3.5 }, folder); // t = 2 / (1.5 / 3.18) = 4.24 with 3: p 0.024
    for (const models of ['a', 'b']) recordTest({ ...test, models, low: -1 }, folder); // 3 * 0.024 = 0.072
    const { verdicts, claims } = ledgerMarkdown(readLedger(folder));
    expect(claims).toContain('gpt-4 | holds | not shown, p 0.072 |');
    expect(verdicts).toContain('a verdict stands in so many of them: GEDI 0 of 3 simulated.');
  });

  it('contract: where nothing is tested there is neither a table of claims nor a picture', () => {
    const { verdicts, claims } = ledgerMarkdown(readLedger(folder));
    expect(claims).toBe('None yet.');
    expect(verdicts).not.toContain('figures/claims.png');
    expect(verdicts).not.toContain('Holm');
    expect(verdicts.split('\n')[0]).toBe(
      '| verdict | recorded | live | recomputed | simulated | by the strongest |',
    );
  });
});
