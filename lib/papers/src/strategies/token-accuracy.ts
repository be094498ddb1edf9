import { rowsGiven } from 'agora-core/internal';
import type { Row } from 'agora-core/metrics';
import { ratio } from 'agora-core/statistics';
import { type PublishedTable, publishedTableGiven, type RecomputedTable } from 'agora-report/internal';
import { check, object, positive, settings } from 'agora-voting/internal';
import { cellValue } from '../finding';
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
 * const { rows } = papers.strategies.tokenAccuracy(papers.strategies.table3);
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
  const unit = 'percent points per token of input; normalized as a share of the highest';
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
  const found = [...new Set(rows.map((row) => String(row[by])))].map((name) => {
    const own = rows.filter((row) => row[by] === name);
    const numbers = (column: string): number[] =>
      own.filter((row) => row.column === column).map(({ value }) => value ?? 0);
    const output = numbers('outputTokens');
    const cost = numbers('inputTokens').map((input, place) => alpha * input + beta * (output[place] ?? 0));
    const { effect, low, high, n } = ratio(numbers('accuracy'), cost);
    const { evidence } = own[0] as Row;
    return { [by]: name, column: 'TAR', value: effect, standardError: null, low, high, n, evidence };
  });
  const most = Math.max(...found.map(({ value }) => value));
  const share = (value: number): number => value / most;
  return found.flatMap((row) => [
    row,
    { ...row, column: 'normalized TAR', value: share(row.value), low: share(row.low), high: share(row.high) },
  ]);
}
