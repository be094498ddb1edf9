import type { Json, JsonObject } from '../../../json';

/**
 * What ballots say about each option as a share from 0 (worst) to 1 (best): Borda points, scaled. Read are lists of
 * ids, favourite first, bare or as `ranking`, and choices, bare or as `choice`; other ballots are passed over.
 * @returns null when no ballot could be read, or all options come out alike
 */
export function shareOfBallots(
  ballots: readonly { readonly ballot: Json }[],
  ids: readonly string[],
): number[] | null {
  const points = ids.map(() => 0);
  for (const { ballot } of ballots) {
    rankingOf(ballot).forEach((option, rank) => {
      const place = typeof option === 'string' ? ids.indexOf(option) : -1;
      if (place >= 0) points[place] = (points[place] ?? 0) + ids.length - 1 - rank;
    });
  }
  return onUnitScale(points);
}

/** Numbers moved and stretched so that the least is 0 and the greatest 1; null when all are equal. */
export function onUnitScale(numbers: readonly number[]): number[] | null {
  const least = Math.min(...numbers);
  const spread = Math.max(...numbers) - least;
  return spread > 0 ? numbers.map((number) => (number - least) / spread) : null;
}

function rankingOf(ballot: Json): readonly Json[] {
  if (Array.isArray(ballot)) return ballot as readonly Json[];
  if (typeof ballot === 'string') return [ballot];
  if (typeof ballot !== 'object' || ballot === null) return [];
  const { ranking, choice } = ballot as JsonObject;
  if (Array.isArray(ranking)) return ranking as readonly Json[];
  return typeof choice === 'string' ? [choice] : [];
}
