import type { ChoiceBallot, Profile } from './voting-rule';

/** How many ballots name each option. */
export function voteCounts(profile: Profile<ChoiceBallot>): Map<string, number> {
  const counts = new Map(profile.options.map((option) => [option, 0]));
  for (const { choice } of profile.ballots) counts.set(choice, (counts.get(choice) ?? 0) + 1);
  return counts;
}
