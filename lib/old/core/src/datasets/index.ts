export type { Dataset } from './dataset';
export { locateDataset } from './locate';
export { requested } from './requested';
