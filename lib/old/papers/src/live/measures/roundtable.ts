import { economy as economyColumns } from 'agora-core/internal';
import { readingGrade, utterances, type SentenceEmbedder } from 'agora-core/language';
import type { Column, MetricOf } from 'agora-core/metrics';
import type { Collaboration } from 'agora-core/transcripts';
import { mean, median } from 'simple-statistics';
import type { ClaimCase, Measured, NotTested } from '../../claims/evaluate';
import { wordCount } from '../../claims/word-count';
import { rules as paperRules } from '../../roundtable/rules';
import { sharedCases, type LiveRuns } from '../live-runs';
import { inGroups } from './in-groups';
import { talkOnEconomies } from './talk-on-economies';

/*
 * RoundTable's live tests on exchange economies, as roundtable/claims.json has them: an economy is a cluster, under all
 * rules. Economies that some rule has not finished are left out of every test: all rules are compared on the same ones.
 */

const ruleNames = paperRules.map(({ name }) => name);
const graded = ['rated', 'ranked', 'cumulative'];
const single = ['majority', 'plurality'];
const rounds = [1, 2, 3, 4, 5] as const;

/** A talk on one economy under one rule. Shares are in percent of the maximum, 0 while nothing is decided. */
export interface Talk {
  readonly whole: Collaboration;
  /** After rounds 1 to 5. */
  readonly shares: readonly number[];
  /** Null where nothing is decided at the end. */
  readonly fairness: number | null;
  readonly rigidity: number;
  readonly rationality: number;
  /** Of rounds 1 to 5; null for a round without messages. */
  readonly words: readonly (number | null)[];
  readonly grades: readonly (number | null)[];
}

export interface Economy {
  readonly id: string;
  readonly model: string;
  /** What an even split of all goods is worth, in percent of the maximum. */
  readonly evenSplit: number;
  readonly talks: ReadonlyMap<string, Talk>;
}

const columns = economyColumns();

/** By claim, after the paper's name. The embedder is asked for where there are economies enough to need one. */
export async function roundtableLiveMeasures(
  runs: LiveRuns,
  embedder: () => SentenceEmbedder,
): Promise<Readonly<Record<string, Measured | NotTested>>> {
  const economies = economiesOf(runs);
  return {
    ...economyMeasures(economies),
    ...(await talkOnEconomies(economies, embedder)),
    harderTaskLongerMessages: inGroups(
      messageWords(runs, 'recommendation', 'example'),
      messageWords(runs, 'economies', 'economy'),
    ),
  };
}

function economyMeasures(economies: readonly Economy[]): Readonly<Record<string, Measured | NotTested>> {
  const one = (reads: (economy: Economy) => number): Measured => measured(economies, reads);
  /** One part for each name. */
  const parts = (
    names: readonly string[],
    reads: (economy: Economy, name: string) => number | null,
  ): Measured => measuredParts(economies, names, reads);
  return {
    majorityIsInefficient: parts(
      ['rated, ranked and cumulative (their mean) minus majority', 'plurality minus majority'],
      (economy, part) =>
        meanShare(economy, part.startsWith('rated') ? graded : ['plurality']) -
        meanShare(economy, ['majority']),
    ),
    gradedRulesStartHigher: one((economy) => early(economy, graded) - early(economy, single)),
    singleChoicesAreUnsteadyEarly: earlySpread(economies),
    unanimityStartsLow: behindBest(economies, 1),
    unanimityEndsLow: behindBest(economies, 5),
    unanimityIsFairest: parts(others('unanimous'), (economy, rule) =>
      difference(fairness(economy, 'unanimous'), fairness(economy, rule)),
    ),
    fairnessFallsWithThreshold: parts1(economies, (economy) =>
      difference(fairness(economy, 'majority'), fairness(economy, 'plurality')),
    ),
    singleChoicesAreRigid: parts(
      single.flatMap((rule) => graded.map((other) => `${rule} against ${other}`)),
      (economy, pair) => {
        const [rule = '', other = ''] = pair.split(' against ');
        return rigidity(economy, [rule]) - rigidity(economy, [other]);
      },
    ),
    unanimityIsMostRigid: parts(
      others('unanimous'),
      (economy, rule) => rigidity(economy, ['unanimous']) - rigidity(economy, [rule]),
    ),
    unanimityNeverFalls: neverFalls(economies),
    agentsAreOftenIrrational: one((economy) =>
      mean(ruleNames.map((rule) => talkOf(economy, rule).rationality)),
    ),
    utilityPeaksEarly: parts(ruleNames, (economy, rule) => share(economy, rule, 3) - share(economy, rule, 5)),
    firstRoundsImprove: one((economy) =>
      mean(ruleNames.map((rule) => share(economy, rule, 3) - share(economy, rule, 1))),
    ),
    allRulesEndWell: parts(ruleNames, (economy, rule) => beyond(share(economy, rule, 5), economy.evenSplit)),
    rulesEndAlike: one(
      (economy) =>
        apart(ruleNames.map((rule) => early(economy, [rule]))) -
        apart(ruleNames.map((rule) => share(economy, rule, 5))),
    ),
    messagesGrow: parts1(economies, (economy) => {
      const [first, last] = [said(economy, 'words', 1), said(economy, 'words', 5)];
      return first === null || last === null ? null : 100 * (last / first - 1);
    }),
    lengthRisesEachRound: parts(steps(1), (economy, step) => rise(economy, 'words', step)),
    complexityRises: parts(steps(1), (economy, step) => rise(economy, 'grades', step)),
  };
}

