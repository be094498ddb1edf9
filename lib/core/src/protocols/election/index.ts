export { election, type DictatorKind, type ElectionOptions } from './election';
