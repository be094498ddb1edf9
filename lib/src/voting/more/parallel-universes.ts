import type { RankingProfile } from '../ranking-profile';
import { resultByScore } from '../result';
import type { Result } from '../voting-rule';
import { raceOf, type Elimination } from './elimination';
import { requireFewOptions } from './rule-errors';
import { zeros } from './zeros';

/** With 20 options there are a million sets that may be left in the race. */
export const mostOptionsForUniverses = 20;

/**
 * One option leaves at a time; where several could, the count goes on in a universe for each. Who wins in one of
 * them wins. The tally is the number of options that one outlasts in the universe that is kindest to it.
 * Source: Conitzer, Rognlie and Xia (2009), parallel-universes tie-breaking.
 * @throws AgoraError 'too-many-options' above 20 options
 */
export function resultByUniverses(name: string, profile: RankingProfile, rule: Elimination): Result {
  const m = profile.options.length;
  requireFewOptions(name, m, mostOptionsForUniverses);
  const race = raceOf(profile);
  const { standing, doomed } = race;
  const outlasted = zeros(m);
  const raise = (option: number, to: number): void => {
    if ((outlasted[option] as number) < to) outlasted[option] = to;
  };
  const seen = new Uint8Array(2 ** m);
  const open = [2 ** m - 1];
  for (let set = open.pop(); set !== undefined; set = open.pop()) {
    race.left = 0;
    for (let option = 0; option < m; option++) race.left += standing[option] = (set >> option) & 1;
    for (let option = 0; option < m; option++) if (standing[option] === 1) raise(option, m - race.left);
    const winner = rule.wonEarly === undefined ? -1 : rule.wonEarly(race);
    if (winner >= 0) raise(winner, m - 1);
    if (winner >= 0 || race.left === 1) continue;
    doomed.fill(0);
    rule.score(race);
    rule.mark(race);
    for (let option = 0; option < m; option++) {
      const rest = set & ~(1 << option);
      if (doomed[option] === 0 || seen[rest] === 1) continue;
      seen[rest] = 1;
      open.push(rest);
    }
  }
  return resultByScore(profile.options, outlasted);
}
