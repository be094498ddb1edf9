import { sentenceEmbedder, type SentenceEmbedder } from 'agora-core/language';
import { simulated } from 'agora-core/models';
import { eventsOf, type Collaboration } from 'agora-core/transcripts';
import { textTable } from 'agora-report/internal';
import type { Measured, NotTested } from '../claims/evaluate';
import { testsOf, type RecordedTests } from '../claims/recorded-tests';
import type { PaperName } from '../claims/committed-tests';
import { liveVerdicts, type ClaimVerdict } from '../claims/verdicts';
import type { LiveRuns } from './live-runs';
import { deliberationLiveMeasures, rewardsAlone } from './measures/deliberation';
import { gediLiveMeasures, votingGains } from './measures/gedi';
import { lastShares, roundtableLiveMeasures } from './measures/roundtable';
import { s2madLiveMeasures } from './measures/s2-mad';
import { strategyLiveMeasures } from './measures/strategies';
import { couldShow, liveTest, type LivePlan } from './plan';
import {
  gridRows,
  gridTable,
  profileGains,
  profileRows,
  profileTables,
  stoppedRows,
  stoppedTable,
  type GridRow,
  type ProfileGain,
  type ProfileRow,
  type StoppedRow,
} from './to-be-read';

/** What went wrong in one phase of one entry. */
export interface TroubleRow {
  readonly entry: string;
  readonly phase: string;
  /** Questions that were asked, without repairs of answers. */
  readonly asked: number;
  /** Questions without a usable answer, after the repair. */
  readonly unparsed: number;
  readonly invalid: number;
  readonly refused: number;
  readonly failed: number;
  /** Replies that ended at the limit of their tokens. */
  readonly cutOff: number;
  /** Questions that were asked again, because the first reply was not usable. */
  readonly repaired: number;
}

/** One planned test. */
export interface LiveTestRow {
  readonly claim: string;
  readonly says: string;
  readonly model: string;
  /** Null if it was not tested. */
  readonly cases: number | null;
  readonly clusters: number | null;
  readonly unit: string;
  readonly effect: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** After Holm's correction over all live tests of the paper. */
  readonly p: number | null;
  /** The smallest distance from the bound that this many clusters could have shown; null if they could show nothing. */
  readonly couldShow: number | null;
  readonly verdict: ClaimVerdict['verdict'];
  /** Why it was not tested. */
  readonly why: string | null;
  /** What speaks against a verdict, such as that it is an interim look. */
  readonly remark: string | null;
  /** What was counted first. */
  readonly counted: readonly string[];
}

/** The results of the live runs of a plan. */
export interface LiveLedger {
  readonly plan: string;
  readonly model: string;
  /** Finished and planned cases of each entry, over its conditions. */
  readonly played: readonly { readonly entry: string; readonly condition: string; readonly cases: number }[];
  readonly troubles: readonly TroubleRow[];
  readonly tests: readonly LiveTestRow[];
  /** Of entries with a crossed grid; empty without one. */
  readonly grids: readonly GridRow[];
  /** Of entries with hidden profiles; empty without one. */
  readonly profiles: readonly ProfileRow[];
  readonly profileGains: readonly ProfileGain[];
  /** Of entries whose talks a stopping policy ends; empty without one. */
  readonly stopped: readonly StoppedRow[];
}

type Measures = Readonly<Record<string, Measured | NotTested>>;

/** What live tests need in addition to runs. */
export interface LedgerSettings {
  /** Measures information distance. Default the model that the set-up installs; without it those tests are not made. */
  readonly embedder?: SentenceEmbedder;
}

async function measuresOf(paper: PaperName, runs: LiveRuns, { embedder }: LedgerSettings): Promise<Measures> {
  switch (paper) {
    case 'gedi':
      return gediLiveMeasures(runs);
    case 's2mad':
      return s2madLiveMeasures(runs);
    case 'roundtable':
      return roundtableLiveMeasures(runs, () => embedder ?? sentenceEmbedder());
    case 'deliberation':
      return deliberationLiveMeasures(runs);
    case 'strategies':
      return strategyLiveMeasures(runs);
  }
}

