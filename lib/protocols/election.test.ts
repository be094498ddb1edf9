import { describe, expect, it } from 'vitest';
import { AgoraError } from '../error';
import { experiment } from '../experiment/experiment';
import type { Request } from '../models/model';
import { simulated } from '../models/simulated';
import { scripted, tinyQuiz } from '../testing/tiny';
import {
  borda,
  firstPreferencePlurality,
  informedDictatorial,
  misinformedDictatorial,
  plurality,
  range,
} from '../voting';
import { election, type ElectionOptions } from './election';
import { eventsOf } from './protocol';

const textOf = ({ messages }: Request): string => messages.map(({ content }) => content).join('\n');

/** Runs an election with three raters. The ballots are given in call order. */
async function hold(options: ElectionOptions, ballots: readonly unknown[]) {
  const { model, asked } = scripted((_, call) => {
    const ballot = ballots[call - 1];
    return typeof ballot === 'string' ? ballot : JSON.stringify(ballot);
  });
  const run = await experiment({
    environment: tinyQuiz(),
    protocol: election({ raters: 3, ties: 'first', ...options }),
    model: { ...model, evidence: 'simulated' },
    collaborations: 1,
    concurrency: 1,
    progress: false,
  });
  const one = [...run][0]!;
  return { one, asked, decisions: eventsOf(one, 'decision') };
}
const ranks = (letters: string) => ({ decision: [...letters] });

