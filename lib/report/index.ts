export { show, type Shown } from './display';
export { table, type TableColumn } from './table';
export { compare } from './compare';
export { frame, save } from './save';
export { barFigure, heatMapFigure, lineFigure, scatterFigure, type Figure } from './figures';
export { render, showFigure } from './render';
export { transcript } from './transcript';
export { findings, withInterval } from './findings';