/** Reads the results of the runs of a plan: first what went wrong, then each planned test. */
export async function liveLedger(runs: LiveRuns, settings: LedgerSettings = {}): Promise<LiveLedger> {
  const tests = await testsOfRuns(runs, settings);
  return {
    plan: `${runs.plan.name}, version ${runs.plan.version}`,
    model: runs.model,
    played: [...runs.all()].map(({ entry, name, cases }) => ({
      entry: entry,
      condition: name,
      cases: cases.size,
    })),
    troubles: troublesOf(runs),
    tests: testRows(runs, tests),
    grids: gridRows(runs),
    profiles: profileRows(runs),
    profileGains: profileGains(runs),
    stopped: stoppedRows(runs),
  };
}

/** The tests of all papers on the finished cases, with those that could not be made and why. */
export async function testsOfRuns(
  runs: LiveRuns,
  settings: LedgerSettings = {},
): Promise<Readonly<Record<PaperName, RecordedTests>>> {
  const of = async (paper: PaperName): Promise<RecordedTests> => {
    const filled = { ...testsOf(paper, await measuresOf(paper, runs, settings), 'live') };
    for (const entry of runs.plan.entries.filter((one) => one.paper === paper))
      for (const { claim } of entry.tests)
        filled[claim] ??= liveTest(claim).test.models === 'models compared' ? twoModels : notPlayed;
    return withPlanned(runs.plan, filled);
  };
  return {
    roundtable: await of('roundtable'),
    gedi: await of('gedi'),
    s2mad: await of('s2mad'),
    deliberation: await of('deliberation'),
    strategies: await of('strategies'),
  };
}

/** Each test that could be made, with the clusters of the whole plan. */
function withPlanned(plan: LivePlan, tests: RecordedTests): RecordedTests {
  const planned = new Map(
    plan.entries.flatMap((entry) => entry.tests.map(({ claim, clusters }) => [claim, clusters.at(-1)])),
  );
  const whole = (id: string, found: RecordedTests[string]): RecordedTests[string] => {
    const clusters = planned.get(id);
    return 'notTested' in found || clusters === undefined ? found : { ...found, planned: clusters };
  };
  return Object.fromEntries(Object.entries(tests).map(([id, found]) => [id, whole(id, found)]));
}

/** Some claims' live tests are in no plan of the kit (ten rounds, four and five agents, menus in words). */
const notPlayed: NotTested = { notTested: 'no entry of a plan plays what it needs' };
const twoModels: NotTested = { notTested: 'compares two models: npx agora live compare' };

/** The planned tests in the plan's order. */
function testRows(runs: LiveRuns, tests: Readonly<Record<PaperName, RecordedTests>>): LiveTestRow[] {
  return runs.plan.entries.flatMap(({ paper, tests: planned }) => {
    const verdicts = liveVerdicts(paper, tests[paper]);
    return planned.map(({ claim }) => rowOf(claim, runs.model, verdicts.get(claim) as ClaimVerdict));
  });
}

const isSimulated = (model: string): boolean => model.startsWith(simulated().name);

function rowOf(name: string, model: string, given: ClaimVerdict): LiveTestRow {
  const { claim, test } = liveTest(name);
  const { verdict, why, remark, found, corrected } = isSimulated(model) ? withoutVerdict(given) : given;
  return {
    claim: name,
    says: claim.says,
    model: model,
    cases: found?.cases ?? null,
    clusters: found?.clusters ?? null,
    unit: test.unit,
    effect: found?.effect ?? null,
    low: found?.low ?? null,
    high: found?.high ?? null,
    p: corrected,
    couldShow: found === null ? null : couldShow(name, found.clusters),
    verdict: verdict,
    why: why,
    remark: remark,
    counted: found?.counted ?? [],
  };
}

/** What the simulated agent does is no evidence for a claim: its effect is shown alone. */
function withoutVerdict(given: ClaimVerdict): ClaimVerdict {
  if (given.verdict === 'not tested') return given;
  return { ...given, verdict: 'not tested', why: 'simulated', remark: null, corrected: null };
}

/** "stage 1/group 2/alone" is "alone", so that equal steps are counted together. */
const stepOf = (phase: string): string => phase.replace(/^(?:stage \d+\/)?(?:group \d+\/)?/, '');

function troublesOf(runs: LiveRuns): TroubleRow[] {
  const counts = new Map<string, { [Key in keyof TroubleRow]: TroubleRow[Key] }>();
  const at = (entry: string, phase: string) => {
    const key = `${entry} ${phase}`;
    const known = counts.get(key) ?? emptyRow(entry, phase);
    counts.set(key, known);
    return known;
  };
  for (const { entry, cases } of runs.all())
    for (const one of cases.values()) countTroubles(one, (phase) => at(entry, phase));
  return [...counts.values()];
}

