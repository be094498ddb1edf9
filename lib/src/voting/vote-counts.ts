import { votersBehind } from './check-profile';
import type { ChoiceBallot, Profile } from './voting-rule';

/** How many voters name each option. */
export function voteCounts(profile: Profile<ChoiceBallot>): Map<string, number> {
  const counts = new Map(profile.options.map((option) => [option, 0]));
  profile.ballots.forEach(({ choice }, place) =>
    counts.set(choice, (counts.get(choice) ?? 0) + votersBehind(profile, place)),
  );
  return counts;
}
