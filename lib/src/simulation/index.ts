export { parametersOf } from './parameters';