type Counting = { -readonly [Key in keyof TroubleRow]: TroubleRow[Key] };

function countTroubles(one: Collaboration, at: (phase: string) => Counting): void {
  for (const reply of eventsOf(one, 'reply')) {
    const row = at(stepOf(reply.phase));
    if (reply.attempt === 0) row.asked++;
    if (reply.attempt === 1) row.repaired++;
    if (reply.finish === 'length') row.cutOff++;
  }
  for (const failure of eventsOf(one, 'failure')) at(stepOf(failure.phase))[failure.kind]++;
}

function emptyRow(entry: string, phase: string): TroubleRow {
  return {
    entry: entry,
    phase: phase,
    asked: 0,
    unparsed: 0,
    invalid: 0,
    refused: 0,
    failed: 0,
    cutOff: 0,
    repaired: 0,
  };
}

/** A test that compares two models, and what it reads of either on each case. */
const comparisons: readonly {
  readonly claim: string;
  readonly paper: PaperName;
  readonly reads: (runs: LiveRuns) => ReadonlyMap<string, number>;
}[] = [
  { claim: 'gainsDependOnBackboneAndBenchmark', paper: 'gedi', reads: votingGains },
  { claim: 'strongerModelsEndHigher', paper: 'roundtable', reads: lastShares },
  { claim: 'largeModelsBeatSmall', paper: 'deliberation', reads: rewardsAlone },
];

/** Two models' ledgers side by side. */
export interface LiveComparison {
  readonly models: readonly [string, string];
  readonly rows: readonly {
    readonly claim: string;
    readonly one: LiveTestRow;
    readonly other: LiveTestRow;
  }[];
  /** Tests of one model minus the other, on the cases that both finished. The user says that the first is the stronger model. */
  readonly compared: readonly LiveTestRow[];
}

/** @param stronger - in tests that compare models, the one that is said to be stronger */
export async function compareLive(
  stronger: LiveRuns,
  weaker: LiveRuns,
  settings: LedgerSettings = {},
): Promise<LiveComparison> {
  const [one, other] = [await liveLedger(stronger, settings), await liveLedger(weaker, settings)];
  const others = new Map(other.tests.map((row) => [row.claim, row]));
  const compared = testsOfTwo(stronger, weaker);
  return {
    models: [one.model, other.model],
    rows: one.tests.flatMap((row) => {
      const beside = others.get(row.claim);
      return beside === undefined ? [] : [{ claim: row.claim, one: row, other: beside }];
    }),
    compared: comparisons.map(({ claim, paper }) => {
      const verdicts = liveVerdicts(paper, compared[paper] ?? {});
      const name = `${paper}.${claim}`;
      return rowOf(name, `${one.model} less ${other.model}`, verdicts.get(name) as ClaimVerdict);
    }),
  };
}

/**
 * The tests that compare two models, by paper: one minus the other, on the cases that both finished.
 * @param stronger - the one that is said to be stronger
 */
export function testsOfTwo(
  stronger: LiveRuns,
  weaker: LiveRuns,
): Readonly<Partial<Record<PaperName, RecordedTests>>> {
  const tests: Partial<Record<PaperName, RecordedTests>> = {};
  for (const { claim, paper, reads } of comparisons) {
    const [own, base] = [reads(stronger), reads(weaker)];
    const cases = [...own].flatMap(([cluster, value]) => {
      const less = base.get(cluster);
      return less === undefined ? [] : [{ cluster: cluster, model: stronger.model, numerator: value - less }];
    });
    const counted = [
      `${stronger.model} less ${weaker.model}, on the ${cases.length} cases that both finished.`,
    ];
    const measured: Measured = { cases: cases, alike: 'clusters', counted: counted };
    const found = withPlanned(stronger.plan, testsOf(paper, { [claim]: measured }, 'live'));
    tests[paper] = { ...tests[paper], ...found };
  }
  return tests;
}

