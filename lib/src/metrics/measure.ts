import quantile from '@stdlib/stats-base-dists-t-quantile';
import { mean, sampleStandardDeviation, sum } from 'simple-statistics';
import {
  callable,
  check,
  either,
  flag,
  having,
  listOf,
  named as namedBy,
  number,
  object,
  settings as settingsOf,
} from '../check';
import type { Collaboration } from '../transcripts';

/** Collaborations of one kind of evidence: a run, or a list with `evidence` beside it. */
export type Measurable = (Iterable<Collaboration> | AsyncIterable<Collaboration>) & {
  readonly evidence: 'simulated' | 'recorded' | 'live';
};

/** One of several numbers of a collaboration; the other fields (round, rule, agent, ...) tell them apart. */
export interface Measured {
  readonly value: number | null;
  readonly [field: string]: string | number | null;
}

/** What one collaboration gives: a number, none (null), or several. */
export type MetricOf = (collaboration: Collaboration) => number | null | readonly Measured[];

/** A metric, and how it is taken over collaborations. */
export interface Column {
  readonly of: MetricOf;
  /** How numbers become one. Default: their mean. */
  readonly over?: (numbers: readonly number[]) => Pick<Estimate, 'value' | 'standardError'>;
  /** In rounds that others played after a collaboration ended it keeps its last numbers. Default false: it has none. */
  readonly carry?: boolean;
  /** Collaborations that are still running count, as far as they are. Default false. */
  readonly unfinished?: boolean;
}

/** Metrics by name; a bare function is one whose mean is taken over finished collaborations. */
export type Columns = Readonly<Record<string, Column | MetricOf>>;

/** A number over collaborations. Null where too few are there: none for a value, one for an error. */
export interface Estimate {
  readonly value: number | null;
  readonly standardError: number | null;
  /** The 95% interval: Student's t with n - 1 degrees of freedom, so collaborations count as independent. */
  readonly low: number | null;
  readonly high: number | null;
  /** How many numbers went in; undefined ones (null) do not. */
  readonly n: number;
}

/** One tidy row: what was measured (`column` and any further fields), and its estimate. */
export interface Row extends Estimate {
  readonly column: string;
  readonly evidence: Measurable['evidence'];
  readonly [field: string]: string | number | null;
}

export interface MeasureSettings {
  /** Over all collaborations of a run (default), or a row for each, named by the field `collaboration`. */
  readonly each?: boolean;
}

const runGiven = having('a run', { evidence: 'string' });
const measureArguments = object('arguments', {
  runs: either(
    'a run, or runs by the values of a field',
    runGiven,
    namedBy('runs', namedBy('runs', runGiven)),
  ),
  columns: namedBy(
    'columns',
    either(
      'a function of a collaboration, or a column',
      callable,
      settingsOf({
        of: callable,
        over: callable.optional(),
        carry: flag.optional(),
        unfinished: flag.optional(),
      }),
    ),
  ),
  settings: settingsOf({ each: flag.optional() }),
});

/**
 * Applies metrics to runs. A run is read once, as a stream, and only its numbers are kept.
 * @param runs - one run, or several by the values of a field: `{ rule: { Borda: run, Majority: other } }`
 * @returns a row for each run, column and combination of further fields, as they first come up
 * @example
 * const ended = (rounds: number) => ({ index: 0, agents: ['A'], instance: null, events: [], finished: { rounds } });
 * const run = Object.assign([ended(2), ended(4)], { evidence: 'recorded' }) as never;
 * const [row] = await metrics.measure(run, { rounds: ({ finished }) => finished.rounds });
 * [row.column, row.value, row.n]; // => ['rounds', 3, 2]
 */
export async function measure(
  runs: Measurable | Readonly<Record<string, Readonly<Record<string, Measurable>>>>,
  columns: Columns,
  settings: MeasureSettings = {},
): Promise<Row[]> {
  check('measure', measureArguments, { runs, columns, settings });
  const { each = false } = settings;
  const named = Object.entries(columns).map(([name, column]): { name: string } & Column =>
    typeof column === 'function' ? { name, of: column } : { name, ...column },
  );
  const rows: Row[] = [];
  for (const { fields, run } of conditionsOf(runs)) {
    const numbers = named.map((): Measured[][] => []);
    for await (const collaboration of run)
      named.forEach((column, place) => {
        if (collaboration.finished === null && column.unfinished !== true) return;
        const found = column.of(collaboration);
        const list = typeof found === 'number' || found === null ? [{ value: found }] : found;
        const own = each ? { collaboration: collaboration.index } : {};
        numbers[place]?.push(list.map((one) => ({ ...own, ...one })));
      });
    named.forEach(({ name, over, carry = false }, place) => {
      const found = numbers[place] ?? [];
      for (const { values, own } of grouped(carry ? carried(found) : found))
        rows.push({ ...fields, ...own, column: name, ...estimate(values, over), evidence: run.evidence });
    });
  }
  return rows;
}

