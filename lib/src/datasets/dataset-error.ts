import { AgoraError } from '../agora-error';

/** Why a data set could not be had. */
export type DatasetFault =
  | 'unknown'
  | 'absent'
  | 'by-hand'
  | 'offline'
  | 'http'
  | 'wrong-hash'
  | 'damaged-zip'
  | 'wrong-content'
  | 'disk';

/** A data set that is not known, cannot be fetched, or is not what its publisher says; the message says what would do. */
export class DatasetError extends AgoraError {
  readonly fault: DatasetFault;

  constructor(fault: DatasetFault, message: string, options?: ErrorOptions) {
    super('dataset', message, options);
    this.fault = fault;
  }
}
