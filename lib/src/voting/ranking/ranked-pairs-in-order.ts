import type { RankingProfile } from '../ranking-profile';
import type { RuleStep } from '../rule-step';
import { lock, nothingLocked, placesWithoutChoice, type Locked } from './locked-pairs';
import type { WinningPairs } from './winning-pairs';

/** Locks pair by pair as they come, then tied options in the order given, so that one order of all options is left. */
export function settled(
  m: number,
  { pairs }: WinningPairs,
  order: readonly number[],
  watch?: (pair: number, isLocked: boolean) => void,
): Locked {
  const locked = nothingLocked(m);
  for (let at = 0; at < pairs.length; at++) {
    const pair = pairs[at] as number;
    const b = pair % m;
    const a = (pair - b) / m;
    const isLocked = locked[b * m + a] === 0;
    watch?.(pair, isLocked);
    if (isLocked && locked[pair] === 0) lock(locked, m, a, b, 1);
  }
  for (let i = 0; i < m; i++)
    for (let j = i + 1; j < m; j++) {
      const [a, b] = [order[i] as number, order[j] as number];
      if (locked[a * m + b] === 0 && locked[b * m + a] === 0) lock(locked, m, a, b, 1);
    }
  return locked;
}

/** The pairs in the order in which they are looked at. Of several universes the one by the profile's own order. */
export function rankedPairsSteps(
  profile: RankingProfile,
  pairs: WinningPairs,
  order: readonly number[],
  universes: boolean,
): RuleStep[] {
  const { options } = profile;
  const m = options.length;
  const steps: RuleStep[] = [];
  const named = (option: number): string => options[option] as string;
  const locked = settled(m, pairs, order, (pair, isLocked) => {
    const under = pair % m;
    const over = (pair - under) / m;
    steps.push({
      kind: 'pair',
      over: named(over),
      under: named(under),
      margin: profile.margin(over, under),
      outcome: isLocked ? 'locked' : 'skipped',
    });
  });
  const tied = order.flatMap((a, i) =>
    order
      .slice(i + 1)
      .filter((b) => profile.margin(a, b) === 0)
      .map((b) => [a, b] as const),
  );
  for (const [a, b] of tied) {
    const [over, under] = locked[a * m + b] === 0 ? [b, a] : [a, b];
    const how = universes ? 'in the universe shown here ' : '';
    steps.push({
      kind: 'remark',
      text: `${named(a)} and ${named(b)} are tied: ${how}${named(over)} comes before ${named(under)}`,
    });
  }
  if (universes && placesWithoutChoice(m, pairs) === undefined)
    steps.push({
      kind: 'remark',
      text: 'equal margins contradict each other: the pairs above are settled by the order of the options, and other orders lock others',
    });
  return steps;
}
