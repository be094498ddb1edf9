import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from './random';
import { rules, type Profile, type VotingRule } from './index';
import { ballotSettings } from './rule-setting';
import { randomBallot } from './random-ballot';
import { readRatingsReference } from './testing/read-ratings-reference';
import { readVotingReference, referenceProfile } from './testing/read-reference';
import { variants } from './testing/variants';

/*
 * What every rule made of the reference profiles when this file was written: digests of winners, orders, tallies and
 * steps. Everything that is counted must stay the same. UPDATE_REFERENCE=1 writes the file anew.
 */
const file = join(__dirname, 'testing', 'results-reference.json');
const all = [...rules, ...variants];
const letters = [...'abcdef'];
/** Rules that had another name when the file was written: the name is part of a digest. */
const nameThen: Readonly<Record<string, string>> = {
  dowdall: 'ranked',
  'dowdall (truncated)': 'ranked (truncated)',
};

const strict = readVotingReference().profiles.map(referenceProfile);
const { weak, ratings } = readRatingsReference();
const weakProfiles = weak.profiles.map((rows): Profile => {
  const ballots = rows.map((row) => {
    const tiers: string[][] = [];
    row.forEach((tier, option) => {
      if (!Number.isNaN(tier)) (tiers[tier] ??= []).push(letters[option] as string);
    });
    return tiers.every(({ length }) => length === 1)
      ? { kind: 'ranking' as const, ranking: tiers.flat() }
      : { kind: 'weak-ranking' as const, tiers };
  });
  return { options: letters.slice(0, rows[0]?.length), ballots, electorate: ballots.length + 1 };
});
const rated = ratings.profiles.map((rows): Profile => {
  const options = letters.slice(0, rows[0]?.length);
  const ballots = rows.map((row) => ({
    kind: 'rating' as const,
    ratings: Object.fromEntries(options.map((option, place) => [option, row[place] as number])),
  }));
  return { options, ballots, electorate: ballots.length };
});

/** Ballots as the rule asks for them, with counts on every other profile. */
function drawn(rule: VotingRule): Profile[] {
  const random = Random.from(5, 'unchanged');
  return Array.from({ length: 200 }, (_, at) => {
    const options = letters.slice(0, 1 + random.below(6));
    const electorate = 1 + random.below(12);
    const settings = ballotSettings(rule, options, electorate);
    const ballots = Array.from({ length: at % 2 === 0 ? electorate : Math.min(3, electorate) }, () =>
      randomBallot(rule.ballot, options, settings, random),
    );
    const counts = ballots.map((_, place) => (at % 4 === 1 && place === 0 ? 0 : 1));
    return { options, ballots, electorate, ...(at % 2 === 1 && { counts }) };
  });
}

function profilesFor(rule: VotingRule): readonly Profile[] {
  if (rule.ballot === 'rating') return [...drawn(rule), ...rated];
  return rule.ballot === 'ranking' ? [...drawn(rule), ...strict, ...weakProfiles] : drawn(rule);
}

function digest(rule: VotingRule): string {
  const { name, ballot, source, explanation, meets } = rule;
  const hash = createHash('sha256').update(
    JSON.stringify([nameThen[name] ?? name, ballot, source, explanation, meets]),
  );
  profilesFor(rule).forEach((profile, at) => {
    const help = () => ({ random: Random.from(at) });
    let text: string;
    try {
      const { winners, order, tally } = rule.count(profile, help());
      const steps = at % 7 === 0 ? rule.steps?.(profile, help()) : undefined;
      text = JSON.stringify([winners, order, Object.entries(tally), steps]);
    } catch (error) {
      text = String((error as { code?: string }).code);
    }
    hash.update(text);
  });
  return hash.digest('hex').slice(0, 20);
}

describe('what rules make of the reference profiles', () => {
  if (process.env['UPDATE_REFERENCE'] === '1')
    writeFileSync(
      file,
      `${JSON.stringify(Object.fromEntries(all.map((rule) => [rule.name, digest(rule)])), null, 2)}\n`,
    );
  const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

  it('contract: every rule of the file is still here', () => {
    expect(all.map(({ name }) => name).sort()).toEqual(Object.keys(written).sort());
  });

  it.each(all.map((rule) => [rule.name, rule] as const))('reference: %s', (name, rule) => {
    expect(digest(rule)).toBe(written[name]);
  });
});
