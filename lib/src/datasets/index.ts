export type { Dataset, DatasetArchive, DatasetFile, DatasetFolder, DatasetSource } from './dataset';
export type { DownloadProgress } from './download';
export { fetchDataset, type FetchedDataset, type FetchOptions } from './fetch';
export { dataHome, locateDataset, sharedDataFolder } from './locate';
export { dataset, datasets } from './registry';
export { requested } from './requested';
export { takeDataset } from './take';
