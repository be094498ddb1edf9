import { describe, expect, it } from 'vitest';
import { Random } from '../random';
import { rangeAsCoded, rankedPairsAsCoded } from '../../../papers/src/gedi/as-coded';
import { ruleByName as roundTableRule, rules as roundTableRules } from '../../../papers/src/roundtable/rules';
import { randomBallot } from '../random-ballot';
import { RankingProfile } from '../ranking-profile';
import { RatingProfile } from '../rating-profile';
import { ballotSettings } from '../rule-setting';
import type { Ballot, BallotKind, Profile, VotingRule } from '../voting-rule';
import { antiPlurality, cumulative, dowdall, evenRules, range, ruleByName, rules } from './rules';

/** Rules that treat all options and all voters alike, and those that do not. */
const even: readonly VotingRule[] = [
  ...evenRules,
  dowdall({ truncated: true }),
  cumulative({ budget: 'voters' }),
  range({ scale: { lowest: 1, highest: 7 } }),
];
const uneven: readonly VotingRule[] = [
  ...rules.filter((rule) => !evenRules.includes(rule)),
  rankedPairsAsCoded,
  rangeAsCoded,
];
const kinds: BallotKind[] = ['choice', 'rating', 'ranking', 'points', 'approval'];
const named = (swept: readonly VotingRule[]) => swept.map((rule) => [rule.name, rule] as const);
const help = () => ({ random: Random.from(1) });

function randomProfile(rule: VotingRule, random: Random): Profile {
  const options = Array.from({ length: 1 + random.below(6) }, (_, place) => String(place + 1));
  const electorate = 1 + random.below(7);
  const settings = ballotSettings(rule, options, electorate);
  const ballots = Array.from({ length: random.below(electorate + 1) }, () =>
    randomBallot(rule.ballot, options, settings, random),
  );
  return { options, ballots, electorate };
}

const profilesFor = (rule: VotingRule) =>
  Array.from({ length: 100 }, (_, draw) => {
    const random = Random.from(11, rule.name, draw);
    return { profile: randomProfile(rule, random), random };
  });

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

