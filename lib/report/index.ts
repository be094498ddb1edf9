export type { Shown } from './display';
export type { TableColumn } from './table';
export { barFigure, heatMapFigure, lineFigure, scatterFigure, type Figure } from './figures';
export { findings, withInterval } from './findings';
