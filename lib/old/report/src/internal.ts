/*
 * For the packages of this kit only: it may change with any version.
 */
export { hasUnknownEnd } from './entries';
export { pageOf } from './explorer/page';
export { type Served, serveExplorer } from './explorer/serve';
export { sourcesOf } from './explorer/sources';
export { convokitExporter } from './exports/convokit-exporter';
export { type About, exportable, type Exporter } from './exports/exporter';
export { inspectExporter } from './exports/inspect-exporter';
export { csvExporter, parquetExporter } from './exports/tables-exporter';
export { type ComparedPart, joined, type JoinedComparison } from './joined-comparison';
export { items, type PaperItem } from './published/items';
export { deepFreeze, lazily, loadPaper, readPublished, tableOf, withMembers } from './published/load-paper';
export {
  type PublishedCell,
  type PublishedPaper,
  type PublishedRow,
  type PublishedTable,
  publishedTableGiven,
  type QuotedNumbers,
  type RecomputedTable,
  type StatedCentre,
  type StatedEdge,
} from './published/published-table';
export { saveFigure } from './save-figure';
export { errorText, textTable, type TextColumn, wrap } from './table';
