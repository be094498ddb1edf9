export { show, type Shown } from './display';
export { table, type TableColumn } from './table';
export { compare, type Comparison } from './compare';
export { frame, save } from './save';
export { barFigure, forestFigure, heatMapFigure, lineFigure, scatterFigure, type Figure } from './figures';
export { render, showFigure } from './render';
export { transcript } from './transcript';
export { findings, withInterval } from './findings';
