export { figure3 } from './figure3';
export { table1 } from './table1';
export { table2 } from './table2';
export { table4 } from './table4';
