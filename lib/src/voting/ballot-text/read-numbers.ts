import { ratingScale, type BallotFault, type BallotReading } from '../ballots';
import type { BallotSettings, PointsBallot, RatingBallot } from '../voting-rule';
import { mentions } from './mentions';
import { excerpt, settle, type ProseSettings } from './settle';
import { numbersIn, valueLists, type ValuedOption } from './values';

type Pair = ValuedOption<number>;

/**
 * "A: 7, B: 5", "A - 7/10", one a line, in a table, or spread over sentences ("A: 7, because ... B: 5, because ...").
 * Pairs side by side or line under line make a list, and lists that share no option make one; pairs that stand alone
 * count only where there is no list, and then all of them together.
 */
export function readNumbersText(
  kind: 'rating' | 'points',
  text: string,
  options: readonly string[],
  settings: BallotSettings,
  { prefer, names }: ProseSettings,
): BallotReading<RatingBallot | PointsBallot> {
  const lists = valueLists(text, numbersIn(text, mentions(text, options, { numbering: false, names })));
  const joined = lists.filter(({ items }) => items.length > 1).map(({ items }) => items);
  const alone = lists.flatMap(({ items }) => items);
  if (alone.length === 0)
    return {
      ok: false,
      code: 'no-ballot',
      reason: `${excerpt(text)} gives no option a number: write an option's id and its ${kind}, like "A: 3"`,
    };
  const { pairs: chosen } =
    joined.length === 0 || areDisjoint(joined)
      ? joined.length === 0
        ? withKeys(distinct(alone))
        : withKeys(joined.flat())
      : settle(joined.map(withKeys), prefer, covers);
  const fault = repeated(chosen) ?? wrongScale(kind, chosen, options, settings);
  if (fault !== null) return { ok: false, ...fault };
  const numbers = Object.fromEntries(chosen.map(({ option, value }) => [option, value]));
  return { ok: true, value: kind === 'rating' ? { kind, ratings: numbers } : { kind, points: numbers } };
}

interface KeyedPairs {
  readonly pairs: readonly Pair[];
  readonly keys: ReadonlySet<string>;
}

function withKeys(pairs: readonly Pair[]): KeyedPairs {
  return { pairs, keys: new Set(pairs.map(keyOf)) };
}

function keyOf({ option, value }: Pair): string {
  return `${value} ${option}`;
}

function covers(fuller: KeyedPairs, other: KeyedPairs): boolean {
  return fuller.keys.size >= other.keys.size && [...other.keys].every((key) => fuller.keys.has(key));
}

/** "A: 7, B: 5. C: 0, D: 10": lists that share no option are parts of one ballot. */
function areDisjoint(lists: readonly (readonly Pair[])[]): boolean {
  const named = lists.map((list) => new Set(list.map(({ option }) => option)));
  return new Set(named.flatMap((set) => [...set])).size === named.reduce((sum, { size }) => sum + size, 0);
}

/** Pairs from all over a text; to say the same twice is no contradiction. */
function distinct(pairs: readonly Pair[]): readonly Pair[] {
  const said = new Set<string>();
  return pairs.filter((pair) => said.size < said.add(keyOf(pair)).size);
}

function repeated(pairs: readonly Pair[]): BallotFault | null {
  const twice = pairs.find(
    ({ option }, place) => pairs.findIndex((pair) => pair.option === option) !== place,
  );
  return twice === undefined
    ? null
    : { code: 'repeated-option', reason: `option ${JSON.stringify(twice.option)} is named more than once` };
}

/** "7/10" is a rating of 7 only where 10 is the top of the scale. */
function wrongScale(
  kind: 'rating' | 'points',
  pairs: readonly Pair[],
  options: readonly string[],
  { scale = ratingScale, points = options.length }: BallotSettings,
): BallotFault | null {
  const most = kind === 'rating' ? scale.highest : points;
  const wrong = pairs.find(({ outOf }) => outOf !== null && outOf !== most);
  if (wrong === undefined) return null;
  return {
    code: 'ambiguous',
    reason: `the ${kind} of option ${JSON.stringify(wrong.option)} is out of ${wrong.outOf}: it must be out of ${most}`,
  };
}
