import { z } from 'zod';
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
  text,
} from 'agora-voting/internal';
import { AgoraError } from 'agora-voting';
import { basisText, withBases, type Basis } from '../basis';
import { estimateOver, type Column, type Columns, type Measurable, type Measured, type Row } from '../row';
import { of as columnsOf } from './columns/fitting';
import { recordedConditions, recordedFields, type Fields } from './recorded-conditions';
import { RunBasis } from './run-basis';

export interface MeasureSettings {
  /**
   * Whether there is a row for each collaboration, with the field `collaboration`. Default: one row over all of a
   * run.
   */
  readonly each?: boolean;
  /**
   * The fields that rows get from each run's record: `environment`, `protocol`, `rule`, `model`, `stop`, or a single
   * setting (`protocol.rounds`, `seed`). Default: for a list of runs, the fields that differ; otherwise none.
   */
  readonly by?: string | readonly string[];
}

/** One run, a list of runs whose records differ, or runs by the values of a field. */
type MeasuredRuns =
  Measurable | readonly Measurable[] | Readonly<Record<string, Readonly<Record<string, Measurable>>>>;

const boundsGiven = z
  .tuple([number(), number()], { error: 'two numbers, the smaller first' })
  .refine(([smallest, largest]) => smallest < largest, { error: 'two numbers, the smaller first' });
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
        bounds: boundsGiven.optional(),
        carry: flag.optional(),
        unfinished: flag.optional(),
      }),
    ),
  ).optional(),
  settings: settingsOf({
    each: flag.optional(),
    by: either('a field of the record, or several', text(), listOf('fields', text(), 1)).optional(),
  }),
});

/**
 * Applies metrics to runs. Each run is read once, as a stream, and only its numbers are kept in memory.
 *
 * Collaborations of a real model that are copies of others count once. Copies have the same prompts and the same
 * answers, at temperature 0 or with long answers; or, for a live model that draws nothing at random, the same first
 * prompts. Collaborations without any answered call do not count. A warning and the notes of tables report both, and
 * tables also report how many answers were unusable. Columns over unfinished collaborations count all of them.
 * @param runs - one run; several by the values of a field: `{ rule: { Borda: run, Majority: other } }`; or a list of
 * runs, `[run, other]`. The conditions of a list come from the records: those of `environment`, `protocol`, `rule`,
 * `model` and `stop` that differ, or else single settings (`protocol.rounds`, `seed`). One run alone gets no such
 * fields. With `by`, rows get the fields that it names from the records: `measure(run, columns, { by: 'rule' })`. A
 * field's values given by the caller take precedence.
 * @param columns - metrics by name. Default: all that fit all runs (`columns.of`)
 * @returns a row for each run, column and combination of further fields, in the order of their first appearance
 * @throws AgoraError 'setting' for a list with two runs whose records do not differ, and for a field in `by` that no
 * record has
 * @example
 * const end = { type: 'finished' as const, collaboration: 0, cause: 'all rounds', outcome: null, score: {} };
 * const ended = (rounds: number) => ({ index: 0, agents: ['A'], instance: null, events: [], finished: { ...end, rounds } });
 * const run = Object.assign([ended(2), ended(4)], { evidence: 'recorded' as const });
 * const [row] = await metrics.measure(run, { rounds: ({ finished }) => finished?.rounds ?? null });
 * [row?.column, row?.value, row?.n]; // => ['rounds', 3, 2]
 */
export async function measure(
  runs: MeasuredRuns,
  columns?: Columns,
  settings: MeasureSettings = {},
): Promise<Row[]> {
  check(
    'measure',
    measureArguments,
    columns === undefined ? { runs, settings } : { runs, columns, settings },
  );
  const { each = false, by } = settings;
  const conditions = conditionsOf(runs, by);
  const wanted = Object.entries(columns ?? fittingAll(conditions.map(({ run }) => run))).map(
    ([name, column]): NamedColumn =>
      typeof column === 'function' ? { name, of: column } : { name, ...column },
  );
  const rows: Row[] = [];
  for (const { fields, run } of conditions) {
    const basis = new RunBasis(Object.values(fields).join(', ') || (run.name ?? 'the run'), run);
    const numbers = await numbersOf(run, wanted, basis, each);
    const found = basis.found();
    if (found !== null) warnOnce(run, found);
    for (const column of wanted)
      for (const row of rowsOf(column, numbers.get(column) ?? [], fields, run.evidence))
        rows.push(withBases(row, found === null ? [] : [found]));
  }
  return rows;
}

interface NamedColumn extends Column {
  readonly name: string;
}

