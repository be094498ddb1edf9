import { eventsOf, type Collaboration } from 'agora-core/transcripts';
import { mean } from 'simple-statistics';
import { Random } from 'agora-voting';
import type { ClaimCase, Measured, NotTested } from '../../claims/evaluate';
import { nine } from '../../strategies/groups';
import { scoreOf, sharedCases, tokensOf, type LiveRuns } from '../live-runs';

/*
 * The live tests of the paper on strategies, as strategies/claims.json has them: a claim is a cluster. Claims that some
 * strategy has not finished are left out: all are compared on the same ones.
 */

/** One claim under one strategy. */
interface Talk {
  /** 100 if the decision is the claim's label. */
  readonly accuracy: number;
  readonly input: number;
  readonly output: number;
}

interface Claim {
  readonly id: string;
  readonly model: string;
  readonly talks: ReadonlyMap<string, Talk>;
}

const withContext = (...names: readonly string[]): string[] =>
  nine.filter((name) => names.some((context) => name.endsWith(context)));
const led = nine.filter((name) => name.startsWith('G2'));
const unled = nine.filter((name) => name.startsWith('G1'));
const allSpeak = nine.filter((name) => name.startsWith('G1-P1'));

/** By claim, after the paper's name. */
export function strategyLiveMeasures(runs: LiveRuns): Readonly<Record<string, Measured | NotTested>> {
  const claims = claimsOf(runs);
  const one = (reads: (claim: Claim) => number): Measured => ({
    cases: claims.map((claim) => ({ cluster: claim.id, model: claim.model, numerator: reads(claim) })),
    alike: 'clusters',
    counted: [],
  });
  const logRatio = (of: readonly string[], less: readonly string[]): Measured =>
    one((claim) => Math.log(output(claim, of)) - Math.log(output(claim, less)));
  return {
    choiceOfStrategyMatters: bestOverWorst(claims),
    voteSuitsFactChecking: alone(runs, ['alone each'], ([one]) => voteOf(one) - ownAccuracy(one)),
    consistentAgentIsCeiling: alone(
      runs,
      ['alone consistent', 'alone all'],
      ([own, all]) => right(own) - right(all),
    ),
    instructorSavesOnFacts: logRatio(unled, led),
    instructorSteadies: distances(claims),
    instructorSaves93: {
      cases: claims.map((claim): ClaimCase => {
        const [spent, base] = [talkOf(claim, 'G2-P3-I1-C3').input, talkOf(claim, 'G1-P2-I4-C2').input];
        return { cluster: claim.id, model: claim.model, numerator: 100 * (base - spent), denominator: base };
      }),
      alike: 'clusters',
      counted: [],
    },
    choosingOnesHearersCosts: logRatio(['G1-P2-I4-C2'], allSpeak),
    fewerSpeakersAreMoreAccurate: one(
      (claim) => accuracy(claim, ['G1-P2-I4-C2', 'G2-P3-I1-C3', 'G2-P3-I2-C3']) - accuracy(claim, allSpeak),
    ),
    oneByOneWritesLess: logRatio(
      ['G1-P1-I1-C1', 'G1-P1-I1-C2'],
      allSpeak.filter((name) => !name.includes('I1')),
    ),
    summariesHelpFactChecking: one(
      (claim) => accuracy(claim, withContext('C2', 'C3')) - accuracy(claim, withContext('C1')),
    ),
    ownSummariesCost: logRatio(
      allSpeak.filter((name) => name.endsWith('C2')),
      allSpeak.filter((name) => name.endsWith('C1')),
    ),
    ledGroupsHaveHigherTar: accuracyForTokens(claims),
  };
}

function claimsOf(runs: LiveRuns): Claim[] {
  const cases = new Map(nine.map((name) => [name as string, runs.of('strategies', name)]));
  return sharedCases([...cases.values()]).map((index) => ({
    id: `claim ${index + 1}`,
    model: runs.model,
    talks: new Map([...cases].map(([name, own]) => [name, talkFrom(own.get(index) as Collaboration)])),
  }));
}

function talkFrom(one: Collaboration): Talk {
  return { accuracy: right(one), input: tokensOf(one, 'input'), output: tokensOf(one, 'output') };
}

const right = (one: Collaboration): number => 100 * scoreOf(one, 'correct');
const talkOf = (claim: Claim, name: string): Talk => claim.talks.get(name) as Talk;
const accuracy = (claim: Claim, names: readonly string[]): number =>
  mean(names.map((name) => talkOf(claim, name).accuracy));
const output = (claim: Claim, names: readonly string[]): number =>
  mean(names.map((name) => talkOf(claim, name).output));

function alone(
  runs: LiveRuns,
  names: readonly [string, ...string[]],
  reads: (ones: readonly [Collaboration, Collaboration]) => number,
): Measured {
  const needed = names.map((name) => runs.of('strategies', name));
  return {
    cases: sharedCases(needed).map((index) => ({
      cluster: `claim ${index + 1}`,
      model: runs.model,
      numerator: reads(needed.map((cases) => cases.get(index)) as never),
    })),
    alike: 'clusters',
    counted: [],
  };
}

