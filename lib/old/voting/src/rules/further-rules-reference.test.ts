import { describe, expect, it } from 'vitest';
import { RankingProfile } from '../ranking-profile';
import { readRatingsReference } from '../testing/read-ratings-reference';
import { readVotingReference, referenceProfile } from '../testing/read-reference';
import type { BallotOf, Profile, VotingRule } from '../voting-rule';
import {
  antiPlurality,
  approval,
  baldwin,
  black,
  coombs,
  copeland,
  kemenyYoung,
  nanson,
  schulze,
} from './rules';

const baldwinUniverses = baldwin({ ties: 'parallel universes' });
const coombsToTheLast = coombs({ majorityStop: false });
const coombsUniverses = coombs({ ties: 'parallel universes' });
const llull = copeland({ tie: 1 });
const nansonWeak = nanson({ leave: 'up to average' });
const schulzeMargins = schulze({ strength: 'margins' });

const reference = readVotingReference();
const further = readRatingsReference();
const letters = [...'abcdef'];
const named = (winners: readonly number[]): string[] => winners.map((option) => letters[option] as string);

describe('pref_voting on complete rankings', () => {
  const profiles = reference.profiles.map(referenceProfile);
  const pairs: readonly (readonly [string, VotingRule<'ranking'>])[] = [
    ['anti_plurality', antiPlurality],
    ['copeland', copeland],
    ['llull', llull],
    ['beat_path', schulze],
    ['beat_path', schulzeMargins],
    ['kemeny_young', kemenyYoung],
    ['blacks', black],
    ['coombs', coombs],
    ['coombs_put', coombsUniverses],
    ['baldwin', baldwin],
    ['baldwin_put', baldwinUniverses],
    ['strict_nanson', nanson],
    ['weak_nanson', nansonWeak],
  ];

  it.each(pairs)('reference: %s elects whom our rule elects', (name, rule) => {
    expect(profiles.length).toBeGreaterThanOrEqual(2000);
    const theirs = reference.winners[name]?.map(named);
    expect(profiles.map((profile) => rule.count(profile).winners)).toEqual(theirs);
  });
});

describe('complete rankings, beyond winners', () => {
  const { profiles, winners, numbers } = further.strict;
  const ours = profiles.map((orders) => RankingProfile.ofOrders(letters.slice(0, orders[0]?.length), orders));

  it('reference: Coombs without the majority stop', () => {
    expect(ours.map((profile) => coombsToTheLast.count(profile).winners)).toEqual(
      winners['coombs_to_the_last']?.map(named),
    );
  });

  it("reference: Kemeny-Young's best places in all optimal orders", () => {
    const below = ours.map((profile) => Object.values(kemenyYoung.count(profile).tally));
    expect(below).toEqual(
      numbers['kemeny']?.map((places) => places.map((place) => places.length - 1 - place)),
    );
  });

  it("reference: Schulze's defeats", () => {
    const undefeatedBy = ours.map((profile) => Object.values(schulze.count(profile).tally));
    expect(undefeatedBy).toEqual(
      numbers['schulze']?.map((defeats) => defeats.map((defeat) => defeats.length - 1 - defeat)),
    );
  });
});

describe('truncated and weak rankings', () => {
  const profiles = further.weak.profiles.map(weakProfile);
  const forms = { truncated: true, weak: true };

  it.each([
    ['beat_path_support', schulze(forms)],
    ['beat_path_margin', schulze({ ...forms, strength: 'margins' })],
    ['copeland', copeland(forms)],
  ])('reference: %s elects whom our rule elects', (name, rule) => {
    const theirs = further.weak.winners[name]?.map(named);
    expect(theirs).toHaveLength(600);
    expect(profiles.map((profile) => rule.count(profile).winners)).toEqual(theirs);
  });

  it('reference: winning votes and margins elect different options on some of them', () => {
    const { beat_path_support: votes, beat_path_margin: margins } = further.weak.winners;
    expect(votes).not.toEqual(margins);
  });
});

describe('approvals', () => {
  it('reference: approval elects whom our rule elects', () => {
    const ours = further.approvals.profiles.map((rows) => {
      const options = letters.slice(0, rows[0]?.length);
      const ballots = rows.map((row) => ({
        kind: 'approval' as const,
        approved: options.filter((_, option) => row[option] === 1),
      }));
      return approval.count({ options, ballots, electorate: ballots.length }).winners;
    });
    expect(ours).toHaveLength(500);
    expect(ours).toEqual(further.approvals.winners['approval']?.map(named));
  });
});

function weakProfile(rows: readonly (readonly number[])[]): Profile<BallotOf['ranking']> {
  const options = letters.slice(0, rows[0]?.length);
  const ballots = rows.map((row) => {
    const tiers: string[][] = [];
    row.forEach((tier, option) => {
      if (!Number.isNaN(tier)) (tiers[tier] ??= []).push(letters[option] as string);
    });
    return { kind: 'weak-ranking' as const, tiers };
  });
  return { options, ballots, electorate: ballots.length };
}
