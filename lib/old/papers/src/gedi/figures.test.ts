import { describe, expect, it } from 'vitest';
import {
  describeCounterexample,
  instantRunoff,
  plurality,
  type RankingBallot,
  searchCounterexample,
} from 'agora-voting';
import { cast } from '../../../voting/src/criteria';
import { figures, showFigure } from './figures';

describe('figures', () => {
  it.each(figures)('known: Figure $figure comes out under its rule', (figure) => {
    const { elections } = showFigure(figure);
    expect(elections.map(({ result }) => result.winners)).toEqual(
      figure.elections.map(({ winner }) => [winner]),
    );
  });

  it('known: the captions of Figures 8 and 11 hold of the numbers chosen', () => {
    const tally = (place: number): unknown =>
      showFigure(figures[0] as (typeof figures)[0], plurality).elections[place]?.result.tally;
    expect(tally(0)).toEqual({ Amber: 6, Blue: 4 });
    expect(tally(1)).toEqual({ Amber: 3, Blue: 4, Coral: 3 });
    const figure = figures[3] as (typeof figures)[0];
    expect(showFigure(figure).elections[0]?.result.tally).toEqual({
      Amber: 60,
      Blue: 70,
      Coral: 12,
    });
    expect(figure.elections[0]?.profile).toMatchObject({ electorate: 12, counts: [10, 2] });
  });

  it('contract: a rule that takes other ballots refuses a figure', () => {
    expect(() => showFigure(figures[3] as (typeof figures)[0], instantRunoff)).toThrow();
  });
});

describe('describeCounterexample', () => {
  it('known: Figure 9 in words', () => {
    const text = describeCounterexample(showFigure(figures[1] as (typeof figures)[0], plurality));
    expect(text).toBe(
      [
        'plurality breaks "condorcet" with 3 options and 10 voters.',
        'An option that beats every other one in pairs is the only winner.',
        '',
        'The votes:',
        '  4 voters: Blue > Amber > Coral',
        '  3 voters: Amber > Coral > Blue',
        '  3 voters: Coral > Amber > Blue',
        '  Pairs: Amber over Blue 6 to 4, Amber over Coral 7 to 3, Coral over Blue 6 to 4',
        '  Tally: Amber 3, Blue 4, Coral 3',
        '  Winner: Blue',
        '',
        'Amber beats Blue and Coral in pairs and is the Condorcet winner. But Blue wins with the most first preferences.',
      ].join('\n'),
    );
  });

  it('known: ratings are printed as ratings, one voter as one', () => {
    const outcome = searchCounterexample(figures[3]!.rule, 'majority');
    const text = outcome.kind === 'violated' ? describeCounterexample(outcome.counterexample) : '';
    expect(text).toMatch(/ 1 voter: Amber \d, Blue \d/);
    expect(text).toMatch(/ should be the only winner\. But .* wins?\.$|win\.$/);
  });
});

describe('cast', () => {
  const ballot: RankingBallot = Object.freeze({ kind: 'ranking', ranking: Object.freeze(['Blue', 'Amber']) });
  const profile = Object.freeze({
    options: Object.freeze(['Amber', 'Blue']),
    ballots: Object.freeze([ballot]),
    electorate: 1,
  });

  it('known: a choice ballot tells the first place of a ranking', () => {
    expect(cast(plurality, profile).ballots).toEqual([{ kind: 'choice', choice: 'Blue' }]);
  });

  it('contract: frozen opinions survive', () => {
    const before = JSON.stringify(profile);
    plurality.count(cast(plurality, profile) as Parameters<typeof plurality.count>[0]);
    expect(JSON.stringify(profile)).toBe(before);
  });
});