/** What the rule makes of a profile, the order of options aside. */
function outcome(rule: VotingRule, profile: Profile) {
  const { tally, order, winners } = rule.count(profile, help());
  return { tally, order: order.map((tier) => [...tier].sort()), winners: [...winners].sort() };
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

describe.each(named(even))('%s', (_name, rule) => {
  const profiles = profilesFor(rule);

  it('law: who casts a ballot changes nothing, and counts are repeated ballots (anonymity)', () => {
    for (const { profile, random } of profiles) {
      const { options, ballots } = profile;
      expect(rule.count({ ...profile, ballots: random.shuffle(ballots) })).toEqual(rule.count(profile));
      const electorate = 2 * profile.electorate;
      if (
        ballotSettings(rule, options, electorate).points !==
        ballotSettings(rule, options, profile.electorate).points
      )
        continue;
      const doubled = { options, electorate, ballots: [...ballots, ...random.shuffle(ballots)] };
      const counted = { options, electorate, ballots, counts: ballots.map(() => 2) };
      expect(rule.count(doubled)).toEqual(rule.count(counted));
      expect(rule.steps?.(doubled)).toEqual(rule.steps?.(counted));
    }
  });

  it('law: renaming and reordering options renames the result (neutrality)', () => {
    for (const { profile, random } of profiles) {
      const shuffled = random.shuffle(profile.options);
      const name = (option: string): string => `new ${shuffled[profile.options.indexOf(option)]}`;
      const before = outcome(rule, profile);
      const after = outcome(rule, {
        options: random.shuffle(profile.options.map(name)),
        ballots: profile.ballots.map((ballot) => renamed(ballot, name)),
        electorate: profile.electorate,
      });
      expect(after.winners).toEqual(before.winners.map(name).sort());
      expect(after.order).toEqual(before.order.map((tier) => tier.map(name).sort()));
      expect(after.tally).toEqual(
        Object.fromEntries(Object.entries(before.tally).map(([option, total]) => [name(option), total])),
      );
    }
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
});

describe.each(named([...even, ...uneven]))('%s', (_name, rule) => {
  const own = (option: string) => {
    const settings = { ...ballotSettings(rule, [option], 2), approvals: { least: 1 } };
    return randomBallot(rule.ballot, [option], settings, Random.from(3));
  };

  it('law: winners are the first of the order, which holds every option once; frozen and compiled profiles', () => {
    let won = 0;
    for (const { profile } of profilesFor(rule)) {
      const { tally, order, winners } = rule.count(frozen(profile), help());
      const { options } = profile;
      expect(Object.keys(tally).sort()).toEqual([...options].sort());
      expect(winners).toEqual(options.filter((option) => winners.includes(option)));
      expect(order.flat().sort()).toEqual([...options].sort());
      expect(order.every((tier) => tier.length > 0)).toBe(true);
      if (winners.length > 0) expect(winners).toEqual(order[0]);
      if (roundTableRules.includes(rule)) {
        const top = Math.max(...Object.values(tally));
        for (const winner of winners) expect(tally[winner]).toBeCloseTo(top, 9);
      }
      won += winners.length;
      const compiled =
        rule.ballot === 'ranking'
          ? RankingProfile.from(profile as never)
          : rule.ballot === 'rating' &&
            RatingProfile.from(profile as never, ballotSettings(rule, options, 1));
      if (compiled === false) continue;
      expect(rule.count(compiled, help())).toEqual({ tally, order, winners });
      expect(rule.steps?.(compiled, help())).toEqual(rule.steps?.(profile, help()));
    }
    expect(won).toBeGreaterThan(10);
  });

  it('contract: without a vote all are tied and nobody wins, also where all counts are 0', () => {
    const none = { options: ['a', 'b'], ballots: [], electorate: 3 };
    const nothing = { tally: { a: 0, b: 0 }, order: [['a', 'b']], winners: [] };
    expect(rule.count(none, help())).toEqual(nothing);
    const ballots = [
      randomBallot(rule.ballot, ['a', 'b'], ballotSettings(rule, ['a', 'b'], 3), Random.from(3)),
    ];
    expect(rule.count({ ...none, ballots, counts: [0] }, help())).toEqual(nothing);
  });

  it('contract: explains itself to a voter in whole sentences', () => {
    expect(rule.explanation).toMatch(/^[A-Z].*\.$/s);
    expect(rule.source).toMatch(/[A-Z].{5}/);
    if (roundTableRules.includes(rule)) expect(rule.source).toContain('Appendix C');
  });

  it('contract: bad profiles and ballots throw by name', () => {
    const other = kinds.find((kind) => kind !== rule.ballot) as BallotKind;
    const foreign = randomBallot(other, ['a'], {}, Random.from(3));
    const thrown = (profile: Partial<Profile>, code: string) =>
      expect(() => rule.count({ options: ['a'], ballots: [], electorate: 2, ...profile }, help())).toThrow(
        expect.objectContaining({ code }),
      );
    thrown({ options: [] }, 'empty-agenda');
    thrown({ options: ['a', 'a'] }, 'invalid-profile');
    thrown({ ballots: [own('a'), own('a')], electorate: 1 }, 'invalid-profile');
    for (const counts of [[1, 2], [0.5]]) thrown({ ballots: [own('a')], counts }, 'invalid-profile');
    thrown({ ballots: [foreign] }, 'invalid-ballot');
    thrown({ ballots: [own('a'), own('x')] }, 'invalid-ballot');
    expect(() =>
      rule.count({ options: ['a'], ballots: [own('a'), own('x')], electorate: 2 }, help()),
    ).toThrow(': ballot 2: ');
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
    for (const rule of roundTableRules) {
      expect(roundTableRule(rule.name)).toBe(rule);
      if (rule.name !== 'ranked') expect(ruleByName(rule.name)).toBe(rule);
    }
  });

  it("known: RoundTable's ranked is the Dowdall rule, which its folder finds by either name", () => {
    const ranked = roundTableRule('ranked');
    const rule: VotingRule = dowdall;
    const profile = randomProfile(rule, Random.from(4));
    expect(ranked.count(profile)).toEqual(rule.count(profile));
    expect(ranked.explanation).toBe(dowdall.explanation);
    expect(roundTableRule('dowdall')).toBe(dowdall);
  });

  it('contract: an unknown name lists the known ones, and suggests only a near one', () => {
    expect(() => ruleByName('Majorty')).toThrow(expect.objectContaining({ code: 'unknown-rule' }));
    expect(() => ruleByName('Majorty')).toThrow(/unanimous, majority, .* did you mean "majority"\?/);
    expect(() => ruleByName('ranked')).toThrow(
      `there is no voting rule "ranked": RoundTable's ranked voting is called dowdall here`,
    );
    expect(() => ruleByName('toString')).toThrow('there is no voting rule "toString": the rules are');
    expect(() => ruleByName('dictatorship')).toThrow(
      /"dictatorship": the rules are [a-zA-Z0-9,() -]+\. A rule of your own is given as a value/,
    );
  });
});