/** The last utility share by majority on each economy: for a comparison of two models. */
export function lastShares(runs: LiveRuns): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const [index, one] of runs.of('economies', 'majority'))
    shares.set(`economy ${index + 1}`, talkFrom(one).shares[4] ?? 0);
  return shares;
}

function economiesOf(runs: LiveRuns): Economy[] {
  const cases = new Map(ruleNames.map((rule) => [rule, runs.of('economies', rule)]));
  return sharedCases([...cases.values()]).map((index) => {
    const talks = new Map([...cases].map(([rule, own]) => [rule, talkFrom(own.get(index) as Collaboration)]));
    const any = cases.get('majority')?.get(index) as Collaboration;
    return { id: `economy ${index + 1}`, model: runs.model, evenSplit: evenSplitOf(any), talks: talks };
  });
}

function talkFrom(one: Collaboration): Talk {
  const found = (name: string): unknown => {
    const column = columns[name] as Column | MetricOf;
    return typeof column === 'function' ? column(one) : column.of(one);
  };
  const utility = found('utility') as readonly { readonly value: number }[];
  const number = (name: string): number | null => found(name) as number | null;
  const spoken = utterances(one);
  const byRound = (read: (text: string) => number | null) =>
    rounds.map((round) => {
      const values = spoken.flatMap((said) => (said.round === round ? (read(said.text) ?? []) : []));
      return values.length === 0 ? null : mean(values);
    });
  return {
    whole: one,
    shares: utility.map(({ value }) => value),
    fairness: number('fairness'),
    rigidity: number('rigidity') ?? 0,
    rationality: number('rationality') ?? 0,
    words: byRound(wordCount),
    grades: byRound(readingGrade),
  };
}

function evenSplitOf({ instance }: Collaboration): number {
  const { agents, supply, exponents, optimum } = instance as unknown as {
    readonly agents: readonly string[];
    readonly supply: readonly number[];
    readonly exponents: readonly (readonly number[])[];
    readonly optimum: number;
  };
  const utilities = exponents.map((own) =>
    own.reduce((product, exponent, good) => product * ((supply[good] ?? 0) / agents.length) ** exponent, 1),
  );
  return (100 * utilities.reduce((sum, value) => sum + value, 0)) / optimum;
}

const others = (rule: string): string[] => ruleNames.filter((name) => name !== rule);
const steps = (first: number): string[] =>
  rounds.slice(first - 1, 4).map((round) => `round ${round} to ${round + 1}`);
const talkOf = (economy: Economy, rule: string): Talk => economy.talks.get(rule) as Talk;
const share = (economy: Economy, rule: string, round: number): number =>
  talkOf(economy, rule).shares[round - 1] ?? 0;
const meanShare = (economy: Economy, rules: readonly string[]): number =>
  mean(rules.flatMap((rule) => rounds.map((round) => share(economy, rule, round))));
/** The mean after rounds 1 to 3. */
const early = (economy: Economy, rules: readonly string[]): number =>
  mean(rules.flatMap((rule) => [1, 2, 3].map((round) => share(economy, rule, round))));
const rigidity = (economy: Economy, rules: readonly string[]): number =>
  mean(rules.map((rule) => talkOf(economy, rule).rigidity));
const fairness = (economy: Economy, rule: string): number | null => talkOf(economy, rule).fairness;
/** One number less another; 0 where only rounding tells them apart. */
const beyond = (one: number, other: number): number =>
  Math.abs(one - other) < 1e-9 * Math.abs(other) ? 0 : one - other;
const difference = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one - other;

/** The mean absolute difference over all pairs. */
function apart(values: readonly number[]): number {
  const pairs = values.flatMap((one, place) => values.slice(place + 1).map((other) => Math.abs(one - other)));
  return mean(pairs);
}

/** What is said in a round, all rules together; null where nobody wrote. */
function said(economy: Economy, what: 'words' | 'grades', round: number): number | null {
  const values = [...economy.talks.values()].map((talk) => talk[what][round - 1] ?? null);
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
}

