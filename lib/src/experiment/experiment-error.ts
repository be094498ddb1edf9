/** The run was asked to stop (Ctrl-C, say). Finished calls are on record. */
export class InterruptedError extends Error {
  readonly code = 'interrupted';
  override readonly name = 'InterruptedError';
  constructor() {
    super('The run was interrupted');
  }
}

/** An experiment was set up in a way that cannot be run; says which setting, what it needs and what it got. */
export class ExperimentSettingError extends Error {
  readonly code = 'experiment-setting';
  override readonly name = 'ExperimentSettingError';
}
