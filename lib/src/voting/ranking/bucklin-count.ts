import type { RankingProfile } from '../ranking-profile';
import { tallyOf } from '../result';
import type { RuleStep } from '../rule-step';

export interface BucklinCount {
  /** Voters who name the option so far up: down to where counting stopped. */
  readonly counts: readonly number[];
  /** At which place (from 0) the option passed half; the number of options where it never did. */
  readonly stages: readonly number[];
  /** What has to be passed. */
  readonly half: number;
}

/**
 * Adds one place after another.
 * @param each - false: stops for all when one option has passed half; true: every option's own count stops when this
 * option has
 * @param watch - sees the counts after each place
 */
export function countDown(
  { options, placed, voters }: RankingProfile,
  each: boolean,
  watch?: (counts: readonly number[]) => void,
): BucklinCount {
  const m = options.length;
  const half = voters / 2;
  const counts: number[] = [];
  const stages: number[] = [];
  for (let option = 0; option < m; option++) {
    counts.push(0);
    stages.push(m);
  }
  for (let place = 0, passed = false; place < m && !passed; place++) {
    for (let option = 0; option < m; option++) {
      if (stages[option] !== m) continue;
      const count = (counts[option] as number) + (placed[option * m + place] as number);
      counts[option] = count;
      if (count <= half) continue;
      if (each) stages[option] = place;
      else passed = true;
    }
    watch?.(counts);
  }
  return { counts, stages, half };
}

/** The counts after each place, until an option has passed half. */
export function bucklinSteps(profile: RankingProfile): RuleStep[] {
  const { options, voters } = profile;
  const steps: RuleStep[] = [];
  const { counts, half } = countDown(profile, false, (soFar) => {
    const label = steps.length === 0 ? 'first places' : `places 1 to ${steps.length + 1}`;
    steps.push({ kind: 'count', label, tally: tallyOf(options, soFar) });
  });
  const passed = options.filter((_, option) => (counts[option] as number) > half);
  const who =
    passed.length === 0 ? 'nobody has' : `${passed.join(', ')} ${passed.length === 1 ? 'has' : 'have'}`;
  return [...steps, { kind: 'remark', text: `${who} more than half of ${voters} voters` }];
}
