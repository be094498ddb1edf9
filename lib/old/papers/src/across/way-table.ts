import { needFields, rowsGiven } from 'agora-core/internal';
import type { Row } from 'agora-core/metrics';
import { bootstrap, estimate, holm, pairedTest, type PairedTest } from 'agora-core/statistics';
import { lineFigure, table, type PlotlyFigure, type Shown } from 'agora-report';
import { AgoraError } from 'agora-voting';
import { check, object, text } from 'agora-voting/internal';
import { mean } from 'simple-statistics';
import { oneRater } from './recorded-ways';
import { majorityVote, stoppedEarly } from './ways';

/** The results of one way of working. */
export interface WayResult extends Compared {
  readonly paper: string;
  readonly rounds: number;
  readonly calls: number;
  readonly tokens: { readonly value: number; readonly standardError: number };
}

interface Compared {
  readonly way: string;
  /** Right decisions in percent, with a 95% interval within 0 and 100. */
  readonly right: { readonly value: number; readonly low: number; readonly high: number };
  /** Accuracy minus that of the baseline, on the same cases; null for the baseline itself. */
  readonly gain: (PairedTest & { readonly afterHolm: number }) | null;
}

const comparedGiven = object('arguments', { rows: rowsGiven, baseline: text() });
const ruleArguments = object('arguments', { rows: rowsGiven });
const drawn = object('arguments', { rows: rowsGiven, about: object('what it is about', { task: text() }) });

/** Accuracy of each way, and a paired test beside the baseline, corrected by Holm for all ways. */
function comparedWith(baseline: string, rows: readonly Row[]): Compared[] {
  const own = rows.filter(({ column }) => column === 'accuracy');
  const ways = [...new Set(own.map((row) => String(row['way'])))];
  if (!ways.includes(baseline))
    throw new AgoraError(
      'rows',
      `papers.across needs rows of the way "${baseline}", got ${ways.join(', ') || 'none'}`,
    );
  const others = ways.filter((way) => way !== baseline);
  const tests = others.map((way) => {
    const two = own.filter((row) => [way, baseline].includes(String(row['way'])));
    return pairedTest(two, { treatment: { way: way }, baseline: { way: baseline } });
  });
  const corrected = holm(tests.map(({ pValue }) => pValue));
  return ways.map((way) => {
    const place = others.indexOf(way);
    const test = tests[place];
    const values = own.filter((row) => row['way'] === way).map(({ value }) => Number(value));
    const right = intervalOf(values);
    return {
      way: way,
      right: right,
      gain: test === undefined ? null : { ...test, afterHolm: corrected[place] ?? NaN },
    };
  });
}

/** Wilson's interval where every case is right or wrong, else a percentile bootstrap over cases. */
function intervalOf(values: readonly number[]): Compared['right'] {
  const n = values.length;
  if (values.every((value) => value === 0 || value === 100)) {
    const [share, z] = [mean([...values]) / 100, 1.96];
    const centre = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
    const reach = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + (z / (2 * n)) ** 2);
    const [low, high] = [Math.max(0, centre - reach), Math.min(1, centre + reach)];
    return { value: 100 * share, low: 100 * low, high: 100 * high };
  }
  // Of many cases fewer samples will do: thirty rules on 1,692 questions would take half a minute.
  const samples = n > 500 ? 200 : 2000;
  const { value, low, high } = bootstrap(values, (cases) => mean([...cases]), { seed: 7, samples: samples });
  return { value: value ?? NaN, low: low ?? NaN, high: high ?? NaN };
}

/**
 * Accuracy, rounds, calls and tokens of each way, and what it gains over the baseline on the same cases: a paired test
 * (McNemar's where every case is right or wrong, else Student's t), corrected by Holm for all ways.
 * @param rows - with `way`, `paper`, `collaboration` and the columns accuracy, rounds, calls and tokens
 * @example
 * const rows = await papers.across.recordedWays();
 * papers.across.wayResults(rows).map(({ way }) => way).includes('debate, two rounds'); // => true
 */
