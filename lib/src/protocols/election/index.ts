export { election } from './election';
export type { DictatorKind, ElectionOptions } from './election-settings';
