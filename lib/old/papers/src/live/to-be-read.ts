import { unsharedMentioned, utilityByRound } from 'agora-core/internal';
import { contrast } from 'agora-core/statistics';
import { eventsOf, type Collaboration } from 'agora-core/transcripts';
import { textTable } from 'agora-report/internal';
import { mean } from 'simple-statistics';
import { fewestClusters } from '../claims/evaluate';
import { profileCondition } from './conditions';
import { scoreOf, sharedCases, tokensOf, type LiveRuns } from './live-runs';

/* What a ledger shows of entries that are played to be read: no claim of a paper is tested by them. */

/** One way of a crossed grid, on the cases that all of its ways have finished. For reading only: it tests no claim. */
export interface GridRow {
  readonly entry: string;
  readonly way: string;
  readonly cases: number;
  /** In percent. */
  readonly right: number;
  /** Means over cases. */
  readonly rounds: number;
  readonly calls: number;
  readonly tokens: number;
  /** The token budget of a case, and the number of cases that cost more. */
  readonly budget: number;
  readonly over: number;
}

/**
 * One way of talk on hidden profiles, on the cases that all conditions of its entry have finished. For reading only: it
 * tests no claim.
 */
export interface ProfileRow {
  readonly entry: string;
  readonly way: string;
  readonly information: 'distributed' | 'full';
  readonly cases: number;
  /** In percent: decisions for the right option, decisions for the one that shared facts favour, and no decision. */
  readonly right: number;
  readonly misled: number;
  readonly undecided: number;
  /** The mean percentage of unshared facts that any message mentions, read or not: `columns.hiddenProfiles`. */
  readonly mentioned: number;
  /** Means over cases. */
  readonly calls: number;
  readonly tokens: number;
}

/** How many points more are right under one condition of hidden profiles than under another, by case. */
export interface ProfileGain {
  readonly entry: string;
  /** "debate", "debate full": as the plan's conditions are named. */
  readonly condition: string;
  readonly baseline: string;
  readonly cases: number;
  readonly effect: number;
  /** The 95% interval; null with fewer than six cases, and where all differ by the same, so that no spread is seen. */
  readonly low: number | null;
  readonly high: number | null;
}

/** A talk on an economy under a stopping policy, whether the policy or the last round ended it. */
export interface StoppedRow {
  readonly entry: string;
  readonly rule: string;
  /** From 1 on, as in plan.json. */
  readonly economy: number;
  /** The rounds that were played, and the most that could have been. */
  readonly rounds: number;
  readonly of: number;
  /** What the deal is worth at each round's end, in percent of the most possible; 0 while nothing is decided. */
  readonly shares: readonly number[];
  /** Input and output of all calls. */
  readonly tokens: number;
}

/** The ways of each crossed grid. */
export function gridRows(runs: LiveRuns): GridRow[] {
  return runs.plan.entries.flatMap(({ id, run }) => {
    if (run.kind !== 'crossed') return [];
    const shared = sharedCases(run.ways.map((way) => runs.of(id, way)));
    if (shared.length === 0) return [];
    return run.ways.map((way): GridRow => {
      const own = shared.map((index) => runs.of(id, way).get(index) as Collaboration);
      const tokens = own.map((one) => tokensOf(one, 'both'));
      return {
        entry: id,
        way: way,
        cases: own.length,
        right: 100 * mean(own.map((one) => scoreOf(one, 'correct'))),
        rounds: mean(own.map(({ finished }) => finished?.rounds ?? 0)),
        calls: mean(own.map((one) => eventsOf(one, 'reply').length)),
        tokens: mean(tokens),
        budget: run.tokens,
        over: tokens.filter((spent) => spent > run.tokens).length,
      };
    });
  });
}

/** Talks under a stopping policy, one by one. */
export function stoppedRows(runs: LiveRuns): StoppedRow[] {
  return runs.plan.entries.flatMap(({ id, run }) => {
    if (run.kind !== 'stopped economies') return [];
    return run.rules.flatMap((rule) =>
      [...runs.of(id, rule)].map(([index, one]): StoppedRow => ({
        entry: id,
        rule: rule,
        economy: run.first + index,
        rounds: one.finished?.rounds ?? 0,
        of: run.rounds,
        shares: utilityByRound(one),
        tokens: tokensOf(one, 'both'),
      })),
    );
  });
}

/** The conditions of hidden profiles. */
export function profileRows(runs: LiveRuns): ProfileRow[] {
  return completeConditions(runs).map(({ entry, way, information, own }) => ({
    entry: entry,
    way: way,
    information: information,
    cases: own.length,
    right: 100 * mean(own.map((one) => scoreOf(one, 'correct'))),
    misled: 100 * mean(own.map((one) => scoreOf(one, 'misled'))),
    undecided: 100 * mean(own.map((one) => 1 - scoreOf(one, 'decided'))),
    mentioned: mean(own.map(unsharedMentioned)),
    calls: mean(own.map((one) => eventsOf(one, 'reply').length)),
    tokens: mean(own.map((one) => tokensOf(one, 'both'))),
  }));
}