function rise(economy: Economy, what: 'words' | 'grades', step: string): number | null {
  const round = Number(/\d/.exec(step)?.[0]);
  return difference(said(economy, what, round + 1), said(economy, what, round));
}

function measured(economies: readonly Economy[], reads: (economy: Economy) => number): Measured {
  return parts1(economies, reads);
}

/** One number an economy; economies for which it is null are left out, and counted. */
function parts1(economies: readonly Economy[], reads: (economy: Economy) => number | null): Measured {
  const cases = economies.flatMap((economy): ClaimCase[] => {
    const value = reads(economy);
    return value === null ? [] : [{ cluster: economy.id, model: economy.model, numerator: value }];
  });
  return { cases: cases, alike: 'clusters', counted: leftOut(economies.length - cases.length) };
}

function measuredParts(
  economies: readonly Economy[],
  names: readonly string[],
  reads: (economy: Economy, name: string) => number | null,
): Measured {
  const cases = names.flatMap((name) =>
    parts1(economies, (economy) => reads(economy, name)).cases.map((one) => ({ ...one, part: name })),
  );
  return {
    cases: cases,
    alike: 'clusters',
    counted: leftOut(names.length * economies.length - cases.length),
  };
}

const leftOut = (count: number): string[] =>
  count === 0 ? [] : [`${count} values that are not defined are left out.`];

/** Mean words a message over rounds 1 to 5, plurality and rated voting together; each case is a cluster. */
function messageWords(runs: LiveRuns, entry: string, what: string): Measured {
  const both = ['plurality', 'rated'].map((rule) => runs.of(entry, rule));
  const indexes = sharedCases(both);
  const cases = indexes.flatMap((index): ClaimCase[] => {
    const texts = both.flatMap((own) =>
      utterances(own.get(index) as Collaboration)
        .filter(({ round }) => round <= rounds.length)
        .map(({ text }) => text),
    );
    if (texts.length === 0) return [];
    return [{ cluster: `${what} ${index + 1}`, model: runs.model, numerator: mean(texts.map(wordCount)) }];
  });
  return { cases: cases, alike: 'clusters', counted: leftOut(indexes.length - cases.length) };
}

/**
 * How far early shares are from their rule's median over economies: majority and plurality minus the graded rules, as an
 * effect of the table of economies x rules.
 */
function earlySpread(economies: readonly Economy[]): Measured {
  const compared = [...single, ...graded];
  const cases = economies.flatMap((economy) =>
    compared.map((rule): ClaimCase => ({
      cluster: economy.id,
      model: economy.model,
      set: rule,
      numerator: early(economy, [rule]),
    })),
  );
  const effectOf = (table: readonly (readonly number[])[]): number => {
    const medians = compared.map((_, column) => median(table.map((row) => row[column] ?? 0)));
    const distance = (row: readonly number[], rule: string): number => {
      const column = compared.indexOf(rule);
      return Math.abs((row[column] ?? 0) - (medians[column] ?? 0));
    };
    const effects = table.map(
      (row) =>
        mean(single.map((rule) => distance(row, rule))) - mean(graded.map((rule) => distance(row, rule))),
    );
    return mean(effects);
  };
  return { cases: cases, alike: 'clusters', effectOf: effectOf, counted: [] };
}

/** How far unanimity is behind the rule that is best on all other economies after a round, in percent of it. */
function behindBest(economies: readonly Economy[], round: number): Measured {
  const cases = economies.map((economy): ClaimCase => {
    const rest = economies.filter((other) => other !== economy);
    const averages = others('unanimous').map((rule) => ({
      rule: rule,
      value: rest.length === 0 ? 0 : mean(rest.map((other) => share(other, rule, round))),
    }));
    const best = averages.reduce((one, other) => (other.value > one.value ? other : one)).rule;
    const base = share(economy, best, round);
    return {
      cluster: economy.id,
      model: economy.model,
      numerator: 100 * (base - share(economy, 'unanimous', round)),
      denominator: base,
    };
  });
  return { cases: cases, alike: 'clusters', counted: [] };
}

/** Needs six economies in which one decision replaces another under unanimity. */
function neverFalls(economies: readonly Economy[]): Measured | NotTested {
  const changed = economies.filter((economy) => {
    const decided = rounds.map((round) => share(economy, 'unanimous', round)).filter((value) => value > 0);
    return new Set(decided).size > 1;
  });
  if (changed.length < 6)
    return {
      notTested: `a decision replaces another under unanimity in ${changed.length} ${changed.length === 1 ? 'economy' : 'economies'}, at least 6 are needed`,
    };
  return measuredParts(economies, steps(1), (economy, step) => {
    const round = Number(/\d/.exec(step)?.[0]);
    return share(economy, 'unanimous', round + 1) - share(economy, 'unanimous', round);
  });
}
