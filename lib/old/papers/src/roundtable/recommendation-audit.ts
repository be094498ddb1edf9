import { audited, less, same, show, signed, steps, type Finding } from '../finding';
import { errors, rules, worth } from './cells';

const discrete = ['unanimous', 'majority', 'plurality'] as const;
const preference = ['rated', 'ranked', 'cumulative'] as const;
type Measure = 'mae' | 'rmse';

const change = (rule: string, measure: Measure): number => {
  const values = errors(rule, measure);
  return less(values[9] ?? NaN, values[0] ?? NaN);
};
const changes = (which: readonly string[]): string => {
  const of = (measure: Measure) => which.map((rule) => `${rule} ${signed(change(rule, measure))}`).join(', ');
  return `from round 1 to 10, MAE: ${of('mae')}; RMSE: ${of('rmse')}`;
};
const pairs = (): (readonly [number, number])[] =>
  rules.flatMap((rule) =>
    errors(rule, 'mae').map((mae, place) => [mae, errors(rule, 'rmse')[place] ?? NaN] as const),
  );

/** Rules whose error is, somewhere between, lower than at both ends by at least 0.02. */
function dips(measure: Measure): string[] {
  return rules.filter((rule) => {
    const values = errors(rule, measure);
    const ends = Math.min(values[0] ?? NaN, values[9] ?? NaN);
    return less(ends, Math.min(...values.slice(1, 9))) >= 0.02;
  });
}

/** The statements of section 5 on the recommendation system, and consistency checks of Table 7. */
export function auditRecommendation(): readonly Finding[] {
  return audited('roundtable', 'recommendation system', {
    'whole errors': () => {
      const possible = pairs().filter(([mae, rmse]) => errorCounts(mae, rmse, 100) !== null).length;
      return {
        recomputed: `${possible} of ${pairs().length} pairs do`,
        agrees: possible === pairs().length,
      };
    },
    'RMSE above MAE': () => {
      const below = pairs().filter(([mae, rmse]) => rmse < mae).length;
      return { recomputed: `it is below in ${below} of 60 pairs`, agrees: below === 0 };
    },
    'discrete rules worsen': () => ({
      recomputed: changes(discrete),
      agrees: discrete.every((rule) => change(rule, 'mae') >= 0),
    }),
    'preference rules improve': () => ({
      recomputed: changes(preference),
      agrees: preference.every((rule) => change(rule, 'mae') < 0 && change(rule, 'rmse') < 0),
    }),
    'preference rules improve steadily': () => {
      const worse = preference.map((rule) => steps(errors(rule, 'mae')).filter((step) => step > 0).length);
      return {
        recomputed: preference
          .map((rule, place) => `${rule}: MAE rises in ${worse[place]} of 9 steps`)
          .join('; '),
        agrees: worse.every((count) => count === 0),
      };
    },
    'V-shaped': () => {
      const [mae, rmse] = [dips('mae'), dips('rmse')];
      return {
        recomputed: `below both ends by 0.02 or more, MAE: ${mae.join(', ') || 'none'}; RMSE: ${rmse.join(', ') || 'none'}`,
        agrees: new Set([...mae, ...rmse]).size >= 2,
      };
    },
    'last round': () => {
      const last = rules.map((rule) => errors(rule, 'mae')[9] ?? NaN);
      return {
        recomputed: `${last.map((one) => show(one)).join(', ')} (Table 7, MAE@10)`,
        agrees: worth('recommendation', '@10').every((one, place) => same(one, last[place] ?? NaN)),
      };
    },
  });
}

/** How many of the predictions were off by each number of points. */
interface ErrorCounts {
  readonly 0: number;
  readonly 1: number;
  readonly 2: number;
  readonly 3: number;
  readonly 4: number;
}

/**
 * Finds whole-number errors between 0 and 4 that give a printed pair. Their sum and the sum of their squares must round
 * to the printed values, for `examples` errors.
 * @param mae - mean absolute error, printed to 0.01
 * @param rmse - root mean squared error, printed to 0.01
 * @returns one such set of counts (there may be others), or null if there is none
 */
export function errorCounts(mae: number, rmse: number, examples: number): ErrorCounts | null {
  for (const sum of wholeBetween((mae - 0.005) * examples, (mae + 0.005) * examples))
    for (const squares of wholeBetween(
      Math.max(0, rmse - 0.005) ** 2 * examples,
      (rmse + 0.005) ** 2 * examples,
    )) {
      const counts = countsOf(sum, squares, examples);
      if (counts !== null) return counts;
    }
  return null;
}

function wholeBetween(low: number, high: number): number[] {
  const first = Math.max(0, Math.ceil(low - 1e-9));
  const last = Math.floor(high + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}

/** Errors of 3 and 4 points are tried; those of 1 and 2 follow from the two sums. */
function countsOf(sum: number, squares: number, examples: number): ErrorCounts | null {
  for (let four = 0; four <= sum / 4; four++)
    for (let three = 0; three <= (sum - 4 * four) / 3; three++) {
      // squares - sum = 2 n2 + 6 n3 + 12 n4
      const two = (squares - sum - 6 * three - 12 * four) / 2;
      const one = sum - 2 * two - 3 * three - 4 * four;
      const none = examples - one - two - three - four;
      if (Number.isInteger(two) && two >= 0 && one >= 0 && none >= 0)
        return { 0: none, 1: one, 2: two, 3: three, 4: four };
    }
  return null;
}
