export type { Dataset } from './dataset';
export { locateDataset } from './locate';
export { datasets } from './registry';
export { requested } from './requested';
