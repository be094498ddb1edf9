import { AgoraError } from '../../agora-error';
import type { Random } from '../../random';
import type { RatingScale } from '../voting-rule';
import type { Symmetry } from './profiles';
import type { Criterion } from './criterion';
import type { SpaceKind } from './ballot-space';
import { searchNames } from './votes';

/** How far to search. */
export interface SearchLimits {
  /** The most options, 2 to 6. Default 4 for rankings, 3 for ratings. */
  readonly maxOptions?: number;
  /** The most voters: one number, or one for each number of options. Default: what takes about a second. */
  readonly maxVoters?: number | Readonly<Record<number, number>>;
  /** For rules on ratings: the scale to search, within the rule's own. Default its lowest four ratings. */
  readonly scale?: RatingScale;
  /** Stop after so many counted elections. Default 400 000. */
  readonly maxElections?: number;
  /** Stop after so many milliseconds. Where the search stops then differs from run to run; default never. */
  readonly milliseconds?: number;
  /** After the exhaustive part: profiles drawn at random, each ballot equally likely. Default none. */
  readonly random?: RandomPart;
  /** What to take for granted. Default: what `ruleSymmetry` finds. */
  readonly symmetry?: Partial<Symmetry>;
}

/** Profiles at random: of 2 (or 3, when the most is more) options up to the most, of 2 voters up to `maxVoters`. */
export interface RandomPart {
  readonly stream: Random;
  readonly samples: number;
  readonly maxVoters: number;
}

/** A number of options, and the number of voters up to which every profile was tried. */
export interface SearchBound {
  readonly options: number;
  readonly voters: number;
}

const forRankings: Readonly<Record<number, number>> = { 2: 12, 3: 10, 4: 4, 5: 2, 6: 1 };
const forRatings: Readonly<Record<number, number>> = { 2: 5, 3: 3, 4: 2, 5: 1, 6: 1 };
const forOrdered: Readonly<Record<number, number>> = { 2: 8, 3: 6, 4: 3, 5: 2, 6: 1 };

/**
 * The sizes to search, fewest options first.
 * @throws AgoraError 'search-limit'
 */
export function bounds(
  limits: SearchLimits,
  kind: SpaceKind,
  criterion: Criterion,
  { anonymous }: Symmetry,
): readonly SearchBound[] {
  const { maxOptions = kind.kind === 'ranking' ? 4 : 3, maxVoters } = limits;
  checkLimits(limits, maxOptions);
  const usual = kind.kind === 'rating' ? forRatings : anonymous ? forRankings : forOrdered;
  const dearer = kind.kind === 'ranking' && anonymous ? criterion.defaultVoters : undefined;
  return Array.from({ length: maxOptions - 1 }, (_, place) => {
    const options = place + 2;
    const asked = typeof maxVoters === 'number' ? maxVoters : maxVoters?.[options];
    return { options, voters: asked ?? dearer?.[options] ?? (usual[options] as number) };
  });
}

function checkLimits(limits: SearchLimits, maxOptions: number): void {
  const { maxVoters, maxElections, milliseconds, random } = limits;
  whole('maxOptions', maxOptions, 2, searchNames.length);
  if (typeof maxVoters === 'number') whole('maxVoters', maxVoters, 1, 255);
  else if (maxVoters !== undefined)
    for (const [options, voters] of Object.entries(maxVoters))
      whole(`maxVoters for ${options} options`, voters, 1, 255);
  if (maxElections !== undefined) whole('maxElections', maxElections, 1, Number.MAX_SAFE_INTEGER);
  if (milliseconds !== undefined && !(milliseconds > 0))
    throw new AgoraError('search-limit', `a search needs milliseconds above 0, got ${milliseconds}`);
  if (random === undefined) return;
  whole('random.samples', random.samples, 1, Number.MAX_SAFE_INTEGER);
  whole('random.maxVoters', random.maxVoters, 2, 1000);
}

function whole(name: string, number: number, least: number, most: number): void {
  if (!Number.isSafeInteger(number) || number < least || number > most)
    throw new AgoraError(
      'search-limit',
      `a search needs ${name} to be a whole number from ${least} to ${most}, got ${number}`,
    );
}
