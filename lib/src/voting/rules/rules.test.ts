import { describe, expect, it } from 'vitest';
import { Random } from '../../random';
import { rules as roundTableRules } from '../../papers/roundtable/rules';
import { antiPlurality, cumulative, evenRules, ranked, ruleByName } from './rules';
import { ballotSettings } from '../rule-setting';
import type { Ballot, BallotKind, Profile, VotingRule } from '../voting-rule';

const swept: readonly VotingRule[] = [
  ...evenRules,
  ranked({ truncated: true }),
  cumulative({ budget: 'voters' }),
];
const kinds: BallotKind[] = ['choice', 'rating', 'ranking', 'points', 'approval'];

/** A valid ballot at random; `total` is what its points must add up to. */
function randomBallot(kind: BallotKind, options: readonly string[], total: number, random: Random): Ballot {
  switch (kind) {
    case 'choice':
      return { kind, choice: random.pick(options) };
    case 'rating':
      return { kind, ratings: Object.fromEntries(options.map((option) => [option, 1 + random.below(5)])) };
    case 'ranking':
      return { kind, ranking: random.shuffle(options) };
    case 'approval':
      return { kind, approved: options.filter(() => random.chance(0.5)) };
    case 'points': {
      const weights = options.map(() => random.below(4));
      weights[random.below(options.length)] = 1;
      const sum = weights.reduce((all, weight) => all + weight, 0);
      return {
        kind,
        points: Object.fromEntries(
          options.map((option, place) => [option, ((weights[place] ?? 0) * total) / sum]),
        ),
      };
    }
  }
}

function randomProfile(rule: VotingRule, random: Random): Profile {
  const options = Array.from({ length: 1 + random.below(6) }, (_, place) => String(place + 1));
  const electorate = 1 + random.below(7);
  const total = ballotSettings(rule, options, electorate).points ?? options.length;
  const ballots = Array.from({ length: random.below(electorate + 1) }, () =>
    randomBallot(rule.ballot, options, total, random),
  );
  return { options, ballots, electorate };
}

