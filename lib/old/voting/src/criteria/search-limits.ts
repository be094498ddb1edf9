import { z } from 'zod';
import { either, settings, whole } from '../check';
import { scaleSetting } from '../ballots';
import type { RatingScale } from '../voting-rule';
import type { SpaceKind } from './ballot-space';
import type { Criterion } from './criterion';
import type { Symmetry } from './symmetry';
import { searchNames } from './votes';

/** How far to search. */
export interface SearchLimits {
  /** The most options, 2 to 6. Default 4 for rankings, 3 for ratings. */
  readonly maxOptions?: number;
  /** The most voters: one number, or one for each number of options. Default: what takes about a second. */
  readonly maxVoters?: number | Readonly<Record<number, number>>;
  /** For rules on ratings: the scale to search, within the rule's own. Default its lowest four ratings. */
  readonly scale?: RatingScale;
  /** Stop after this many counted elections. Default 400 000. */
  readonly maxElections?: number;
}

/** A number of options, and the number of voters up to which every profile was tried. */
export interface SearchBound {
  readonly options: number;
  readonly voters: number;
}

const forRankings: Readonly<Record<number, number>> = { 2: 12, 3: 10, 4: 4, 5: 2, 6: 1 };
const forRatings: Readonly<Record<number, number>> = { 2: 5, 3: 3, 4: 2, 5: 1, 6: 1 };
const forOrdered: Readonly<Record<number, number>> = { 2: 8, 3: 6, 4: 3, 5: 2, 6: 1 };

const voters = whole(1, 255);

export const searchLimits = settings({
  maxOptions: whole(2, searchNames.length).optional(),
  maxVoters: either(
    'a whole number from 1 to 255, or one for each number of options,',
    voters,
    z.record(z.string(), voters),
  ).optional(),
  scale: scaleSetting.optional(),
  maxElections: whole(1).optional(),
});

/** The sizes to search, fewest options first. */
export function bounds(
  limits: SearchLimits,
  kind: SpaceKind,
  criterion: Criterion,
  { anonymous }: Symmetry,
): readonly SearchBound[] {
  const { maxOptions = kind.kind === 'ranking' ? 4 : 3, maxVoters } = limits;
  const usual = kind.kind === 'rating' ? forRatings : anonymous ? forRankings : forOrdered;
  const dearer = kind.kind === 'ranking' && anonymous ? criterion.defaultVoters : undefined;
  return Array.from({ length: maxOptions - 1 }, (_, place) => {
    const options = place + 2;
    const asked = typeof maxVoters === 'number' ? maxVoters : maxVoters?.[options];
    return { options, voters: asked ?? dearer?.[options] ?? (usual[options] as number) };
  });
}