/** The columns that fit every run, as the first has them. */
function fittingAll(runs: readonly Measurable[]): Columns {
  const [first = {}, ...others] = runs.map((run) => columnsOf(run));
  const shared = Object.entries(first).filter(([name]) => others.every((own) => Object.hasOwn(own, name)));
  if (shared.length === 0)
    throw new AgoraError(
      'setting',
      'measure finds no column that fits: give some, such as columns.failures()',
    );
  return Object.fromEntries(shared);
}

/** The numbers of each collaboration, by column; collaborations that do not count are left out. */
async function numbersOf(
  run: Measurable,
  wanted: readonly NamedColumn[],
  basis: RunBasis,
  each: boolean,
): Promise<Map<NamedColumn, Measured[][]>> {
  const numbers = new Map(wanted.map((column): [NamedColumn, Measured[][]] => [column, []]));
  for await (const collaboration of run.withUnfinished?.() ?? run) {
    const isCounted = basis.add(collaboration);
    for (const [column, list] of numbers) {
      if (!isCounted && column.unfinished !== true) continue;
      const given = await column.of(collaboration);
      const measured = typeof given === 'number' || given === null ? [{ value: given }] : given;
      const named = each ? { collaboration: collaboration.index } : {};
      list.push(measured.map((one) => ({ ...named, ...one })));
    }
  }
  return numbers;
}

/** The rows of one column: one for each combination of the fields that its numbers have besides the run's. */
function rowsOf(
  { name, over, bounds, carry = false }: NamedColumn,
  numbers: readonly (readonly Measured[])[],
  fields: Fields,
  evidence: Row['evidence'],
): Row[] {
  return byFields(carry ? carried(numbers) : numbers).map(({ fields: further, values }) => ({
    ...fields,
    ...further,
    column: name,
    ...estimateOver(values, over, bounds),
    evidence,
  }));
}

/** Runs that have already caused a warning. */
const warned = new WeakSet<object>();

/** Warns about a run, once. */
function warnOnce(run: Measurable, basis: Basis): void {
  if ((basis.copies === 0 && basis.silent === 0) || warned.has(run)) return;
  warned.add(run);
  process.emitWarning(basisText([basis]), 'AgoraLab');
}

/** A run, and the fields that identify its rows. */
interface Condition {
  readonly fields: Fields;
  readonly run: Measurable;
}

function conditionsOf(runs: MeasuredRuns, by: MeasureSettings['by']): Condition[] {
  const named = namedConditions(runs);
  const all = named.map(({ run }) => run);
  const recorded =
    by !== undefined ? recordedFields(all, [by].flat()) : isList(runs) ? recordedConditions(all) : [];
  return named.map(({ fields, run }, place) => ({ fields: { ...recorded[place], ...fields }, run }));
}

/** The runs, with the fields that the caller gave. */
function namedConditions(runs: MeasuredRuns): Condition[] {
  if (isList(runs)) return runs.map((run) => ({ fields: {}, run }));
  if (isRun(runs)) return [{ fields: {}, run: runs }];
  return Object.entries(runs).flatMap(([field, byValue]) =>
    Object.entries(byValue).map(([value, run]) => ({ fields: { [field]: value }, run })),
  );
}

/** Whether this is a list of runs; a list with an `evidence` property is one run. */
function isList(runs: MeasuredRuns): runs is readonly Measurable[] {
  return Array.isArray(runs) && !('evidence' in runs);
}

function isRun(runs: MeasuredRuns): runs is Measurable {
  return Symbol.iterator in runs || Symbol.asyncIterator in runs;
}

/** Repeats every collaboration's numbers of its last round up to the last round of the longest one. */
function carried(numbers: readonly (readonly Measured[])[]): Measured[][] {
  const roundOf = ({ round }: Measured): number => Number(round ?? 0);
  const lastOf = (list: readonly Measured[]): number =>
    list.reduce((last, one) => Math.max(last, roundOf(one)), 0);
  const longest = numbers.reduce((most, list) => Math.max(most, lastOf(list)), 0);
  return numbers.map((list) => {
    const played = lastOf(list);
    const last = list.filter((one) => roundOf(one) === played);
    const later = Array.from(
      { length: list.length === 0 ? 0 : longest - played },
      (_, more) => played + more + 1,
    );
    return [...list, ...later.flatMap((round) => last.map((one) => ({ ...one, round })))];
  });
}

/** Groups values with the same further fields, in the order of their first appearance. */
function byFields(
  numbers: readonly (readonly Measured[])[],
): { readonly fields: Fields; readonly values: (number | null)[] }[] {
  const groups = new Map<string, { fields: Fields; values: (number | null)[] }>();
  for (const { value, ...fields } of numbers.flat()) {
    const key = JSON.stringify(fields);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { fields, values: [value] });
    else group.values.push(value);
  }
  return [...groups.values()];
}
