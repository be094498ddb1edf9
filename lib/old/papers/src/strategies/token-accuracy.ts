import { rowsGiven } from 'agora-core/internal';
import type { Estimate, Row } from 'agora-core/metrics';
import { ratio } from 'agora-core/statistics';
import { type PublishedTable, publishedTableGiven, type RecomputedTable } from 'agora-report/internal';
import { check, object, positive, settings } from 'agora-voting/internal';
import { cellValue, sum } from '../finding';
import { groupsOf } from './figure3';

/** The cost of an input token and of an output token. */
export interface TokenCosts {
  /** Default 1. */
  readonly alpha?: number;
  /** Default 4: GPT-4o's price of an output token against an input token (section 4.3). */
  readonly beta?: number;
}

const costs = settings({ alpha: positive().optional(), beta: positive().optional() });
const tableArguments = object('arguments', { table: publishedTableGiven, settings: costs });

/**
 * The token-accuracy ratio of printed rows (equation 1): accuracy in percent over alpha * input + beta * output tokens,
 * and as a share of the highest among the strategies, as in Tables 7 and 8. Single agents, whose cells are N/A there,
 * are included: they may exceed 1.
 * @param table - one with the columns accuracy, input tokens and output tokens
 * @example
 * const { rows } = papers.strategies.tokenAccuracy(papers.strategies.table3.published);
 * rows[0].cells['normalized TAR'].value.toFixed(2); // => '4.50'
 */
export function tokenAccuracy(table: PublishedTable, settings: TokenCosts = {}): RecomputedTable {
  check('tokenAccuracy', tableArguments, { table, settings });
  const { alpha = 1, beta = 4 } = settings;
  const of = (row: PublishedTable['rows'][number]): number =>
    cellValue(row, 'accuracy') /
    (alpha * cellValue(row, 'input tokens') + beta * cellValue(row, 'output tokens'));
  const most = Math.max(...groupsOf(table).map(of));
  const rows = table.rows
    .filter(({ cells }) => cells['accuracy'] !== undefined)
    .map((row) => ({
      ...row,
      cells: {
        TAR: { value: of(row), standardError: null },
        'normalized TAR': { value: of(row) / most, standardError: null },
      },
    }));
  const unit = 'percentage points per token of input; normalized as a share of the highest';
  return { ...table, unit, columns: ['TAR', 'normalized TAR'], rows, evidence: 'recomputed' };
}

/**
 * The token-accuracy ratio of measured rows: the mean accuracy divided by the mean cost, with an interval by the delta
 * method over collaborations, and as a share of the highest. It needs `accuracy`, `inputTokens` and `outputTokens`,
 * measured with `each`.
 * @param by - the field that identifies a strategy
 * @example
 * const rest = { standardError: null, low: null, high: null, n: 1, evidence: 'simulated' } as const;
 * const row = (column: string, collaboration: number, value: number) =>
 *   ({ strategy: 'G1-P1-I1-C1', column, collaboration, value, ...rest });
 * const one = (collaboration: number) =>
 *   [row('accuracy', collaboration, 100), row('inputTokens', collaboration, 60), row('outputTokens', collaboration, 10)];
 * papers.strategies.tokenAccuracyOf([...one(1), ...one(2)], 'strategy')[0].value; // => 1
 */
export function tokenAccuracyOf(rows: readonly Row[], by: string, settings: TokenCosts = {}): Row[] {
  check('tokenAccuracyOf', object('arguments', { rows: rowsGiven, settings: costs }), { rows, settings });
  const { alpha = 1, beta = 4 } = settings;
  const prices: Readonly<Record<string, number>> = { inputTokens: alpha, outputTokens: beta };
  const priced = rows.flatMap((row) => {
    if (row.column === 'accuracy') return [row];
    const price = prices[row.column];
    return price === undefined ? [] : [{ ...row, column: 'cost', value: price * (row.value ?? 0) }];
  });
  return accuracyForCost(priced, by);
}

/**
 * The token-accuracy ratio of rows that already have the cost: a case may have several rows of `cost`, which add up. A strategy with a
 * single case has no interval.
 * @param among - whose highest ratio is 1. Default: all
 */
export function accuracyForCost(
  rows: readonly Row[],
  by: string,
  among: (name: string) => boolean = () => true,
): Row[] {
  const names = [...new Set(rows.map((row) => String(row[by])))];
  const found = names.map((name): Row & { readonly value: number } => {
    const own = rows.filter((row) => row[by] === name);
    const accuracies = own.filter(({ column }) => column === 'accuracy').map(({ value }) => value ?? 0);
    const costOf = new Map<unknown, number>();
    for (const { column, collaboration, value } of own)
      if (column === 'cost') costOf.set(collaboration, (costOf.get(collaboration) ?? 0) + (value ?? 0));
    const cost = [...costOf.values()];
    const { evidence } = own[0] as Row;
    return { [by]: name, column: 'TAR', evidence: evidence, ...ratioOf(accuracies, cost) };
  });
  const most = Math.max(...found.flatMap((row) => (among(String(row[by])) ? [row.value] : [])));
  // Where nobody is right, there is no highest to take a share of.
  const share = (value: number | null): number | null => (value === null || most === 0 ? null : value / most);
  return found.flatMap((row): Row[] => [
    row,
    { ...row, column: 'normalized TAR', value: share(row.value), low: share(row.low), high: share(row.high) },
  ]);
}

/** Mean accuracy over mean cost. */
function ratioOf(
  accuracies: readonly number[],
  cost: readonly number[],
): Estimate & { readonly value: number } {
  const n = accuracies.length;
  if (n < 2) return { value: sum(accuracies) / sum(cost), standardError: null, low: null, high: null, n: n };
  const { effect, low, high } = ratio(accuracies, cost);
  return { value: effect, standardError: null, low: low, high: high, n: n };
}
