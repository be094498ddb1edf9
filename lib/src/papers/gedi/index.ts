export { rankedPairsAsCoded, rankedPairsExample } from './ranked-pairs';
export { rangeAsCoded, rangeExample } from './range';
export { figures, showFigure, tableOneCriteria, type Figure } from './figures';
