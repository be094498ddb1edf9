import { check, settings, whole } from '../../check';

export interface CaseOptions {
  /** Default 14, of which the shipped cases are. */
  readonly seed?: number;
  /** How many cases to choose among. */
  readonly candidates?: number;
  /** How many to choose at most. */
  readonly count?: number;
}

const optionsGiven = settings({
  seed: whole(Number.MIN_SAFE_INTEGER).optional(),
  candidates: whole(1, 100_000).optional(),
  count: whole(1, 100_000).optional(),
});

/** @throws AgoraError 'setting' when these are no options for generating cases */
export function checkCaseOptions(who: string, options: CaseOptions): void {
  check(who, optionsGiven, options);
}

export const usualSeed = 14;

/** The numbers of the candidates with the highest priority, the highest first; those of none are left out. */
export function select(
  candidates: number,
  count: number,
  priorityOf: (number: number) => number | null,
): number[] {
  const ranked: { number: number; priority: number }[] = [];
  for (let number = 0; number < candidates; number++) {
    const priority = priorityOf(number);
    if (priority !== null) ranked.push({ number, priority });
  }
  ranked.sort((a, b) => b.priority - a.priority || a.number - b.number);
  return ranked.slice(0, count).map(({ number }) => number);
}
