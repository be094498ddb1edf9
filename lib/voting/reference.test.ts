import { describe, expect, it } from 'vitest';
import { Random } from '../random';
import { letters, readMore, readPrefVoting, readThirdEdition, resultIn } from './testing/read';
import gedi from './fixtures/gedi-code.json';
import * as voting from './index';
import type { Election, Rule } from './rule';

const winnersOf = (rule: Rule, elections: readonly Election[]): string[] =>
  elections.map((election) => rule.count(election).winners.join(''));

describe('pref_voting 1.18.2', () => {
  const { elections, winners } = readPrefVoting();
  it.each<[string, Rule]>([
    ['plurality', voting.firstPreferencePlurality],
    ['borda', voting.borda],
    ['bucklin', voting.bucklin],
    ['instant_runoff', voting.instantRunoff],
    ['coombs', voting.coombs],
    ['strict_nanson', voting.nanson],
    ['copeland', voting.copeland],
    ['minimax', voting.minimax],
    ['beat_path', voting.schulze],
    ['ranked_pairs', voting.rankedPairs],
    ['kemeny_young', voting.kemenyYoung],
  ])('reference: %s on 2,400 profiles of rankings', (name, rule) => {
    expect(elections).toHaveLength(2400);
    expect(winnersOf(rule, elections)).toEqual(winners.get(name));
  });

  it('reference: dowdall on 2,400 profiles, except ties that pref_voting breaks by rounding', () => {
    const ours = winnersOf(voting.dowdall, elections);
    const differ = ours.flatMap((set, at) => (set === winners.get('dowdall')?.[at] ? [] : [at]));
    // b has 4 + 1/2 + 2/3 + 4/4, and d has 4 + 5/3 + 2/4: both have 37/6. In floating point, b is ahead.
    expect(differ).toEqual([1324]);
    expect([ours[1324], winners.get('dowdall')![1324]]).toEqual(['bd', 'b']);
  });

  it('reference: score_voting, star and majority judgement on 600 profiles of ratings', () => {
    const { elections: rated, winners: elected, numbers } = readMore('ratings');
    expect(rated).toHaveLength(600);
    expect(winnersOf(voting.range, rated)).toEqual(elected.get('score_voting'));
    expect(winnersOf(voting.star, rated)).toEqual(elected.get('star'));
    const judgement = voting.majorityJudgement.on(0, 5);
    expect(winnersOf(judgement, rated)).toEqual(elected.get('majority_judgement_by_removal'));
    const tiers = rated.map((election) => {
      const { order } = judgement.count(election);
      return election.options.map((option) => order.findIndex((tier) => tier.includes(option)));
    });
    expect(tiers).toEqual(numbers('judged'));
  });

  it('reference: approval on 500 profiles', () => {
    const { elections: approvals, winners: elected } = readMore('approvals');
    expect(winnersOf(voting.approval, approvals)).toEqual(elected.get('approval'));
  });

  it('reference: beat_path by support, and copeland, on 600 weak or truncated profiles', () => {
    const { elections: weak, winners: elected } = readMore('weak');
    expect(weak).toHaveLength(600);
    expect(winnersOf(voting.schulze, weak)).toEqual(elected.get('beat_path_support'));
    expect(winnersOf(voting.copeland, weak)).toEqual(elected.get('copeland'));
  });

  it("reference: best places in all of Kemeny and Young's optimal orders, and Schulze's defeats", () => {
    const { elections: strict, numbers } = readMore('strict');
    const totals = (rule: Rule): number[][] =>
      strict.map((election) => Object.values(rule.count(election).totals));
    const fromLast = (name: string): number[][] =>
      numbers(name).map((row) => row.map((number) => row.length - 1 - number));
    expect(totals(voting.kemenyYoung)).toEqual(fromLast('kemeny'));
    expect(totals(voting.schulze)).toEqual(fromLast('schulze'));
  });
});

describe("GEDI's published code", () => {
  const every = readPrefVoting().elections.filter((_, at) => at % gedi.every === 0);
  it.each<[keyof typeof gedi.orders, Rule]>([
    ['plurality', voting.firstPreferencePlurality],
    ['borda_count', voting.borda],
    ['bucklin', voting.bucklin],
    ['irv', voting.instantRunoff],
    ['minimax', voting.minimax],
  ])('reference: %s, the whole order of 800 profiles', (name, rule) => {
    const orders = every.map((election) =>
      rule
        .count(election)
        .order.map((tier) => tier.map((option) => letters.indexOf(option)).join('='))
        .join('>'),
    );
    expect(orders).toEqual(gedi.orders[name].split(' '));
  });
});

describe('the third edition', () => {
  const { elections, results } = readThirdEdition();
  const all = Object.entries(results).flatMap(([name, byKind]) =>
    Object.entries(byKind).map(([kind, written]) => [name, kind, written] as const),
  );
  it.each(all)('reference: %s on %s', (name, kind, written) => {
    const rule =
      kind === 'ratings' ? (voting.ruleByName(name) as voting.RatingRule).on(0, 5) : voting.ruleByName(name);
    const profiles = elections(kind);
    const found = profiles.map((election, at) => resultIn(rule, { ...election, random: Random.from(at) }));
    const expected = written.split(' ');
    // The third edition gave the only candidate of an instant runoff a total of 0.
    if (name === 'instant-runoff')
      profiles.forEach(({ options, ballots }, at) => {
        const voters = ballots.reduce((sum, { count = 1 }) => sum + count, 0);
        if (options.length === 1) expected[at] = expected[at]!.replace(/0$/, String(voters));
      });
    expect(found).toEqual(expected);
  });
});
