import {
  type Counterexample,
  type CriterionName,
  instantRunoff,
  plurality,
  range,
  type RankingBallot,
  type RatingBallot,
  type VotingRule,
} from 'agora-voting';
import { cast, check, criterionFrom, having, object, type Opinions, votingRule } from 'agora-voting/internal';

/**
 * The columns of GEDI's Table 1, in its order.
 * @example
 * papers.gedi.tableOneCriteria.length; // => 5
 */
export const tableOneCriteria: readonly CriterionName[] = Object.freeze([
  'majority',
  'monotonicity',
  'consistency',
  'independence of irrelevant alternatives',
  'condorcet',
]);

/** One of GEDI's Figures 8 to 11, as profiles. */
export interface Figure {
  readonly figure: 8 | 9 | 10 | 11;
  /** The rule that the figure is about. */
  readonly rule: VotingRule;
  readonly criteria: readonly CriterionName[];
  readonly changedBallots: number;
  readonly elections: readonly {
    readonly label: string;
    readonly profile: Opinions;
    readonly winner: string;
  }[];
  readonly sentences: readonly [string, string];
}

/**
 * The figures of GEDI's Appendix D. They are pictures without numbers in the text: the numbers here are OURS, chosen so
 * that every sentence of the captions is true. From the captions: Amber ahead by two first preferences, then Blue by
 * one (Figure 8); two changed ballots (Figure 10); 12 voters of whom 10 prefer Amber (Figure 11). Figure 11's ratings
 * run from 0 to 10.
 * @example
 * papers.gedi.figures.map(({ figure }) => figure); // => [8, 9, 10, 11]
 */
export const figures: readonly Figure[] = Object.freeze<Figure[]>([
  {
    figure: 8,
    rule: plurality({ on: 'rankings' }),
    criteria: ['independence of irrelevant alternatives'],
    changedBallots: 0,
    elections: [
      {
        label: 'Without Coral',
        profile: rankings([6, 'Amber > Blue'], [4, 'Blue > Amber']),
        winner: 'Amber',
      },
      {
        label: 'With Coral',
        profile: rankings(
          [3, 'Amber > Coral > Blue'],
          [3, 'Coral > Amber > Blue'],
          [4, 'Blue > Amber > Coral'],
        ),
        winner: 'Blue',
      },
    ],
    sentences: [
      'Amber wins by two first preferences, and Coral comes in without changing how any voter orders Amber and Blue.',
      'But then Blue wins, one first preference ahead of the other two.',
    ],
  },
  {
    figure: 9,
    rule: plurality({ on: 'rankings' }),
    criteria: ['condorcet'],
    changedBallots: 0,
    elections: [
      {
        label: 'The votes',
        profile: rankings(
          [4, 'Blue > Amber > Coral'],
          [3, 'Amber > Coral > Blue'],
          [3, 'Coral > Amber > Blue'],
        ),
        winner: 'Blue',
      },
    ],
    sentences: [
      'Amber beats Blue and Coral in pairs and is the Condorcet winner.',
      'But Blue wins with the most first preferences.',
    ],
  },
  {
    figure: 10,
    rule: instantRunoff,
    criteria: ['monotonicity'],
    changedBallots: 2,
    elections: [
      {
        label: 'Scenario 1',
        profile: rankings(
          [6, 'Coral > Blue > Amber'],
          [5, 'Amber > Coral > Blue'],
          [4, 'Blue > Amber > Coral'],
          [2, 'Blue > Coral > Amber'],
        ),
        winner: 'Coral',
      },
      {
        label: 'Scenario 2',
        profile: rankings(
          [8, 'Coral > Blue > Amber'],
          [5, 'Amber > Coral > Blue'],
          [4, 'Blue > Amber > Coral'],
        ),
        winner: 'Amber',
      },
    ],
    sentences: [
      'Coral wins, and two voters then put Coral first, which should not harm it.',
      'But then Blue and not Amber is the first to go, and Amber wins.',
    ],
  },
  {
    figure: 11,
    rule: range({ scale: { lowest: 0, highest: 10 } }),
    criteria: ['majority', 'condorcet'],
    changedBallots: 0,
    elections: [
      {
        label: 'The votes',
        profile: ratings([10, { Amber: 6, Blue: 5, Coral: 1 }], [2, { Amber: 0, Blue: 10, Coral: 1 }]),
        winner: 'Blue',
      },
    ],
    sentences: [
      'Amber is preferred by 10 of 12 voters, and beats every other option in pairs.',
      'But Blue wins with the greater sum of utilities.',
    ],
  },
]);

const figureArguments = object('arguments', {
  figure: having('one of papers.gedi.figures', {
    criteria: 'object',
    elections: 'object',
    sentences: 'object',
  }),
  by: votingRule.optional(),
});

/**
 * Counts a figure by a rule. The result is data for `describeCounterexample`.
 * @param by - another rule than the figure's
 * @param criterion - for Figure 11, which of the two. Default the first
 * @throws the errors of the rule on the figure's ballots
 * @example
 * const [eight] = papers.gedi.figures;
 * const shown = eight && papers.gedi.showFigure(eight);
 * shown?.elections.map(({ result }) => result.winners.join()); // => ['Amber', 'Blue']
 */
export function showFigure(figure: Figure, by?: VotingRule, criterion?: CriterionName): Counterexample {
  check('showFigure', figureArguments, { figure, by });
  const rule = by ?? figure.rule;
  const { criteria, changedBallots, elections, sentences } = figure;
  const { name, definition, facts } = criterionFrom(criterion ?? (criteria[0] as CriterionName));
  return {
    rule: rule.name,
    criterion: name,
    definition,
    facts,
    options: Math.max(...elections.map(({ profile }) => profile.options.length)),
    voters: Math.max(...elections.map(({ profile }) => profile.electorate)),
    changedBallots,
    elections: elections.map(({ label, profile }) => ({
      label,
      profile,
      result: rule.count(cast(rule, profile)),
    })),
    sentences,
  };
}

function rankings(...lines: readonly (readonly [number, string])[]): Opinions {
  const ballots = lines.map(([, line]): RankingBallot => ({ kind: 'ranking', ranking: line.split(' > ') }));
  return frame(
    [...(ballots[0] as RankingBallot).ranking].sort(),
    ballots,
    lines.map(([voters]) => voters),
  );
}

function ratings(...lines: readonly (readonly [number, Readonly<Record<string, number>>])[]): Opinions {
  const ballots = lines.map(([, one]): RatingBallot => ({ kind: 'rating', ratings: one }));
  return frame(
    Object.keys((ballots[0] as RatingBallot).ratings),
    ballots,
    lines.map(([voters]) => voters),
  );
}

function frame(options: string[], ballots: RankingBallot[] | RatingBallot[], counts: number[]): Opinions {
  return {
    options,
    ballots,
    counts,
    electorate: counts.reduce((sum, number) => sum + number, 0),
  } as Opinions;
}
