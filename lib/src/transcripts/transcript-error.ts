import { AgoraError } from '../agora-error';

/** A line of an events file is not an event. Names the file, the line and the byte where it begins. */
export class CorruptRecordError extends AgoraError {
  constructor(
    readonly file: string,
    readonly line: number,
    readonly byte: number,
    reason: string,
  ) {
    super(
      'corrupt-record',
      `${file}, line ${line} (byte ${byte}) is not an event: ${reason}. ` +
        'Everything before it is intact; "npx agora repair RUN" keeps that part, sets the damaged file aside, ' +
        'and the next run goes on from there.',
    );
  }
}