/** What each agent judged that read its own sentence alone. An agent without a judgement is wrong and has no vote. */
function judgements(one: Collaboration): readonly string[] {
  return one.agents.flatMap((agent) => {
    const own = eventsOf(one, 'proposal').findLast(({ by, proposal }) => by === agent && proposal !== null);
    return typeof own?.proposal === 'string' ? [own.proposal] : [];
  });
}

const labelOf = ({ instance }: Collaboration): string => (instance as { readonly answer: string }).answer;

/** Plurality of the judgements; a tie counts one over the number of winners. */
function voteOf(one: Collaboration): number {
  const counts = new Map<string, number>();
  for (const judged of judgements(one)) counts.set(judged, (counts.get(judged) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const winners = [...counts].filter(([, count]) => count === most).map(([judged]) => judged);
  return winners.includes(labelOf(one)) ? 100 / winners.length : 0;
}

function ownAccuracy(one: Collaboration): number {
  return (100 * judgements(one).filter((judged) => judged === labelOf(one)).length) / one.agents.length;
}

/** Best and worst are chosen on one half of the claims, and their difference is measured on the other; both ways. */
function bestOverWorst(claims: readonly Claim[]): Measured {
  const dealt = Random.from(1, 'halves').shuffle([...claims]);
  const half = Math.ceil(dealt.length / 2);
  const halves = [dealt.slice(0, half), dealt.slice(half)];
  const cases = halves.flatMap((measuredOn, place) => {
    const chosenOn = halves[1 - place] ?? [];
    if (chosenOn.length === 0) return [];
    const means = nine.map((name) => ({
      name: name,
      value: mean(chosenOn.map((claim) => talkOf(claim, name).accuracy)),
    }));
    const best = means.reduce((one, other) => (other.value > one.value ? other : one)).name;
    const worst = means.reduce((one, other) => (other.value < one.value ? other : one)).name;
    return measuredOn.map((claim): ClaimCase => ({
      cluster: claim.id,
      model: claim.model,
      numerator: talkOf(claim, best).accuracy - talkOf(claim, worst).accuracy,
    }));
  });
  return { cases: cases, alike: 'clusters', counted: [] };
}

/**
 * How far the accuracies of two strategies lie apart: the mean over pairs without an instructor less that of the pair with
 * one, as an effect of the table of claims x strategies.
 */
function distances(claims: readonly Claim[]): Measured {
  const cases = claims.flatMap((claim) =>
    nine.map((name): ClaimCase => ({
      cluster: claim.id,
      model: claim.model,
      set: name,
      numerator: talkOf(claim, name).accuracy,
    })),
  );
  const effectOf = (table: readonly (readonly number[])[]): number => {
    const means = new Map(nine.map((name, column) => [name, mean(table.map((row) => row[column] ?? 0))]));
    const apart = (names: readonly (typeof nine)[number][]): number =>
      mean(
        names.flatMap((one, place) =>
          names.slice(place + 1).map((other) => Math.abs((means.get(one) ?? 0) - (means.get(other) ?? 0))),
        ),
      );
    return apart(unled) - apart(led);
  };
  return { cases: cases, alike: 'clusters', effectOf: effectOf, counted: [] };
}

/** Log ratios of accuracy for weighted tokens, linearised: a part for each led strategy against each other one. */
function accuracyForTokens(claims: readonly Claim[]): Measured | NotTested {
  if (claims.length === 0) return { notTested: '0 clusters, at least 6 are needed' };
  const weighted = ({ input, output }: Talk): number => input + 4 * output;
  const means = new Map<string, { readonly accuracy: number; readonly tokens: number }>(
    nine.map((name) => {
      const talks = claims.map((claim) => talkOf(claim, name));
      return [name, { accuracy: mean(talks.map((one) => one.accuracy)), tokens: mean(talks.map(weighted)) }];
    }),
  );
  const never = [...means].find(([, own]) => own.accuracy === 0);
  if (never !== undefined) return { notTested: `${never[0]} is right on no claim, so that it has no ratio` };
  const cases = led.flatMap((leader) =>
    unled.flatMap((other) => {
      const [of, less] = [means.get(leader), means.get(other)];
      if (of === undefined || less === undefined) return [];
      const whole = Math.log(of.accuracy / of.tokens) - Math.log(less.accuracy / less.tokens);
      return claims.map((claim): ClaimCase => {
        const [own, base] = [talkOf(claim, leader), talkOf(claim, other)];
        const inAccuracy = own.accuracy / of.accuracy - base.accuracy / less.accuracy;
        const inTokens = weighted(own) / of.tokens - weighted(base) / less.tokens;
        return {
          cluster: claim.id,
          model: claim.model,
          numerator: whole + inAccuracy - inTokens,
          part: `${leader} against ${other}`,
        };
      });
    }),
  );
  return { cases: cases, alike: 'clusters', counted: [] };
}
