export { roundTable, type RoundTableOptions } from './round-table';
