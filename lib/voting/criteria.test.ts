import { describe, expect, it } from 'vitest';
import { BallotSpace, profiles } from './ballot-space';
import type { RatingBallot } from './ballots';
import breaches from './fixtures/smallest-breaches.json';
import { rankingsIn } from './testing/read';
import { byScores, type Rule } from './rule';
import * as voting from './index';
import type { CriterionName } from './index';

const { searchCounterexample, checkCriterion, ruleByName } = voting;

const found = (rule: Rule, criterion: CriterionName, limits?: object) =>
  searchCounterexample(rule, criterion, limits).counterexample;

describe("GEDI's Table 1", () => {
  it('known: all 30 cells', () => {
    const rules = [
      voting.informedDictatorial,
      voting.range,
      voting.plurality,
      voting.borda,
      voting.instantRunoff,
      voting.rankedPairs,
    ];
    const columns: CriterionName[] = [
      'majority',
      'monotonicity',
      'consistency',
      'independence of irrelevant alternatives',
      'condorcet',
    ];
    const table = voting.criteriaTable(rules, columns, { maxOptions: 3 });
    const cells = table.map((row) => row.map((cell) => (cell.counterexample === null ? 'y' : 'n')).join(''));
    expect(cells).toEqual(['nyyyn', 'nyyyn', 'yyynn', 'nyynn', 'ynnnn', 'yynny']);
    for (const { verdict, counterexample, upTo } of table.flat()) {
      expect(verdict).toBe(counterexample === null ? 'yes' : 'no');
      if (verdict === 'yes') expect(upTo).toHaveLength(2);
    }
  });
});

describe("GEDI's Figures 8 to 11", () => {
  const named = (text: string) => {
    const names: Readonly<Record<string, string>> = { A: 'Amber', B: 'Blue', C: 'Coral' };
    const { options, ballots } = rankingsIn(text);
    return {
      options: options.map((option) => names[option]!),
      ballots: ballots.map(({ ranking, ...rest }) => ({
        ...rest,
        ranking: ranking.map((one) => names[one as string]!),
      })),
    };
  };
  const winners = (rule: Rule, text: string) => rule.count(rankingsIn(text)).winners;

  it('known: Figure 8, with Coral, Blue wins plurality over Amber', () => {
    expect(winners(voting.firstPreferencePlurality, '6 AB, 4 BA')).toEqual(['A']);
    const breach = checkCriterion(
      voting.firstPreferencePlurality,
      'independence of irrelevant alternatives',
      named('3 ACB, 3 CAB, 4 BAC'),
    );
    expect(breach?.elections.at(-1)?.result.totals).toEqual({ Amber: 3, Blue: 4, Coral: 3 });
  });

  it('known: Figure 9, Amber beats both others head to head, and Blue wins plurality', () => {
    const breach = checkCriterion(voting.plurality, 'condorcet', named('4 BAC, 3 ACB, 3 CAB'));
    expect(breach?.expected).toContain('Amber');
    expect(breach?.elections[0]?.result.winners).toEqual(['Blue']);
    for (const rule of [voting.minimax, voting.rankedPairs])
      expect(winners(rule, '4 BAC, 3 ACB, 3 CAB')).toEqual(['A']);
  });

  it('known: Figure 10, two more first-place votes make Coral lose the instant runoff', () => {
    expect(winners(voting.instantRunoff, '6 CBA, 5 ACB, 4 BAC, 2 BCA')).toEqual(['C']);
    expect(winners(voting.instantRunoff, '8 CBA, 5 ACB, 4 BAC')).toEqual(['A']);
    // After the first lift, Amber and Blue tie and are removed together; the second lift is the breach.
    const breach = checkCriterion(voting.instantRunoff, 'monotonicity', named('7 CBA, 5 ACB, 4 BAC, 1 BCA'));
    expect(breach?.elections.map(({ result }) => result.winners)).toEqual([['Coral'], ['Amber']]);
  });

  it('known: Figure 11, ten of twelve prefer Amber, and Blue has the higher sum of ratings', () => {
    const ballots = [
      { kind: 'rating' as const, ratings: { Amber: 6, Blue: 5, Coral: 1 }, count: 10 },
      { kind: 'rating' as const, ratings: { Amber: 0, Blue: 10, Coral: 1 }, count: 2 },
    ];
    const rule = voting.range.on(0, 10);
    for (const criterion of ['majority', 'condorcet'] as const) {
      const breach = checkCriterion(rule, criterion, { options: ['Amber', 'Blue', 'Coral'], ballots });
      expect(breach?.elections[0]?.result.totals).toEqual({ Amber: 60, Blue: 70, Coral: 12 });
      expect(breach?.expected).toContain('Amber');
    }
    const text = voting.describeCounterexample(
      checkCriterion(rule, 'condorcet', { options: ['Amber', 'Blue', 'Coral'], ballots })!,
    );
    expect(text).toContain('10 voters: Amber 6, Blue 5, Coral 1');
    expect(text).toContain('Amber over Blue 10 to 2');
  });
});

