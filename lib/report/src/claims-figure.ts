import { AgoraError } from 'agora-voting';
import { check, having, type JsonObject, listOf, object } from 'agora-voting/internal';
import type { OurEvidence } from './comparison';
import { axis, baseLayout, INK, legendPlace } from './figure-style';
import { readLedger, STRONGEST_FIRST, type LedgerClaim } from './ledger';
import type { PlotlyFigure } from './plotly-figure';
import { VERDICTS, type Verdict } from './verdict';

const COLOURS: Readonly<Record<Verdict, string>> = {
  holds: '#009E73',
  reversed: '#D55E00',
  'not shown': '#8A8A8A',
  'cannot be tested here': INK,
};
const SYMBOLS: Readonly<Record<OurEvidence, string>> = {
  recomputed: 'square',
  recorded: 'circle',
  live: 'diamond',
  simulated: 'circle-open',
};
const TICKS = [-100, -30, -10, -3, -1, 0, 1, 3, 10, 30, 100];

/** Pixels of a claim's row, and of all that is above and below the rows. */
const ROW = 26;
const AROUND = 190;

const claimsGiven = object('arguments', {
  claims: listOf(
    'claims',
    having('a claim of the ledger', { id: 'string', says: 'string', tests: 'object' }),
    1,
  ),
});

/**
 * Effect and 95% interval by claim, coloured by verdict, a mark for each kind of evidence. Effects of different units
 * share one axis: 0 is the value that separates true from false, 1 the published effect (or the largest measured one if
 * none is printed).
 * @param claims - claims of the ledger. Default: all that notebooks recorded
 * @throws AgoraError 'figure' when no claim was tested
 * @example
 * const found = { evidence: 'simulated', effect: 2, low: 1, high: 3, n: 10, clusters: 10 } as const;
 * const whose = { cases: 'a question', models: 'mine', notebook: 'mine.ipynb' };
 * report.claim('gedi.votingBeatsOneRater', { ...found, ...whose });
 * report.claimsFigure().data.length > 0; // => true
 */
export function claimsFigure(claims: readonly LedgerClaim[] = readLedger().claims): PlotlyFigure {
  check('claimsFigure', claimsGiven, { claims });
  const tested = claims.filter(({ tests }) => tests.length > 0);
  if (tested.length === 0)
    throw new AgoraError(
      'figure',
      `claimsFigure needs a claim that was tested, got ${claims.length} without a test`,
    );
  const points = tested.flatMap((claim, row) => {
    const scale = scaleOf(claim);
    return claim.tests.map((test, place) => ({
      test,
      effect: scale(test.effect),
      ends: [scale(test.low), scale(test.high)].sort((a, b) => a - b),
      at: row + 0.8 * ((place + 1) / (claim.tests.length + 1) - 0.5),
      name: `${claim.id}: ${test.effect} [${test.low}, ${test.high}] ${claim.unit}`,
    }));
  });
  const reach = 1.06 * Math.max(bent(1), ...points.flatMap(({ ends }) => ends.map(Math.abs)));
  const names = [...VERDICTS, ...STRONGEST_FIRST].filter((name) =>
    points.some(({ test }) => test.verdict === name || test.evidence === name),
  );
  return {
    data: [
      ...VERDICTS.flatMap((verdict) =>
        STRONGEST_FIRST.flatMap((kind) => {
          const own = points.filter(({ test }) => test.verdict === verdict && test.evidence === kind);
          return own.length === 0 ? [] : [marks(own, COLOURS[verdict], SYMBOLS[kind])];
        }),
      ),
      ...names.map((name) => key(name)),
    ],
    layout: {
      ...baseLayout(
        'What the papers found, tested',
        '0: where a claim turns; 1: as published; bars: 95% intervals',
      ),
      height: AROUND + ROW * tested.length,
      xaxis: axis('Effect, in parts of the published one', {
        tickmode: 'array',
        tickvals: TICKS.map(bent),
        ticktext: TICKS.map(String),
        range: [-reach, reach],
        zeroline: true,
        zerolinecolor: INK,
      }),
      yaxis: axis('', {
        tickmode: 'array',
        tickvals: tested.map((_, row) => row),
        ticktext: tested.map(({ id }) => id),
        tickfont: { size: 11 },
        range: [tested.length - 0.4, -0.6],
        ticks: '',
        ticklabelstandoff: 6,
      }),
      ...legendPlace(names),
    },
  };
}

/**
 * From a claim's unit to the figure's axis: above 0 on the claim's side of its number, and bent so that all is shown.
 */
function scaleOf({ holds, published, tests }: LedgerClaim): (value: number) => number {
  const [than, side] = 'above' in holds ? [holds.above, 1] : [holds.below, -1];
  const far = Math.max(...tests.map(({ effect }) => Math.abs(effect - than)));
  const unit = Math.abs((published ?? than + far) - than) || far || 1;
  return (value) => bent((side * (value - than)) / unit);
}

/** A logarithm to both sides of 0, straight near it. */
function bent(value: number): number {
  return Math.asinh(value);
}

type Point = {
  readonly effect: number;
  readonly ends: readonly number[];
  readonly at: number;
  readonly name: string;
};

function marks(points: readonly Point[], color: string, symbol: string): JsonObject {
  return {
    type: 'scatter',
    mode: 'markers',
    showlegend: false,
    x: points.map(({ effect }) => effect),
    y: points.map(({ at }) => at),
    text: points.map(({ name }) => name),
    marker: { color, symbol, size: 8, line: { color, width: 1.5 } },
    error_x: {
      type: 'data',
      symmetric: false,
      thickness: 1.4,
      width: 3,
      color,
      array: points.map(({ effect, ends }) => (ends[1] ?? effect) - effect),
      arrayminus: points.map(({ effect, ends }) => effect - (ends[0] ?? effect)),
    },
    hovertemplate: '%{text}<extra></extra>',
  };
}

/** A verdict's colour, or a kind of evidence's mark, in the legend. */
function key(name: Verdict | OurEvidence): JsonObject {
  const color = name in COLOURS ? COLOURS[name as Verdict] : INK;
  const symbol = name in SYMBOLS ? SYMBOLS[name as OurEvidence] : 'square';
  return {
    type: 'scatter',
    mode: name in COLOURS ? 'lines' : 'markers',
    name,
    x: [null],
    y: [null],
    line: { color, width: 4 },
    marker: { color, symbol, size: 8 },
  };
}