/** A ledger as text. What went wrong comes first. */
export function ledgerText(ledger: LiveLedger): string {
  const { plan, model, troubles, tests, played } = ledger;
  const few = tests.filter(({ couldShow: least }) => least === null).length;
  return [
    isSimulated(model)
      ? `Runs of the simulated agent. Plan: ${plan}. They show that the plan can be played and counted, and how its mechanisms work; they say nothing of any model, so that no claim has a verdict here.`
      : `Live runs of ${model}. Plan: ${plan}.`,
    `${played.reduce((sum, { cases }) => sum + cases, 0)} finished cases in ${played.length} conditions.${few === 0 ? '' : ` ${few} of ${tests.length} planned tests have too few clusters to show anything.`}`,
    '',
    '# What went wrong',
    '',
    troubleTable(troubles),
    '',
    ...toBeRead(ledger),
    ...(tests.length === 0 ? ['No test is planned.'] : testLines(tests)),
  ].join('\n');
}

/** What was played to be read, or nothing. */
function toBeRead({ grids, profiles, profileGains, stopped }: LiveLedger): string[] {
  const tables = [
    ...(grids.length === 0 ? [] : [gridTable(grids)]),
    ...(profiles.length === 0 ? [] : [profileTables(profiles, profileGains)]),
    ...(stopped.length === 0 ? [] : [stoppedTable(stopped)]),
  ];
  return tables.length === 0
    ? []
    : ['# To be read: no claim is tested', '', ...tables.flatMap((one) => [one, ''])];
}

function testLines(tests: readonly LiveTestRow[]): string[] {
  return [
    '# Planned tests',
    '',
    testTable(tests),
    '',
    verdictCount(tests),
    'Effects on few clusters say nothing by themselves: "could show" is the smallest distance from the bound that so many clusters would be expected to show, after correction over all live tests of the paper.',
  ];
}

/** Two ledgers as one text. */
export function comparisonText({ models, rows, compared }: LiveComparison): string {
  const columns = ['claim', models[0], 'verdict', models[1], 'verdict'];
  const table = textTable(
    columns.map((title) => ({ title: title, width: 60 })),
    rows.map(({ claim, one, other }) => [
      claim,
      effectText(one),
      verdictText(one),
      effectText(other),
      verdictText(other),
    ]),
  );
  return [
    `Two models on one plan: ${models.join(' and ')}.`,
    '',
    table,
    '',
    `# ${models[0]} less ${models[1]}`,
    '',
    testTable(compared),
  ].join('\n');
}

function troubleTable(rows: readonly TroubleRow[]): string {
  if (rows.length === 0) return 'Nothing was asked yet.';
  const titles = [
    'entry',
    'phase',
    'asked',
    'unparsed',
    'invalid',
    'refused',
    'no reply',
    'cut off',
    'asked again',
  ];
  return textTable(
    titles.map((title, place) => ({ title: title, width: 40, align: place < 2 ? 'left' : 'right' })),
    rows.map((row) => [
      row.entry,
      row.phase,
      ...[row.asked, row.unparsed, row.invalid, row.refused, row.failed, row.cutOff, row.repaired].map(
        String,
      ),
    ]),
  );
}

function testTable(rows: readonly LiveTestRow[]): string {
  const titles = ['claim', 'cases', 'clusters', 'effect [95%]', 'unit', 'could show', 'p', 'verdict'];
  return textTable(
    titles.map((title, place) => ({
      title: title,
      width: 60,
      align: place === 1 || place === 2 ? 'right' : 'left',
    })),
    rows.map((row) => [
      row.claim,
      countText(row.cases),
      countText(row.clusters),
      effectText(row),
      row.unit,
      row.couldShow === null ? 'nothing' : shown(row.couldShow),
      row.p === null ? '–' : shown(row.p),
      verdictText(row),
    ]),
  );
}

const countText = (count: number | null): string => (count === null ? '–' : String(count));

function effectText({ effect, low, high }: LiveTestRow): string {
  if (effect === null) return '–';
  return low === null || high === null ? shown(effect) : `${shown(effect)} [${shown(low)}, ${shown(high)}]`;
}

function verdictText({ verdict, why, remark }: LiveTestRow): string {
  if (why !== null) return `${verdict}: ${why}`;
  return remark === null ? verdict : `${verdict} (${remark})`;
}

const shown = (value: number): string => String(Number(value.toPrecision(3)));

function verdictCount(tests: readonly LiveTestRow[]): string {
  const count = (verdict: LiveTestRow['verdict']): number =>
    tests.filter((row) => row.verdict === verdict).length;
  return `${count('holds')} hold, ${count('reversed')} are reversed, ${count('not shown')} are not shown, ${count('not tested')} are not tested.`;
}
