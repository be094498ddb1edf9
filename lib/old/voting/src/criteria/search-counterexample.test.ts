import { describe, expect, it } from 'vitest';
import { preferentialRule } from '../make-rule';
import { resultByScore } from '../result';
import type { CriterionName, RankingBallot, VotingRule } from '../voting-rule';
import { borda, cumulative, instantRunoff, minimax, plurality, range, rankedPairs } from '../rules/rules';
import { asDeterministic, searchCounterexample, type Counterexample, type SearchOutcome } from './index';
import { CountedElections } from './counted-elections';
import { searchIn } from './search-counterexample';
import { ruleSymmetry } from './symmetry';
import breaches from './testing/smallest-breaches.json';

const instantRunoffUniverses = instantRunoff({ ties: 'parallel universes' });

function broken(outcome: SearchOutcome): Counterexample {
  if (outcome.kind !== 'violated') throw new Error(`no counterexample: ${JSON.stringify(outcome)}`);
  return outcome.counterexample;
}

/** Breaks neutrality: all but the first option are ignored. */
const alphabet = preferentialRule({
  name: 'alphabet',
  source: 'test',
  explanation: 'test',
  meets: [],
  decide: ({ options }) =>
    resultByScore(
      options,
      options.map((_, option) => -option),
    ),
});