describe('election', () => {
  it('known: each rater gets one question, all rules count the same ballots, and the first rule decides', async () => {
    const rules = [firstPreferencePlurality, borda];
    const { one, asked, decisions } = await hold({ rules }, [ranks('ABC'), ranks('ABC'), ranks('BCA')]);
    expect(asked).toHaveLength(3);
    expect(decisions.map(({ by, totals, selected }) => [by, totals, selected])).toEqual([
      [firstPreferencePlurality.name, { A: 2, B: 1, C: 0 }, 'A'],
      ['borda', { A: 4, B: 4, C: 1 }, 'A'], // a tie, and the first option
    ]);
    expect(decisions[1]!.winners).toEqual(['A', 'B']);
    expect(one).toMatchObject({ outcome: 'A', cause: 'counted', rounds: 1 });
    expect(eventsOf(one, 'vote').map(({ agent, ballot }) => [agent, (ballot as string[]).join('')])).toEqual([
      ['Rater 1', 'ABC'],
      ['Rater 2', 'ABC'],
      ['Rater 3', 'BCA'],
    ]);
  });

  it('known: raters have random numbers and read nothing from each other', async () => {
    const { asked } = await hold({ rules: [borda] }, [ranks('ABC'), ranks('ABC'), ranks('ABC')]);
    const numbers = asked.map((request) => /You are rater number (\d+)\./.exec(textOf(request))![1]);
    expect(new Set(numbers).size).toBe(3);
    expect(numbers).not.toEqual(['1', '2', '3']);
    for (const request of asked) expect(textOf(request)).toContain('Which letter is it: A, B or C?');
  });

  it('known: raters fill in only the ballots that rules count; rating ballots include a ranking', async () => {
    expect((await hold({ rules: [borda] }, Array<object>(3).fill(ranks('ABC')))).asked).toHaveLength(3);
    const { lowest, highest } = range.scale;
    const rating = { ranking: ['A', 'B', 'C'], decision: { A: highest, B: lowest, C: lowest } };
    const { asked, decisions } = await hold({ rules: [borda, range] }, [
      ...Array<object>(3).fill(ranks('BAC')),
      ...Array<object>(3).fill(rating),
    ]);
    expect(asked).toHaveLength(6);
    expect(textOf(asked[5]!)).toContain('"ranking"');
    expect(decisions.map(({ by, selected }) => [by, selected])).toEqual([
      ['borda', 'B'],
      ['range', 'A'],
    ]);
  });

  it.each(['I pass.', { decision: ['A', 'B'] }, { decision: ['A', 'B', 'B'] }, { decision: null }])(
    'behaviour: the ballot %j makes the profile invalid; partial profiles count the valid ballots',
    async (broken) => {
      const ballots = [ranks('BAC'), broken, ranks('BAC'), broken]; // the last answers the repair question
      const { one, decisions } = await hold({ rules: [borda], dictators: ['informed'] }, ballots);
      expect(one).toMatchObject({ outcome: null, cause: 'invalid ballots', score: { correct: 0 } });
      expect(decisions.map(({ by, winners, selected }) => [by, winners, selected])).toEqual([
        ['borda', [], null],
        ['informed dictatorial', [], null],
      ]);
      expect(eventsOf(one, 'unusable').map(({ agent }) => agent)).toEqual(['Rater 2']);
      const partial = await hold({ rules: [borda], profiles: 'partial' }, ballots);
      expect(partial.one.outcome).toBe('B');
      expect(partial.decisions[0]!.totals).toEqual({ A: 2, B: 4, C: 0 });
    },
  );

  it('known: an informed dictator reads the real ballots; a mis-informed dictator reads made-up ballots', async () => {
    const ballots = [ranks('ABC'), ranks('ABC'), ranks('ABC'), ranks('CBA'), ranks('BAC')];
    const { asked, decisions, one } = await hold(
      { rules: [borda], dictators: ['informed', 'mis-informed'] },
      ballots,
    );
    expect(textOf(asked[3]!)).toContain('- Rater 3 ranks option A > option B > option C.');
    const madeUp = [
      ...textOf(asked[4]!).matchAll(/- Rater \d ranks option (\w) > option (\w) > option (\w)\./g),
    ];
    expect(madeUp).toHaveLength(3);
    expect(decisions.map(({ by, selected }) => [by, selected])).toEqual([
      ['borda', 'A'],
      ['informed dictatorial', 'C'],
      ['mis-informed dictatorial', 'B'],
    ]);
    expect(one.outcome).toBe('A');
  });

  it('known: ballots by probability: each rater gets one question, and too little probability gives no ballot', async () => {
    const rules = [borda, plurality];
    const shares = [
      { A: 0.6, B: 0.1, C: 0.2 },
      { A: 0.3, B: 0.3, C: 0.1 },
      { A: 0.3, B: 0.1, C: 0.05 }, // 45% of the first token, so the answer begins with something else
    ];
    const { one, asked, decisions } = await hold(
      { rules, ballots: 'probability', profiles: 'partial' },
      shares,
    );
    expect(asked).toHaveLength(3);
    expect(asked.map(({ among }) => among)).toEqual(Array(3).fill(['A', 'B', 'C']));
    expect(eventsOf(one, 'vote').map(({ agent, ballot }) => [agent, ballot])).toEqual([
      ['Rater 1', ['A', 'C', 'B']],
      ['Rater 2', [['A', 'B'], 'C']],
      ['Rater 1', 'A'], // a tie for first place is not a choice
    ]);
    expect(eventsOf(one, 'label').map(({ agent, value }) => [agent, value])).toEqual([
      ['Rater 1', [0.6, 0.1, 0.2]],
      ['Rater 2', [0.3, 0.3, 0.1]],
    ]);
    expect(eventsOf(one, 'unusable').map(({ agent, reason }) => [agent, reason])).toEqual([
      ['Rater 3', expect.stringContaining('45.0%')],
    ]);
    expect(decisions.map(({ by, selected }) => [by, selected])).toEqual([
      ['borda', 'A'],
      ['plurality', 'A'],
    ]);
  });

  it('behaviour: probabilities cannot produce ratings', () => {
    expect(() => election({ rules: [range], ballots: 'probability' })).toThrow(AgoraError);
  });

  it('law: simulated raters elect the right option', async () => {
    const run = await experiment({
      environment: tinyQuiz(),
      protocol: election({ rules: [borda, range], dictators: ['informed', 'mis-informed'] }),
      model: simulated(),
      collaborations: 5,
      progress: false,
    });
    for (const one of run) expect(one).toMatchObject({ score: { correct: 1 }, calls: { length: 22 } });
  });

  it.each([
    [{ rules: [] }],
    [{ rules: [borda], raters: 0 }],
    [{ rule: borda }],
    [{ rules: [borda], ties: 'frist' }],
    [{ rules: [borda], profiles: 'hole' }],
    [{ rules: [borda], ballots: 'probabilities' }],
    [{ rules: [borda], dictators: ['misinformed'] }],
    [{ rules: [borda, informedDictatorial] }],
    [{ rules: [misinformedDictatorial] }],
    [{ rules: [range, plurality], dictators: ['mis-informed', 'informed'] }],
  ])('behaviour: %j is rejected', (options) => {
    expect(() => election(options as unknown as ElectionOptions)).toThrow(AgoraError);
  });
});