describe('searches', () => {
  it('known: Borda breaks majority with 3 voters: A > B > C twice, and B > C > A', () => {
    const { counterexample, upTo } = searchCounterexample(voting.borda, 'majority');
    expect(upTo).toEqual([
      { options: 2, voters: 12 },
      { options: 3, voters: 2 },
    ]);
    expect(counterexample?.elections[0]?.election.ballots).toEqual([
      { kind: 'ranking', ranking: ['Amber', 'Blue', 'Coral'], count: 2 },
      { kind: 'ranking', ranking: ['Blue', 'Coral', 'Amber'], count: 1 },
    ]);
    expect(counterexample?.elections[0]?.result.totals).toEqual({ Amber: 4, Blue: 4, Coral: 1 });
    expect(voting.describeCounterexample(counterexample!)).toContain(
      'First preferences: Amber 2, Blue 1, Coral 0',
    );
  });

  it.each(['plurality', 'borda', 'instant-runoff', 'minimax'])(
    "reference: the smallest breaches by %s match pref_voting's axioms",
    (name) => {
      const rows = breaches.rows.filter(({ rule }) => rule === name);
      expect(rows).toHaveLength(18);
      for (const { criterion, options, upTo, voters } of rows) {
        const maxVoters = { 2: 1, 3: options === 3 ? upTo : 1, 4: upTo };
        const breach = found(ruleByName(name), criterion as CriterionName, {
          maxOptions: options,
          maxVoters,
        });
        expect([criterion, options, breach?.voters ?? null]).toEqual([criterion, options, voters]);
      }
    },
  );

  /**
   * The criteria that each rule meets in the literature. The sources are the same as in textbook tables of these rules.
   */
  const met: readonly (readonly [string, readonly CriterionName[]])[] = [
    ['unanimous', ['monotonicity']],
    ['majority', ['majority', 'monotonicity']],
    ['plurality', ['majority', 'monotonicity', 'consistency', 'participation', 'pareto']],
    [
      'approval',
      [
        'monotonicity',
        'consistency',
        'participation',
        'independence of irrelevant alternatives',
        'reversal symmetry',
        'pareto',
      ],
    ],
    [
      'range',
      [
        'monotonicity',
        'consistency',
        'independence of irrelevant alternatives',
        'participation',
        'reversal symmetry',
        'pareto',
      ],
    ],
    ['star', ['majority loser', 'monotonicity', 'condorcet loser', 'pareto']],
    ['majority judgement', ['monotonicity', 'independence of irrelevant alternatives', 'pareto']],
    ['dowdall', ['monotonicity', 'consistency', 'participation', 'pareto']],
    [
      'borda',
      [
        'majority loser',
        'monotonicity',
        'consistency',
        'condorcet loser',
        'participation',
        'reversal symmetry',
        'pareto',
      ],
    ],
    ['bucklin', ['majority', 'majority loser', 'monotonicity', 'pareto']],
    ['instant-runoff', ['majority', 'pareto']],
    ['coombs', ['majority', 'majority loser', 'pareto']],
    ['nanson', ['majority', 'majority loser', 'condorcet', 'condorcet loser', 'smith', 'pareto']],
    [
      'copeland',
      [
        'majority',
        'majority loser',
        'monotonicity',
        'condorcet',
        'condorcet loser',
        'smith',
        'pareto',
        'reversal symmetry',
      ],
    ],
    ['minimax', ['majority', 'monotonicity', 'condorcet', 'pareto']],
    [
      'schulze',
      [
        'majority',
        'majority loser',
        'monotonicity',
        'condorcet',
        'condorcet loser',
        'smith',
        'clone independence',
        'reversal symmetry',
        'pareto',
      ],
    ],
    [
      'ranked pairs',
      [
        'majority',
        'majority loser',
        'condorcet',
        'condorcet loser',
        'smith',
        'pareto',
        'monotonicity',
        'reversal symmetry',
      ],
    ],
    [
      'kemeny-young',
      [
        'majority',
        'majority loser',
        'monotonicity',
        'condorcet',
        'condorcet loser',
        'smith',
        'reversal symmetry',
        'pareto',
      ],
    ],
    [
      'informed dictatorial',
      [
        'monotonicity',
        'consistency',
        'independence of irrelevant alternatives',
        'participation',
        'clone independence',
        'reversal symmetry',
        'pareto',
      ],
    ],
  ];
  it.each(met)(
    'known: the search finds no breach by %s of criteria that it meets in the literature',
    (name, names) => {
      const rule = ruleByName(name);
      const maxVoters =
        rule.ballot === 'rating' ? { 2: 3, 3: 2 } : { 2: 4, 3: name.includes('dictator') ? 3 : 5, 4: 2 };
      const maxOptions = rule.ballot === 'rating' || rule.ballot === 'approval' ? 3 : 4;
      for (const [outcome] of names.map(
        (one) => voting.criteriaTable([rule], [one], { maxOptions, maxVoters })[0]!,
      ))
        expect([outcome!.criterion, outcome!.counterexample]).toEqual([outcome!.criterion, null]);
    },
  );

  it.each<[string, CriterionName, string]>([
    ['plurality', 'condorcet loser', 'Borda (1781)'],
    ['plurality', 'clone independence', 'Tideman (1987)'],
    ['plurality', 'reversal symmetry', 'Saari (1994)'],
    ['borda', 'clone independence', 'Tideman (1987)'],
    ['instant-runoff', 'participation', 'Fishburn and Brams (1983)'],
    ['schulze', 'consistency', 'Young and Levenglick (1978)'],
    ['kemeny-young', 'clone independence', 'Tideman (1987)'],
    ['copeland', 'clone independence', 'Tideman (1987)'],
    ['minimax', 'condorcet loser', 'Fishburn (1977)'],
    ['minimax', 'smith', 'Fishburn (1977)'],
    ['bucklin', 'condorcet', 'Tideman (2006)'],
    ['coombs', 'monotonicity', 'Nurmi (1987)'],
    ['majority judgement', 'participation', 'Felsenthal and Machover (2008)'],
    ['majority judgement', 'condorcet', 'Felsenthal and Machover (2008)'],
  ])('known: %s breaks %s (%s)', (name, criterion) => {
    expect(found(ruleByName(name), criterion)).not.toBeNull();
  });

  it('known: 3 voters and 3 options have 216 profiles, 56 without order, 10 without names (Burnside)', () => {
    const count = (voters: number, options: number, anonymous: boolean, neutral: boolean) =>
      [...profiles(new BallotSpace('ranking', options), voters, { anonymous, neutral })].length;
    expect(count(3, 3, false, false)).toBe(216);
    expect(count(3, 3, true, false)).toBe(56);
    expect(count(3, 3, true, true)).toBe(10);
    expect(count(3, 3, false, true)).toBe(36);
    expect(count(2, 4, true, true)).toBe(17);
  });

  it('known: searches a rule that favours an option without renaming options', () => {
    const alphabet: Rule = {
      name: 'alphabet',
      ballot: 'ranking',
      explanation: 'The first option of the alphabet is selected.',
      count: ({ options }) =>
        byScores(
          options,
          options.map((_, option) => -option),
        ),
    };
    const breach = found(alphabet, 'pareto');
    expect([breach?.options, breach?.voters, breach?.elections[0]?.result.winners]).toEqual([
      2,
      1,
      ['Amber'],
    ]);
  });

  it('behaviour: a search that stops early has the verdict "unknown"', () => {
    // The order of ballots matters, so there are 16^5 profiles of 5 voters with 2 options.
    const lastVoter: Rule = {
      name: 'last voter',
      ballot: 'rating',
      explanation: "The last voter's ratings are the result.",
      count: ({ options, ballots }) => {
        const { ratings } = ballots.at(-1) as RatingBallot;
        return byScores(
          options,
          options.map((option) => ratings[option]!),
        );
      },
    };
    const { verdict, counterexample, upTo } = searchCounterexample(lastVoter, 'monotonicity');
    expect([verdict, counterexample, upTo.at(-1)]).toEqual(['unknown', null, { options: 2, voters: 4 }]);
  });

  it('behaviour: a check reads the votes that the rule counts, and reports no breach that they do not show', () => {
    const options = ['A', 'B'];
    const ratings = (A: number, B: number) => ({
      options,
      ballots: [{ kind: 'rating' as const, ratings: { A, B } }],
    });
    expect(() => checkCriterion(voting.instantRunoff, 'reversal symmetry', ratings(1, 1))).toThrow('ranking');
    expect(() => checkCriterion(voting.approval, 'pareto', ratings(5, 1))).toThrow('from 0 to 1');
    expect(checkCriterion(voting.approval, 'pareto', ratings(1, 0))).toBeNull();
    expect(() => checkCriterion(voting.cumulative, 'pareto', ratings(1, 0))).toThrow('cumulative');
    const noScale: Rule = { ...voting.rated, scale: undefined };
    expect(() => checkCriterion(noScale, 'pareto', ratings(0, 5))).toThrow('from 1 to 5');
  });

  it('behaviour: a check counts ratings on a wide scale', () => {
    const options = [...'ABCDEF'];
    const rate = (...numbers: number[]) => ({
      kind: 'rating' as const,
      ratings: Object.fromEntries(options.map((option, at) => [option, numbers[at]!])),
    });
    const ballots = [rate(600, 500, 1, 0, 0, 0), rate(600, 500, 1, 0, 0, 0), rate(0, 1000, 1, 0, 0, 0)];
    const wide = voting.range.on(0, 1000);
    const breach = checkCriterion(wide, 'majority', { options, ballots });
    expect(breach?.elections[0]?.result.winners).toEqual(['B']);
    expect(checkCriterion(wide, 'monotonicity', { options, ballots })).toBeNull();
  });

  it('behaviour: refuses rules, criteria and limits that it cannot search', () => {
    expect(() => searchCounterexample(voting.cumulative, 'majority')).toThrow('cumulative');
    expect(() => searchCounterexample(voting.borda, 'fairness' as 'majority')).toThrow('fairness');
    expect(() => found(voting.borda, 'majority', { maxOptions: 7 })).toThrow('maxOptions');
    expect(() => found(voting.borda, 'majority', { voters: 3 })).toThrow('voters');
  });
});