function* conditionsOf(
  runs: Measurable | Readonly<Record<string, Readonly<Record<string, Measurable>>>>,
): Generator<{ fields: Record<string, string>; run: Measurable }> {
  if (Symbol.iterator in runs || Symbol.asyncIterator in runs) {
    yield { fields: {}, run: runs as Measurable };
    return;
  }
  for (const [field, byValue] of Object.entries(runs))
    for (const [value, run] of Object.entries(byValue as Record<string, Measurable>))
      yield { fields: { [field]: value }, run };
}

/** Every collaboration's numbers of its last round, repeated up to the longest one's last round. */
function carried(numbers: readonly (readonly Measured[])[]): Measured[][] {
  const roundOf = ({ round }: Measured): number => Number(round ?? 0);
  const longest = Math.max(0, ...numbers.flat().map(roundOf));
  return numbers.map((own) => {
    const played = Math.max(0, ...own.map(roundOf));
    const last = own.filter((one) => roundOf(one) === played);
    const later = Array.from(
      { length: own.length === 0 ? 0 : longest - played },
      (_, more) => played + more + 1,
    );
    return [...own, ...later.flatMap((round) => last.map((one) => ({ ...one, round })))];
  });
}

/** Numbers by their further fields. */
function grouped(numbers: readonly (readonly Measured[])[]) {
  const groups = new Map<
    string,
    { own: Record<string, string | number | null>; values: (number | null)[] }
  >();
  for (const { value, ...own } of numbers.flat()) {
    const key = JSON.stringify(own);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { own, values: [value] });
    else group.values.push(value);
  }
  return groups.values();
}

/** The estimate of some numbers; undefined ones (null) do not count. */
export function estimate(values: readonly (number | null)[], over: Column['over'] = meanOver): Estimate {
  const numbers = values.filter((value): value is number => value !== null);
  const n = numbers.length;
  if (n === 0) return { value: null, standardError: null, low: null, high: null, n };
  const { value, standardError } = over(numbers);
  if (value === null || standardError === null) return { value, standardError, low: null, high: null, n };
  const reach = quantile(0.975, n - 1) * standardError;
  return { value, standardError, low: value - reach, high: value + reach, n };
}

/** The mean, with the sample standard deviation (n - 1) over the square root of n as its error. */
export function meanOver(numbers: readonly number[]): Pick<Estimate, 'value' | 'standardError'> {
  const n = numbers.length;
  return {
    value: mean([...numbers]),
    standardError: n > 1 ? sampleStandardDeviation([...numbers]) / Math.sqrt(n) : null,
  };
}

/**
 * The sum, which has no error: all of it was counted.
 * @example
 * metrics.totalOver([1, 2]); // => { value: 3, standardError: null }
 */
export function totalOver(numbers: readonly number[]): Pick<Estimate, 'value' | 'standardError'> {
  check('totalOver', listOf('numbers', number()), numbers);
  return { value: sum([...numbers]), standardError: null };
}

/**
 * The root of the mean square. Its standard error is by the delta method: that of the mean square over twice the root,
 * for d sqrt(m) / dm = 1 / (2 sqrt(m)). It is rough for few numbers. Where every number is 0, so is the error.
 * @example
 * metrics.rootMeanSquareOver([3, 4]).value.toFixed(3); // => '3.536'
 */
export function rootMeanSquareOver(numbers: readonly number[]): Pick<Estimate, 'value' | 'standardError'> {
  check('rootMeanSquareOver', listOf('numbers', number(), 1), numbers);
  const squares = meanOver(numbers.map((one) => one * one));
  const root = Math.sqrt(squares.value ?? 0);
  const error = root === 0 ? 0 : (squares.standardError ?? 0) / (2 * root);
  return { value: root, standardError: squares.standardError === null ? null : error };
}
