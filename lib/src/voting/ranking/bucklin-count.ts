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
 */
export function countDown(profile: RankingProfile, each: boolean): BucklinCount {
  const { options, orders, lengths, weights, size, voters } = profile;
  const m = options.length;
  const half = voters / 2;
  const counts: number[] = [];
  const stages: number[] = [];
  for (let option = 0; option < m; option++) {
    counts.push(0);
    stages.push(m);
  }
  for (let place = 0; place < m; place++) {
    for (let ballot = 0; ballot < size; ballot++) {
      if (place >= (lengths[ballot] as number)) continue;
      const option = orders[ballot * m + place] as number;
      if (stages[option] === m) counts[option] = (counts[option] as number) + (weights[ballot] as number);
    }
    let passed = false;
    for (let option = 0; option < m; option++)
      if (stages[option] === m && (counts[option] as number) > half) {
        if (each) stages[option] = place;
        passed = true;
      }
    if (passed && !each) break;
  }
  return { counts, stages, half };
}

/** The counts after each place, until an option has passed half. */
export function bucklinSteps(profile: RankingProfile): RuleStep[] {
  const { options, orders, lengths, weights, size, voters } = profile;
  const m = options.length;
  const counts = options.map(() => 0);
  const steps: RuleStep[] = [];
  for (let place = 0; place < m; place++) {
    for (let ballot = 0; ballot < size; ballot++) {
      if (place >= (lengths[ballot] as number)) continue;
      const option = orders[ballot * m + place] as number;
      counts[option] = (counts[option] as number) + (weights[ballot] as number);
    }
    const label = place === 0 ? 'first places' : `places 1 to ${place + 1}`;
    steps.push({ kind: 'count', label, tally: tallyOf(options, counts) });
    const passed = options.filter((_, option) => 2 * (counts[option] as number) > voters);
    if (passed.length === 0) continue;
    const text = `${passed.join(', ')} ${passed.length === 1 ? 'has' : 'have'} more than half of ${voters} voters`;
    return [...steps, { kind: 'remark', text }];
  }
  return [...steps, { kind: 'remark', text: `nobody has more than half of ${voters} voters` }];
}
