import { averageOver, type Row } from 'agora-core/metrics';
import { compare, type Comparison, lineFigure, type PlotlyFigure } from 'agora-report';
import type { PublishedTable } from 'agora-report/internal';
import { cellValue, less } from '../finding';
import type { Condition } from '../item';
import { askedOf, measured } from './groups';
import { amount } from './settings';
import { accuracyForCost } from './token-accuracy';

/*
 * What Tables 7 and 8 share: the cost of a case, accuracy for that cost, and a figure of one against the other.
 */

/** The prices of tokens, of which the ratio is made (equation 1). */
export const priceSettings = {
  inputPrice: amount({ default: 1, paper: 1, does: 'The cost of an input token (alpha).' }),
  outputPrice: amount({ default: 4, paper: 4, does: 'The cost of an output token (beta).' }),
};

interface Prices {
  readonly inputPrice: number;
  readonly outputPrice: number;
}

/** Accuracy, and the cost of a case: input tokens and output tokens at their prices. */
export async function measuredCost(condition: Condition, prices: Prices): Promise<Row[]> {
  const rows = await measured(condition);
  const outputs = rows.filter(({ column }) => column === 'output tokens');
  const outputIn = new Map(outputs.map((row) => [row['collaboration'], row.value ?? 0]));
  return rows.flatMap((row) => {
    if (row.column === 'accuracy') return [row];
    if (row.column !== 'input tokens') return [];
    const output = outputIn.get(row['collaboration']) ?? 0;
    return [{ ...row, column: 'cost', value: costOf(row.value ?? 0, output, prices) }];
  });
}

/** Accuracy and cost of printed rows: the requested strategies, and agents that work alone. */
export function printedCost(table: PublishedTable, wanted: readonly string[], prices: Prices): Row[] {
  return table.rows
    .filter(({ label }) => wanted.includes(label) || !isGroup(label))
    .flatMap((row) => {
      const cost = costOf(cellValue(row, 'input tokens'), cellValue(row, 'output tokens'), prices);
      const known = { label: row.label, standardError: null, low: null, high: null, n: 1 };
      return [
        { ...known, column: 'accuracy', value: cellValue(row, 'accuracy'), evidence: 'recomputed' as const },
        { ...known, column: 'cost', value: cost, evidence: 'recomputed' as const },
      ];
    });
}

function costOf(input: number, output: number, { inputPrice, outputPrice }: Prices): number {
  return inputPrice * input + outputPrice * output;
}

/** Strategies are named by their four choices. */
const isGroup = (label: string): boolean => /^G\d-/.test(label);

/** The last column, as a share of the best group's. One agent alone, for whom the paper has N/A, may have more than 1. */
export function besideRatios(table: PublishedTable, rows: readonly Row[]): Comparison[] {
  const column = 'normalized TAR';
  const part = { ...table, unit: 'relative to the best group', columns: [column] };
  const shares = accuracyForCost(rows, 'label', isGroup).filter((row) => row.column === column);
  const withErrors = shares.map((row) => ({
    ...row,
    standardError: row.low === null || row.high === null ? null : less(row.high, row.low) / (2 * 1.96),
  }));
  return [compare(part, withErrors, { by: 'label', show: 'ours', intervals: true })];
}

interface Point {
  readonly label: string;
  readonly cost: number;
  readonly accuracy: number;
  readonly error: number | null;
}

/** Accuracy against cost, and the front. A strategy is on the front if no cheaper one is as accurate. */
export function costFigure(rows: readonly Row[], task: string): PlotlyFigure {
  const means = averageOver(rows, 'collaboration');
  const points = [...new Set(means.map((row) => String(row['label'])))].filter(isGroup).map((label) => {
    const of = (column: string) => means.find((row) => row['label'] === label && row.column === column);
    const { value, standardError } = of('accuracy') as Row;
    const cost = (of('cost')?.value ?? 0) / 1000;
    return { label: label, cost: cost, accuracy: value ?? 0, error: standardError };
  });
  const front = points
    .filter((own) => !points.some((other) => other.cost < own.cost && other.accuracy >= own.accuracy))
    .sort((one, other) => one.cost - other.cost);
  const asked = askedOf(rows);
  const hasErrors = points.some(({ error }) => error !== null);
  const bars = hasErrors ? 'bars are standard errors' : 'no error bars: the paper prints no spread';
  const figure = lineFigure(
    [
      { name: 'a strategy: governance, participation, interaction, context', points: points.map(spotOf) },
      { name: 'the front: none that costs less is as accurate', points: front.map(spotOf) },
    ],
    {
      title: `Accuracy against tokens, ${task}`,
      subtitle: `${asked}; ${bars}`,
      xTitle: 'Cost of a case in thousands of input tokens (logarithmic)',
      valueTitle: 'Accuracy (%)',
      spread: hasErrors ? 'bars' : 'none',
    },
  );
  return named(figure, points, front);
}

const spotOf = ({ cost, accuracy, error }: Point) => ({ x: cost, value: accuracy, standardError: error });

/** Each point with its name; the front as a line of circles. Costs are far apart, hence the logarithms. */
function named(figure: PlotlyFigure, points: readonly Point[], front: readonly Point[]): PlotlyFigure {
  const sorted = [...points].sort((one, other) => one.cost - other.cost);
  // Names alternate sides, so that they cover neither error bars nor each other.
  const spots = {
    mode: 'markers+text',
    text: sorted.map(({ label }) => label),
    textposition: sorted.map((_, at) => (at % 2 === 0 ? 'top left' : 'bottom right')),
  };
  const line = { mode: front.length > 1 ? 'lines+markers' : 'markers', error_y: {} };
  const circles = { symbol: 'circle-open', size: 14 };
  const looks = [spots, { ...line, marker: circles }];
  const [least, most] = [sorted.at(0)?.cost ?? 1, sorted.at(-1)?.cost ?? 1];
  const axis = {
    ...(figure.layout['xaxis'] as object),
    type: 'log',
    tickmode: 'array',
    tickvals: [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].filter((at) => at > least / 3 && at < most * 3),
    range: [Math.log10(least / 2.5), Math.log10(most * 2.5)],
  };
  return {
    data: figure.data.map((trace, at) => ({ ...trace, ...looks[at] })),
    layout: { ...figure.layout, xaxis: axis },
  };
}