/** Each way of talk less no talk, with the same information; and full information less distributed facts. */
export function profileGains(runs: LiveRuns): ProfileGain[] {
  const conditions = completeConditions(runs);
  const rows = conditions.flatMap(({ entry, condition, own }) =>
    own.map((one) => ({
      entry: entry,
      condition: condition,
      collaboration: one.index,
      value: 100 * scoreOf(one, 'correct'),
    })),
  );
  return conditions.flatMap((one) => {
    const silent = profileCondition('no talk', one.information);
    const informed = profileCondition(one.way, 'full');
    const pairs = [
      ...(one.way === 'no talk' ? [] : [[one.condition, silent]]),
      ...(one.information === 'full' ? [] : [[informed, one.condition]]),
    ] as [string, string][];
    return pairs
      .filter((pair) => pair.every((name) => conditions.some(({ condition }) => condition === name)))
      .map(([condition, baseline]) => gainOf(rows, one.entry, condition, baseline));
  });
}

interface CompleteCondition {
  readonly entry: string;
  readonly condition: string;
  readonly way: string;
  readonly information: 'distributed' | 'full';
  readonly own: readonly Collaboration[];
}

/** The conditions of each entry with hidden profiles, on the cases that all of them have finished: two or more. */
function completeConditions(runs: LiveRuns): CompleteCondition[] {
  return runs.plan.entries.flatMap(({ id, run }) => {
    if (run.kind !== 'hidden profiles') return [];
    const conditions = run.ways.flatMap((way) =>
      run.information.map((information) => ({
        entry: id,
        condition: profileCondition(way, information),
        way: way,
        information: information,
      })),
    );
    const shared = sharedCases(conditions.map(({ condition }) => runs.of(id, condition)));
    if (shared.length < 2) return [];
    return conditions.map((one) => ({
      ...one,
      own: shared.map((index) => runs.of(id, one.condition).get(index) as Collaboration),
    }));
  });
}

type ScoredRow = Readonly<Record<'entry' | 'condition', string>> &
  Readonly<Record<'collaboration' | 'value', number>>;

function gainOf(rows: readonly ScoredRow[], entry: string, condition: string, baseline: string): ProfileGain {
  const { effect, low, high, n } = contrast(rows, {
    treatment: { entry: entry, condition: condition },
    baseline: { entry: entry, condition: baseline },
  });
  const hasInterval = n >= fewestClusters && low !== high;
  return {
    entry: entry,
    condition: condition,
    baseline: baseline,
    cases: n,
    effect: effect,
    low: hasInterval ? low : null,
    high: hasInterval ? high : null,
  };
}

/** Crossed grids as text. */
export function gridTable(rows: readonly GridRow[]): string {
  const titles = [
    'entry',
    'way',
    'cases',
    'right (%)',
    'rounds',
    'calls',
    'tokens',
    'budget',
    'cases over it',
  ];
  return textTable(
    titles.map((title, place) => ({ title: title, width: 40, align: place < 2 ? 'left' : 'right' })),
    rows.map((row) => [
      row.entry,
      row.way,
      String(row.cases),
      row.right.toFixed(0),
      row.rounds.toFixed(1),
      row.calls.toFixed(1),
      row.tokens.toFixed(0),
      String(row.budget),
      String(row.over),
    ]),
  );
}

/** Stopped talks as text. */
export function stoppedTable(rows: readonly StoppedRow[]): string {
  const titles = ['entry', 'rule', 'economy', 'rounds', 'worth after each round (%)', 'tokens'];
  return textTable(
    titles.map((title, place) => ({ title: title, width: 40, align: place < 2 ? 'left' : 'right' })),
    rows.map((row) => [
      row.entry,
      row.rule,
      String(row.economy),
      `${row.rounds} of ${row.of}`,
      row.shares.map((share) => share.toFixed(0)).join(', '),
      String(row.tokens),
    ]),
  );
}

/** Hidden profiles as text: what each condition found, then what talk and full information bring. */
export function profileTables(rows: readonly ProfileRow[], gains: readonly ProfileGain[]): string {
  const found = [
    'way',
    'facts',
    'cases',
    'right (%)',
    'misled (%)',
    'undecided (%)',
    'unshared facts mentioned (%)',
    'calls',
    'tokens',
  ];
  const foundTable = textTable(
    found.map((title, place) => ({ title: title, width: 40, align: place < 2 ? 'left' : 'right' })),
    rows.map((row) => [
      row.way,
      row.information,
      String(row.cases),
      ...[row.right, row.misled, row.undecided, row.mentioned].map((share) => share.toFixed(0)),
      row.calls.toFixed(1),
      row.tokens.toFixed(0),
    ]),
  );
  const gained = ['condition', 'less', 'cases', 'points more right [95%]'];
  const gainTable = textTable(
    gained.map((title, place) => ({ title: title, width: 40, align: place < 2 ? 'left' : 'right' })),
    gains.map(({ condition, baseline, cases, effect, low, high }) => {
      const interval = low === null || high === null ? '–' : `[${low.toFixed(0)}, ${high.toFixed(0)}]`;
      return [condition, baseline, String(cases), `${effect.toFixed(0)} ${interval}`];
    }),
  );
  return [foundTable, '', gainTable].join('\n');
}