export function wayResults(rows: readonly Row[], baseline = majorityVote): WayResult[] {
  check('wayResults', comparedGiven, { rows, baseline });
  needFields('wayResults', rows, ['way', 'paper', 'collaboration']);
  return comparedWith(baseline, rows).map((result) => {
    const { way } = result;
    const own = rows.filter((row) => row['way'] === way);
    const values = (column: string): number[] => {
      const found = own.filter((row) => row.column === column);
      if (found.length === 0)
        throw new AgoraError('rows', `wayResults needs rows of the column ${column} of "${way}", got none`);
      return found.map(({ value }) => Number(value));
    };
    const tokens = estimate(values('tokens'));
    return {
      ...result,
      paper: String(own[0]?.['paper']),
      rounds: mean(values('rounds')),
      calls: mean(values('calls')),
      tokens: { value: tokens.value ?? NaN, standardError: tokens.standardError ?? 0 },
    };
  });
}

const inBrackets = (value: number, low: number, high: number): string =>
  `${value.toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`;

/**
 * The results as a table.
 * @example
 * const rows = await papers.across.recordedWays();
 * papers.across.wayTable(rows, 'one agent').text.includes('over one agent'); // => true
 */
export function wayTable(rows: readonly Row[], baseline = majorityVote): Shown {
  check('wayTable', comparedGiven, { rows, baseline });
  const results = wayResults(rows, baseline);
  const cases = new Set(rows.map((row) => row['collaboration'])).size;
  const shown = results.map(({ way, paper, right, rounds, calls, tokens, gain }) => ({
    way: way,
    paper: paper,
    right: inBrackets(right.value, right.low, right.high),
    rounds: rounds,
    calls: calls,
    tokens: tokens.value / 1000,
    gain: gain === null ? '–' : inBrackets(gain.effect, gain.low, gain.high),
    p: gain === null ? '–' : pText(gain.afterHolm),
  }));
  return table(
    shown,
    [
      'way',
      'paper',
      { key: 'right', title: 'right (%)' },
      { key: 'rounds', decimals: 1 },
      { key: 'calls', decimals: 1 },
      { key: 'tokens', title: 'thousands of tokens', decimals: 1 },
      { key: 'gain', title: `over ${baseline} (points)` },
      { key: 'p', title: 'p after Holm' },
    ],
    `${String(rows[0]?.evidence)}, ${cases} cases, the same for all ways; 95% intervals`,
  );
}

const pText = (value: number): string => (value < 0.001 ? '< 0.001' : value.toFixed(3));

/**
 * Rules counted on the same ballots, the best first, and what each gains over one rater.
 * @param rows - of `recordedRules`
 * @example
 * const rows = await papers.across.recordedRules([voting.borda]);
 * papers.across.ruleTable(rows).text.includes('over one rater'); // => true
 */
export function ruleTable(rows: readonly Row[]): Shown {
  check('ruleTable', ruleArguments, { rows });
  needFields('ruleTable', rows, ['way', 'collaboration']);
  const results = comparedWith(oneRater, rows).sort((one, other) => other.right.value - one.right.value);
  const shown = results.map(({ way, right, gain }) => ({
    rule: way,
    right: inBrackets(right.value, right.low, right.high),
    gain: gain === null ? '–' : `${gain.effect.toFixed(2)} [${gain.low.toFixed(2)}, ${gain.high.toFixed(2)}]`,
    p: gain === null ? '–' : pText(gain.afterHolm),
  }));
  return table(
    shown,
    [
      'rule',
      { key: 'right', title: 'right (%)' },
      { key: 'gain', title: `over ${oneRater} (points)` },
      { key: 'p', title: 'p after Holm' },
    ],
    `${String(rows[0]?.evidence)}, ${new Set(rows.map((row) => row['collaboration'])).size} questions; 95% intervals`,
  );
}

