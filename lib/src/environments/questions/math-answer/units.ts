import { unitWords } from './names';

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Units and things counted that are no plurals in "s"; whatever else ends in "s" is taken for a plural. */
const counted = set(
  'foot feet inch yard mile meter metre centimeter kilometer gram kilogram pound ounce ton liter litre gallon cup ' +
    'pint quart dollar cent euro percent degree radian point unit second minute hour day week month year square cubic ' +
    'time hertz wpm kgs gb kb mb sqft gbp eur people person child children grandchildren man men woman women fish sheep ' +
    'deer fruit mice teeth geese',
);
/** Behind a number alone, and no unit follows: "5 per day", "5 left", "5 in all". */
const trailing = set(
  'per a an each every apiece of in for on at from by to with total altogether overall combined left leftover ' +
    'remaining change more less fewer off daily weekly monthly yearly annually',
);
/** With one of these the value is another, or none. */
const meaningful = set(
  'below above minus plus negative divided squared cubed factorial mod modulo remainder am pm noon midnight dozen',
);
const meaningfulFirst = set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug ' +
    'sep sept oct nov dec bc ad half',
);
const meaningfulLast = set('north south east west right up down');

/**
 * Whether words behind a number are its unit, or say what is counted: "square feet", "hours per day", "red marbles",
 * "children", "in all". A plural among them is enough, and behind 1 any noun; but "below zero" and "July" are none.
 * @param isText - whether the words stand in \\text{...}, where one letter is a unit and no variable
 */
export function isUnit(words: string, number: string, isText = false): boolean {
  const said = words.split(/[^\p{L}]+/u).filter((word) => word !== '');
  const small = said.map((word) => word.toLowerCase());
  const first = small[0] ?? '';
  if (small.some((word) => meaningful.has(word)) || meaningfulFirst.has(first)) return false;
  if (said.length < 3 && meaningfulLast.has(small.at(-1) ?? '')) return false;
  if (trailing.has(first) && (small[1]?.length ?? first.length) > 2) return true;
  if (first.length < 3)
    return first !== '' && (isText || unitWords.has(said[0] as string) || counted.has(first));
  return (
    /(?:^|[^\d.,/])1\s*$/.test(number) ||
    said.some((word) => unitWords.has(word) || counted.has(word.toLowerCase()) || isPlural(word))
  );
}

function isPlural(word: string): boolean {
  return /^\p{L}{2,}[^\W\dsu]s$/u.test(word);
}
