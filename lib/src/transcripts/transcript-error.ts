/** A line of an events file is not an event. Names the file, the line and the byte where it begins. */
export class CorruptRecordError extends Error {
  readonly code = 'corrupt-record';
  override readonly name = 'CorruptRecordError';
  constructor(
    readonly file: string,
    readonly line: number,
    readonly byte: number,
    reason: string,
  ) {
    super(
      `${file}, line ${line} (byte ${byte}) is not an event: ${reason}. ` +
        'Everything before it is intact; "npx agora repair RUN" keeps that part, sets the damaged file aside, ' +
        'and the next run goes on from there.',
    );
  }
}

/** A run's record was made by other prompts or another configuration than the ones that would continue it. */
export class StaleRunError extends Error {
  readonly code = 'stale-run';
  override readonly name = 'StaleRunError';
}

/** Another process is writing to this run. */
export class RunLockedError extends Error {
  readonly code = 'run-locked';
  override readonly name = 'RunLockedError';
}

/** An event could not be written: the disk is full, say. The record is intact up to the last whole line. */
export class RecordWriteError extends Error {
  readonly code = 'record-write';
  override readonly name = 'RecordWriteError';
}
