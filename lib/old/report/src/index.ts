export { barFigure, type BarFigureOptions, type BarSeries } from './bar-figure';
export { boxFigure, type BoxFigureOptions, type BoxSeries } from './box-figure';
export { compare } from './compare';
export {
  rowsOf,
  summarize,
  tablePart,
  type Comparison,
  type OurEvidence,
  type PublishedTableLike,
  type TableRow,
} from './comparison';
export { forestFigure, type ForestFigureOptions, type ForestRow, type ForestSpan } from './forest-figure';
export { frame, wide } from './frames';
export { heatMapFigure, type HeatMapOptions } from './heat-map-figure';
export { ledger, recordInLedger, type Ledger, type LedgerItem } from './ledger';
export { ledgerRow, type LedgerRow } from './ledger-row';
export { lineFigure, type LineFigureOptions, type LinePoint, type LineSeries } from './line-figure';
export type { PlotlyFigure } from './plotly-figure';
export { showFigure } from './save-figure';
export { runs, type QueryRow, type RunTables } from './runs';
export { check, findings, show } from './show';
export { table, type Shown, type TableColumn } from './table';
export { explore, type ExploreOptions } from './explorer/explore';
export { transcript, type TranscriptOptions } from './transcript';
export { trajectoryFigure, type TrajectoryOptions } from './trajectory-figure';
export {
  transitionGraphFigure,
  type TransitionGraph,
  type TransitionGraphOptions,
} from './transition-graph-figure';