const paperColours: Readonly<Record<string, string>> = {
  'no talk': '#5B5B5B',
  RoundTable: '#0072B2',
  GEDI: '#CC79A7',
  'S2-MAD': '#D55E00',
  Deliberation: '#009E73',
  Strategies: '#7A3E9D',
};

/**
 * A row for each way, named on the axis: right decisions on the left, tokens on the right. A hollow mark is the same way
 * stopped early.
 * @example
 * const rows = await papers.across.recordedWays();
 * const figure = papers.across.waysFigure(rows, { task: 'GPQA' });
 * figure.data.length > 0; // => true
 */
export function waysFigure(rows: readonly Row[], about: { readonly task: string }): PlotlyFigure {
  check('waysFigure', drawn, { rows, about });
  const results = wayResults(rows);
  const names = results.map(({ way }) => way).filter((way) => !way.endsWith(stoppedEarly));
  const papers = [...new Set(results.map(({ paper }) => paper))];
  const cases = new Set(rows.map((row) => row['collaboration'])).size;
  const { layout } = lineFigure([{ name: 'style', points: [{ x: 0, value: 0, standardError: null }] }], {
    title: `Every paper's way on one task: ${about.task}`,
    subtitle: `${String(rows[0]?.evidence)}, ${cases} cases; bars: 95% intervals (left), standard errors (right); hollow: stopped early`,
    xTitle: 'Right decisions (%)',
    valueTitle: '',
  });
  const data = papers.flatMap((paper) => {
    const color = paperColours[paper] ?? '#222222';
    const own = results.filter((one) => one.paper === paper);
    const common = {
      type: 'scatter',
      mode: 'markers',
      name: paper,
      legendgroup: paper,
      y: own.map(({ way }) => names.indexOf(way.replace(stoppedEarly, ''))),
      text: own.map(({ way }) => way),
      marker: {
        size: 9,
        color: own.map(({ way }) => (way.endsWith(stoppedEarly) ? '#FFFFFF' : color)),
        line: { color: color, width: 1.5 },
      },
    };
    return [
      {
        ...common,
        showlegend: true,
        x: own.map(({ right }) => right.value),
        error_x: {
          type: 'data',
          symmetric: false,
          array: own.map(({ right }) => right.high - right.value),
          arrayminus: own.map(({ right }) => right.value - right.low),
          color: color,
          thickness: 1,
        },
      },
      {
        ...common,
        showlegend: false,
        xaxis: 'x2',
        x: own.map(({ tokens }) => tokens.value / 1000),
        error_x: {
          type: 'data',
          array: own.map(({ tokens }) => tokens.standardError / 1000),
          color: color,
          thickness: 1,
        },
      },
    ];
  });
  const { range: _, tickvals: __, tickmode: ___, ...style } = layout['xaxis'] as Record<string, never>;
  return {
    data: data,
    layout: {
      ...layout,
      height: 130 + 22 * names.length,
      margin: { l: 150, r: 30, t: 72, b: 100 },
      showlegend: true,
      legend: { orientation: 'h', x: 0, xanchor: 'left', yref: 'container', y: 0.01, yanchor: 'bottom' },
      xaxis: { ...style, domain: [0, 0.56], range: [0, 102], gridcolor: '#E3E3E3', showgrid: true },
      xaxis2: {
        ...style,
        title: { text: 'Thousands of tokens a case (log)', standoff: 10, font: { size: 14 } },
        domain: [0.62, 1],
        type: 'log',
        tickvals: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200],
        gridcolor: '#E3E3E3',
        showgrid: true,
      },
      yaxis: {
        automargin: true,
        tickvals: names.map((_name, place) => place),
        ticktext: names,
        range: [names.length - 0.4, -0.6],
        gridcolor: '#EEEEEE',
        zeroline: false,
      },
    },
  };
}
