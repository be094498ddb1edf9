import { describe, expect, it } from 'vitest';
import { type Ballot, cumulative } from 'agora-voting';
import { ballotSettings } from '../../../voting/src/rule-setting';
import { readElections } from './read-elections';
import type { Election } from './read-elections';
import { differences, recount, recountAsPublished } from './recount';
import { fiveToOne } from './rules';

const election = (parts: Partial<Election>): Election => ({
  name: 'invented',
  voters: 'humans',
  kind: 'ranking',
  settings: {},
  votes: '',
  published: '',
  options: ['1', '2', '3'],
  ballots: [],
  publishedTally: {},
  ...parts,
});

describe('recount', () => {
  const ballots: Ballot[] = [
    { kind: 'ranking', ranking: ['2', '1'] },
    { kind: 'ranking', ranking: ['2', '3', '1'] },
  ];

  it('known: 5 and 4 points; and as the authors have it, 1 for the favourite and 2 for the next', () => {
    const ranked = election({ ballots, publishedFrom: 'ranks as points' });
    expect(recount(ranked)).toEqual({ 1: 4 + 3, 2: 10, 3: 4 });
    expect(recountAsPublished(ranked)).toEqual({ 1: 2 + 3, 2: 2, 3: 2 });
    expect(recountAsPublished(election({ ballots }))).toEqual(recount(ranked));
  });

  it('known: five to one as a rule of the room counts the same', () => {
    const { options } = election({});
    const profile = { options, ballots: ballots as never, electorate: 2 };
    expect(fiveToOne.count(profile)).toEqual({
      tally: { 1: 7, 2: 10, 3: 4 },
      order: [['2'], ['1'], ['3']],
      winners: ['2'],
    });
  });

  it('known: ids as shown run the other way, so that the last is the first', () => {
    const approvals: Ballot[] = [{ kind: 'approval', approved: ['1', '2'] }];
    const shown = election({ kind: 'approval', ballots: approvals, publishedFrom: 'ids as shown' });
    expect(recountAsPublished(shown)).toEqual({ 1: 0, 2: 1, 3: 1 });
    expect(differences({ a: 1, b: 2 }, { a: 1, b: 3, c: 0 })).toBe(2);
  });

  it('contract: a folder without the data set is named', () => {
    expect(() => readElections('nowhere')).toThrow(/nowhere.* belongs to the data set llm-voting/);
  });
});

describe('cumulative voting with a fixed budget', () => {
  it('known: ten points over two options', () => {
    const rule = cumulative({ budget: 10 });
    const ballots = [
      { kind: 'points' as const, points: { a: 7, b: 3 } },
      { kind: 'points' as const, points: { b: 10 } },
    ];
    expect(rule.name).toBe('cumulative (10 points)');
    expect(rule.count({ options: ['a', 'b'], ballots, electorate: 2 })).toMatchObject({
      tally: { a: 7, b: 13 },
    });
    expect(ballotSettings(rule, ['a', 'b'], 2)).toEqual({ points: 10 });
  });

  it.each([0, -1, NaN, Infinity])('contract: a budget of %d is turned away', (budget) => {
    expect(() => cumulative({ budget })).toThrow(/^cumulative needs .*a number above 0 as budget, got /);
  });
});
