import { sum } from 'simple-statistics';
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
} from 'agora-voting/internal';
import { basisText, withBases, type Basis } from '../basis';
import {
  estimateOver,
  meanOver,
  type Column,
  type Columns,
  type Estimate,
  type Measurable,
  type Measured,
  type Row,
} from '../row';
import { recordedConditions } from './recorded-conditions';
import { RunBasis } from './run-basis';

export interface MeasureSettings {
  /** Over all collaborations of a run (default), or a row for each, named by the field `collaboration`. */
  readonly each?: boolean;
}

/** One run, a list of runs that their records tell apart, or runs by the values of a field. */
type MeasuredRuns =
  Measurable | readonly Measurable[] | Readonly<Record<string, Readonly<Record<string, Measurable>>>>;

const runGiven = having('a run', { evidence: 'string' });
const measureArguments = object('arguments', {
  runs: either(
    'a run, a list of runs, or runs by the values of a field',
    runGiven,
    listOf('runs', runGiven, 1),
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
 *
 * Collaborations of a real model that are copies of others (the same prompts and the same answers, at temperature 0 or with
 * long answers; of a live model that draws nothing at random the same first prompts) count once, and those in which no call was answered not at all: both are said in a warning and at the foot
 * of tables, beside how many answers could not be used. Columns over unfinished collaborations count them all.
 * @param runs - one run; several by the values of a field: `{ rule: { Borda: run, Majority: other } }`; or a list of
 *   runs, `[run, other]`, whose conditions come from their records: whichever of `environment`, `protocol`, `rule`, `model`
 *   and `stop` differ between them, or else single settings (`protocol.rounds`, `seed`). One run alone gets no such fields.
 * @returns a row for each run, column and combination of further fields, as they first come up
 * @throws AgoraError 'setting' for a list in which two runs differ in nothing that is on record
 * @example
 * const end = { type: 'finished' as const, collaboration: 0, cause: 'all rounds', outcome: null, score: {} };
 * const ended = (rounds: number) => ({ index: 0, agents: ['A'], instance: null, events: [], finished: { ...end, rounds } });
 * const run = Object.assign([ended(2), ended(4)], { evidence: 'recorded' as const });
 * const [row] = await metrics.measure(run, { rounds: ({ finished }) => finished?.rounds ?? null });
 * [row?.column, row?.value, row?.n]; // => ['rounds', 3, 2]
 */
export async function measure(
  runs: MeasuredRuns,
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
    const basis = new RunBasis(Object.values(fields).join(', ') || (run.name ?? 'the run'), run);
    for await (const collaboration of run.withUnfinished?.() ?? run) {
      const isCounted = basis.add(collaboration);
      for (const [place, column] of named.entries()) {
        if (!isCounted && column.unfinished !== true) continue;
        const found = await column.of(collaboration);
        const list = typeof found === 'number' || found === null ? [{ value: found }] : found;
        const own = each ? { collaboration: collaboration.index } : {};
        numbers[place]?.push(list.map((one) => ({ ...own, ...one })));
      }
    }
    const found = basis.found();
    if (found !== null) warnOnce(run, found);
    const bases = found === null ? [] : [found];
    named.forEach(({ name, over, carry = false }, place) => {
      const own = numbers[place] ?? [];
      for (const { values, own: apart } of grouped(carry ? carried(own) : own))
        rows.push(
          withBases(
            { ...fields, ...apart, column: name, ...estimateOver(values, over), evidence: run.evidence },
            bases,
          ),
        );
    });
  }
  return rows;
}

/** Runs of which somebody was warned. */
const warned = new WeakSet<object>();

/** Says of a run what must not be overlooked, once. */
function warnOnce(run: Measurable, basis: Basis): void {
  if ((basis.copies === 0 && basis.silent === 0) || warned.has(run)) return;
  warned.add(run);
  process.emitWarning(basisText([basis]), 'AgoraLab');
}

function* conditionsOf(
  runs: MeasuredRuns,
): Generator<{ fields: Readonly<Record<string, string | number | null>>; run: Measurable }> {
  if (isList(runs)) {
    const fields = recordedConditions(runs);
    for (const [place, run] of runs.entries()) yield { fields: fields[place] ?? {}, run };
    return;
  }
  if (Symbol.iterator in runs || Symbol.asyncIterator in runs) {
    yield { fields: {}, run: runs as Measurable };
    return;
  }
  for (const [field, byValue] of Object.entries(runs))
    for (const [value, run] of Object.entries(byValue as Record<string, Measurable>))
      yield { fields: { [field]: value }, run };
}

/** Whether these are runs; a list with `evidence` beside it is one run. */
function isList(runs: MeasuredRuns): runs is readonly Measurable[] {
  return Array.isArray(runs) && !('evidence' in runs);
}

/** Every collaboration's numbers of its last round, repeated up to the longest one's last round. */
function carried(numbers: readonly (readonly Measured[])[]): Measured[][] {
  const roundOf = ({ round }: Measured): number => Number(round ?? 0);
  const lastOf = (own: readonly Measured[]): number =>
    own.reduce((last, one) => Math.max(last, roundOf(one)), 0);
  const longest = numbers.reduce((most, own) => Math.max(most, lastOf(own)), 0);
  return numbers.map((own) => {
    const played = lastOf(own);
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
 */
export function rootMeanSquareOver(numbers: readonly number[]): Pick<Estimate, 'value' | 'standardError'> {
  const squares = meanOver(numbers.map((one) => one * one));
  const root = Math.sqrt(squares.value ?? 0);
  const error = root === 0 ? 0 : (squares.standardError ?? 0) / (2 * root);
  return { value: root, standardError: squares.standardError === null ? null : error };
}
