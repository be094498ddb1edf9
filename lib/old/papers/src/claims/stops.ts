import { stoppedRound, type StoppingTrajectory, type TrainablePolicy } from 'agora-core/stopping';
import { Random } from 'agora-voting';

/**
 * Learns policies on all folds but one and lets them stop what is in that one, for each fold in turn (RoundTable, Appendix
 * D.7): the utility share is maximised, and is 0 while nothing is decided.
 * @param groups - by trajectory, the group that is never split between folds: its configuration or its economy
 * @returns for each trajectory the round after which each policy ends it, counted from 1; the last one if it never fires
 */
export function stopsByPolicy<Name extends string>(
  courses: readonly StoppingTrajectory[],
  groups: readonly string[],
  policies: Readonly<Record<Name, () => TrainablePolicy>>,
  { folds, seed }: { readonly folds: number; readonly seed: number },
): Record<Name, number>[] {
  const names = Object.keys(policies) as Name[];
  const dealt = Random.from(seed, 'folds').shuffle([...new Set(groups)]);
  const foldOf = groups.map((group) => dealt.indexOf(group) % folds);
  const fitted = Array.from({ length: folds }, (_, fold) => {
    const training = courses.filter((_, place) => foldOf[place] !== fold);
    return names.map((name) => policies[name]().fit(training, { direction: 'maximize', undecided: 0 }));
  });
  return courses.map((course, place) => {
    const own = fitted[foldOf[place] ?? 0] ?? [];
    const ends = own.map((policy, which) => [names[which], stoppedRound(policy, course).round] as const);
    return Object.fromEntries(ends) as Record<Name, number>;
  });
}

/** How much of the gap between the last round and the best one is closed: a case of a ratio of sums, in percent. */
export function gapClosed(
  shares: readonly number[],
  stoppedAfter: number,
): { numerator: number; denominator: number } {
  const last = shares.at(-1) ?? 0;
  return {
    numerator: 100 * ((shares[stoppedAfter - 1] ?? 0) - last),
    denominator: Math.max(...shares) - last,
  };
}
