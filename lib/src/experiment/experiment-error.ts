import { AgoraError } from '../agora-error';

/** The run was asked to stop (Ctrl-C, say). Finished calls are on record. */
export class InterruptedError extends AgoraError {
  constructor() {
    super('interrupted', 'The run was interrupted');
  }
}
