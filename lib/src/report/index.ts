export { barFigure, type BarFigureOptions, type BarSeries } from './bar-figure';
export { boxFigure, type BoxFigureOptions, type BoxSeries } from './box-figure';
export { differenceFigure, type DifferenceFigureOptions } from './difference-figure';
export type { Difference } from './difference-numbers';
export { lineFigure, type LineFigureOptions, type LinePoint, type LineSeries } from './line-figure';
export { compare } from './compare';
export type {
  Comparison,
  ComparisonCell,
  ComparisonRow,
  OurCell,
  OurRow,
  OurTable,
  PublishedTableLike,
  RowUse,
  TableCell,
} from './comparison';
export { summarize } from './comparison-summary';
export type { Evidence, OurEvidence } from './evidence';
export { figuresFolder } from './figures-folder';
export { heatMapFigure, type HeatMapOptions } from './heat-map-figure';
export { comparisonHtml, escapeHtml, htmlTable, type HtmlColumn } from './html-table';
export { claim, claims } from './claim';
export { claimsFigure } from './claims-figure';
export { recordInLedger, type ClaimTest, type LedgerClaim } from './ledger';
export { ledgerRow, type LedgerRow } from './ledger-row';
export { displayBundle, type MimeBundle } from '../notebook';
export type { FigureSize, PlotlyFigure } from './plotly-figure';
export { renderFigure, type RenderedFigure } from './render-figure';
export { saveFigure, showFigure, type SavedFigure, type SaveFigureOptions } from './save-figure';
export { comparisonTable, show } from './show';
export { tablePart, type TablePartOptions } from './table-part';
export { table, type Shown, type TableColumn } from './table';
export { comparisonText, textTable, type TextColumn } from './text-table';
export type { ReferenceLine } from './reference-lines';
export { trajectoryFigure, type TrajectoryOptions } from './trajectory-figure';
export {
  transitionGraphFigure,
  type TransitionGraph,
  type TransitionGraphOptions,
} from './transition-graph-figure';
export type { GraphEdge } from './graph-layout';
export { frame, wide } from './frames';
export { trajectories, type PublishedPoint, type Trajectory } from './trajectory-traces';