function renamed(ballot: Ballot, name: (option: string) => string): Ballot {
  const keys = (record: Readonly<Record<string, number>>): Record<string, number> =>
    Object.fromEntries(Object.entries(record).map(([option, number]) => [name(option), number]));
  switch (ballot.kind) {
    case 'choice':
      return { ...ballot, choice: name(ballot.choice) };
    case 'rating':
      return { ...ballot, ratings: keys(ballot.ratings) };
    case 'ranking':
      return { ...ballot, ranking: ballot.ranking.map(name) };
    case 'points':
      return { ...ballot, points: keys(ballot.points) };
    case 'weak-ranking':
      return { ...ballot, tiers: ballot.tiers.map((tier) => tier.map(name)) };
    case 'approval':
      return { ...ballot, approved: ballot.approved.map(name) };
  }
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

describe.each(swept.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
  const profiles = Array.from({ length: 100 }, (_, draw) => {
    const random = Random.from(11, rule.name, draw);
    return { profile: randomProfile(rule, random), random };
  });

  it('law: who casts a ballot changes nothing (anonymity)', () => {
    for (const { profile, random } of profiles)
      expect(rule.count({ ...profile, ballots: random.shuffle(profile.ballots) })).toEqual(
        rule.count(profile),
      );
  });

  it('law: renaming and reordering options renames the result (neutrality)', () => {
    for (const { profile, random } of profiles) {
      const shuffled = random.shuffle(profile.options);
      const name = (option: string): string => `new ${shuffled[profile.options.indexOf(option)]}`;
      const before = rule.count(profile);
      const after = rule.count({
        options: random.shuffle(profile.options.map(name)),
        ballots: profile.ballots.map((ballot) => renamed(ballot, name)),
        electorate: profile.electorate,
      });
      expect([...after.winners].sort()).toEqual(before.winners.map(name).sort());
      expect(after.tally).toEqual(
        Object.fromEntries(Object.entries(before.tally).map(([option, total]) => [name(option), total])),
      );
    }
  });

  it('law: winners are the first of the order, which holds every option once', () => {
    let won = 0;
    for (const { profile } of profiles) {
      const { tally, order, winners } = rule.count(profile);
      expect(Object.keys(tally).sort()).toEqual([...profile.options].sort());
      expect(winners).toEqual(profile.options.filter((option) => winners.includes(option)));
      expect(order.flat().sort()).toEqual([...profile.options].sort());
      if (winners.length > 0) expect(winners).toEqual(order[0]);
      if (roundTableRules.includes(rule)) {
        const top = Math.max(...Object.values(tally));
        for (const winner of winners) expect(tally[winner]).toBeCloseTo(top, 9);
      }
      won += winners.length;
    }
    expect(won).toBeGreaterThan(10);
  });

  it('law: an option that everybody likes best wins', () => {
    const options = ['a', 'b', 'c'];
    const total = ballotSettings(rule, options, 3).points ?? 3;
    const loved: Record<BallotKind, Ballot> = {
      choice: { kind: 'choice', choice: 'b' },
      rating: { kind: 'rating', ratings: { a: 1, b: 5, c: 1 } },
      ranking: { kind: 'ranking', ranking: ['b', 'a', 'c'] },
      points: { kind: 'points', points: { b: total } },
      approval: { kind: 'approval', approved: ['b'] },
    };
    const ballot = loved[rule.ballot];
    const { winners } = rule.count({ options, ballots: [ballot, ballot, ballot], electorate: 3 });
    // Under anti-plurality everything that is nowhere last is as good.
    if (rule === antiPlurality) expect(winners).toContain('b');
    else expect(winners).toEqual(['b']);
  });

  it('contract: nobody wins when everybody abstains', () => {
    const result = rule.count({ options: ['a', 'b'], ballots: [], electorate: 3 });
    expect(result).toEqual({ tally: { a: 0, b: 0 }, order: [['a', 'b']], winners: [] });
  });

  it('contract: explains itself to a voter in whole sentences', () => {
    expect(rule.explanation).toMatch(/^[A-Z].*\.$/);
    expect(rule.source).toMatch(/[A-Z].{5}/);
    if (roundTableRules.includes(rule)) expect(rule.source).toContain('Appendix C');
  });

  it('contract: frozen inputs survive', () => {
    for (const { profile } of profiles.slice(0, 20)) {
      const copy = structuredClone(profile);
      rule.count(frozen(profile));
      expect(profile).toEqual(copy);
    }
  });

  it('contract: no options, double options, small electorates and foreign ballots throw by name', () => {
    const other = kinds.find((kind) => kind !== rule.ballot) as BallotKind;
    const foreign = randomBallot(other, ['a', 'b'], 2, Random.from(3));
    const own = randomBallot(rule.ballot, ['a', 'b'], 2, Random.from(3));
    expect(() => rule.count({ options: [], ballots: [], electorate: 3 })).toThrow(
      expect.objectContaining({ code: 'empty-agenda' }),
    );
    expect(() => rule.count({ options: ['a', 'a'], ballots: [], electorate: 3 })).toThrow(
      expect.objectContaining({ code: 'invalid-profile' }),
    );
    expect(() => rule.count({ options: ['a', 'b'], ballots: [own, own], electorate: 1 })).toThrow(
      expect.objectContaining({ code: 'invalid-profile' }),
    );
    expect(() => rule.count({ options: ['a', 'b'], ballots: [foreign], electorate: 3 })).toThrow(
      expect.objectContaining({ code: 'invalid-ballot' }),
    );
  });
});

describe('ruleByName', () => {
  it('known: the six rules in the order of Table 1, found by name', () => {
    expect(roundTableRules.map((rule) => rule.name)).toEqual([
      'unanimous',
      'majority',
      'plurality',
      'rated',
      'ranked',
      'cumulative',
    ]);
    for (const rule of roundTableRules) expect(ruleByName(rule.name)).toBe(rule);
  });

  it('contract: an unknown name lists the known ones, and suggests only a near one', () => {
    expect(() => ruleByName('Majorty')).toThrow(expect.objectContaining({ code: 'unknown-rule' }));
    expect(() => ruleByName('Majorty')).toThrow(/unanimous, majority, .* did you mean "majority"\?/);
    expect(() => ruleByName('dictatorship')).toThrow(/"dictatorship": the rules are [a-zA-Z0-9,() -]+$/);
  });
});