describe('searchCounterexample', () => {
  it('known: Borda breaks majority with 3 options and 3 voters, where Table 1 prints a tick', () => {
    // 2 x A > B > C and 1 x B > C > A: A has 4 points, B has 2 + 3 = 4... B: 1 + 1 + 2 = 4. A tie is a breach.
    const outcome = searchCounterexample(borda, 'majority');
    const example = broken(outcome);
    expect([example.options, example.voters, outcome.kind === 'violated' && outcome.smallest]).toEqual([
      3,
      3,
      true,
    ]);
    const [election] = example.elections;
    expect(election?.profile).toEqual({
      options: ['Amber', 'Blue', 'Coral'],
      ballots: [
        { kind: 'ranking', ranking: ['Amber', 'Blue', 'Coral'] },
        { kind: 'ranking', ranking: ['Blue', 'Coral', 'Amber'] },
      ],
      counts: [2, 1],
      electorate: 3,
    });
    expect(election?.result.tally).toEqual({ Amber: 4, Blue: 4, Coral: 1 });
    expect(outcome.upTo).toEqual([
      { options: 2, voters: 12 },
      { options: 3, voters: 2 },
    ]);
  });

  it('known: ranked pairs is monotone and instant-runoff is not (Tideman 1987; Smith 1973)', () => {
    const limits = { maxOptions: 3, maxVoters: { 2: 4, 3: 9 } };
    expect(searchCounterexample(rankedPairs, 'monotonicity', limits).kind).toBe('none');
    const example = broken(searchCounterexample(instantRunoff, 'monotonicity', limits));
    expect([example.options, example.voters, example.changedBallots]).toEqual([3, 9, 1]);
  });

  it('known: a dictator meets monotonicity, and a majority is nothing to him', () => {
    const dictatorial = asDeterministic(
      preferentialRule({
        name: 'dictatorial',
        source: 'test',
        explanation: 'test',
        meets: [],
        decide: ({ options, rows }, { dictator = 0 }) =>
          resultByScore(
            options,
            options.map((_, option) => -(rows[dictator]?.tiers[option] ?? 0)),
          ),
      }),
    );
    const limits = { maxOptions: 3, maxVoters: 4 };
    const monotone = searchCounterexample(dictatorial, 'monotonicity', limits);
    expect([monotone.kind, monotone.symmetry]).toEqual(['none', { anonymous: false, neutral: true }]);
    const example = broken(searchCounterexample(dictatorial, 'majority', limits));
    expect([example.options, example.voters]).toEqual([2, 3]);
    expect(example.elections[0]?.profile.counts).toBeUndefined();
  });

  it('known: by ratings the majority of two is outvoted by one', () => {
    const example = broken(searchCounterexample(range, 'majority'));
    expect([example.options, example.voters]).toEqual([2, 3]);
    const profile = example.elections[0]?.profile;
    const rated = profile?.ballots.flatMap((ballot, place) =>
      Array.from({ length: profile.counts?.[place] ?? 1 }, () => ('ratings' in ballot ? ballot.ratings : {})),
    );
    const above = rated?.map(({ Amber = 0, Blue = 0 }) => Math.sign(Amber - Blue));
    const favourite = (above?.reduce((sum, sign) => sum + sign, 0) ?? 0) > 0 ? 'Amber' : 'Blue';
    expect(example.elections[0]?.result.winners).not.toEqual([favourite]);
  });

  const rulesByName: Readonly<Record<string, VotingRule>> = {
    plurality,
    borda,
    minimax,
    'instant-runoff, all lowest': instantRunoff,
    'instant-runoff, parallel universes': instantRunoffUniverses,
  };
  it.each(Object.keys(rulesByName))('reference: %s as pref_voting 1.18.2 has it', (name) => {
    // Participation is read as by optimists here; pref_voting has two readings more.
    const rows = breaches.rows.filter(
      ({ rule, criterion }) => rule === name && !/pessimist|sole winners/.test(criterion),
    );
    expect(rows.length).toBe(18);
    for (const { criterion, options, upTo, voters } of rows) {
      const outcome = searchCounterexample(
        rulesByName[name] as VotingRule,
        criterion.replace(', optimist', '') as 'smith',
        { maxOptions: options, maxVoters: { 2: 1, 3: options === 3 ? upTo : 1, 4: upTo } },
      );
      const found = outcome.kind === 'violated' ? outcome.counterexample.voters : null;
      expect([criterion, options, found]).toEqual([criterion, options, voters]);
    }
  });

  it('law: taking neither voters nor options for alike finds the same sizes', () => {
    const limits = { maxOptions: 3, maxVoters: { 2: 4, 3: 4 } };
    const taking = (rule: VotingRule, criterion: CriterionName, anonymous: boolean): SearchOutcome => {
      const elections = new CountedElections(rule, { kind: 'ranking' }, anonymous);
      return searchIn({ elections, symmetry: { anonymous, neutral: false } }, criterion, limits);
    };
    for (const rule of [borda, plurality, instantRunoffUniverses])
      for (const criterion of ['majority', 'condorcet', 'consistency', 'clone independence'] as const) {
        const size = (outcome: SearchOutcome): string =>
          outcome.kind === 'none'
            ? 'none'
            : `${outcome.counterexample.options}x${outcome.counterexample.voters}`;
        const found = size(searchCounterexample(rule, criterion, limits));
        expect(size(taking(rule, criterion, true))).toBe(found);
        // Parted in their order only, groups are fewer: consistency is left out.
        if (criterion !== 'consistency') expect(size(taking(rule, criterion, false))).toBe(found);
      }
  });

  it('law: a lifted ballot differs from the one before in one adjacent pair only', () => {
    const { elections } = broken(
      searchCounterexample(instantRunoff, 'monotonicity', { maxOptions: 3, maxVoters: { 2: 2, 3: 9 } }),
    );
    const [before, after] = elections.map(({ profile }) =>
      profile.ballots
        .flatMap((ballot, place) =>
          Array<string>(profile.counts?.[place] ?? 1).fill((ballot as RankingBallot).ranking.join()),
        )
        .sort(),
    );
    const gone = before?.filter((ballot) => count(before, ballot) > count(after ?? [], ballot)) ?? [];
    const come = after?.filter((ballot) => count(after, ballot) > count(before ?? [], ballot)) ?? [];
    expect([new Set(gone).size, new Set(come).size, before?.length]).toEqual([1, 1, after?.length]);
    const [from = [], to = []] = [gone[0]?.split(','), come[0]?.split(',')];
    const moved = from.flatMap((option, place) => (option === to[place] ? [] : [place]));
    expect(moved).toEqual([moved[0], (moved[0] ?? 0) + 1]);
  });

  it('contract: a budget that runs out is reported, with what was finished', () => {
    const outcome = searchCounterexample(borda, 'monotonicity', { maxElections: 40 });
    expect(outcome).toMatchObject({
      kind: 'none',
      stopped: 'elections',
      elections: expect.any(Number) as number,
    });
    expect(outcome.elections).toBeGreaterThanOrEqual(40);
    expect(outcome.upTo.find(({ options }) => options === 2)?.voters ?? 0).toBeLessThanOrEqual(12);
    expect(outcome.upTo.some(({ options }) => options === 4)).toBe(false);
  });

  it.each([
    ['maxOptions', { maxOptions: 1 }],
    ['a whole number from 2 to 6 as limits.maxOptions, got 7', { maxOptions: 7 }],
    ['maxVoters', { maxVoters: 0 }],
    ['maxVoters', { maxVoters: { 3: 2.5 } }],
    ['maxElections', { maxElections: 0 }],
  ])('contract: bad limits are turned away: %s', (words, limits) => {
    const search = (): unknown => searchCounterexample(borda, 'majority', limits);
    expect(search).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(search).toThrow(words);
  });

  it('contract: what cannot be searched is refused by name', () => {
    expect(() => searchCounterexample(cumulative, 'majority')).toThrow(
      expect.objectContaining({ code: 'unsearchable-rule' }),
    );
    expect(() => searchCounterexample(range, 'majority', { scale: { lowest: -1, highest: 3 } })).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
    expect(() => searchCounterexample(borda, 'fairness' as 'majority')).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
    expect(() => asDeterministic(borda, { dictator: -1 })).toThrow(
      'a whole number of at least 0 as dictator, got -1',
    );
  });

  it('contract: a rule that favours an option is seen, and searched without renaming', () => {
    expect(ruleSymmetry(alphabet, { kind: 'ranking' })).toEqual({ anonymous: true, neutral: false });
    expect(ruleSymmetry(borda, { kind: 'ranking' })).toEqual({ anonymous: true, neutral: true });
    // Amber always wins, so the breach needs a voter who puts Blue first: lost if renamings were skipped.
    const example = broken(searchCounterexample(alphabet, 'pareto'));
    expect([example.options, example.voters, example.elections[0]?.result.winners]).toEqual([
      2,
      1,
      ['Amber'],
    ]);
  });
});

function count(items: readonly string[], item: string): number {
  return items.filter((other) => other === item).length;
}
