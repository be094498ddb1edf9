export { barFigure, type BarFigureOptions, type BarSeries } from './bar-figure';
export { boxFigure, type BoxFigureOptions, type BoxSeries } from './box-figure';
export { differenceFigure, type DifferenceFigureOptions } from './difference-figure';
export type { Difference } from './difference-numbers';
export { lineFigure, type LineFigureOptions, type LinePoint, type LineSeries } from './line-figure';
export { FONT_FAMILY } from './figure-fonts';
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
export { summarize, summaryText, type ComparisonSummary } from './comparison-summary';
export { evidenceText, type Evidence, type OurEvidence } from './evidence';
export { figuresFolder } from './figures-folder';
export { heatMapFigure, type HeatMapOptions } from './heat-map-figure';
export { comparisonHtml, escapeHtml, htmlTable, type HtmlColumn } from './html-table';
export { ledgerFile, ledgerRow, readLedger, recordInLedger, type LedgerRow } from './ledger';
export { ledgerMarkdown, ledgerText } from './ledger-table';
export { displayBundle, type MimeBundle } from '../notebook';
export { PALETTE, SYMBOLS } from './palette';
export { figureTitle, type FigureSize, type PlotlyFigure } from './plotly-figure';
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
export type { PublishedPoint, Trajectory } from './trajectory-traces';
export { axis, baseLayout } from './figure-style';
