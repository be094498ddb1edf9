import { copyFileSync, existsSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from 'agora-voting';
import { eventsFileName, readEvents, readRun } from './read-run';
import { stateFile } from './run-counts';
import { indexPath } from './run-index';
import { lockRun } from './run-lock';

/** The result of a repair: nothing to do, or the events file was cut at a byte and its copy kept under another name. */
export type Repair =
  { readonly repaired: false } | { readonly repaired: true; readonly line: number; readonly kept: string };

/**
 * Repairs a run with a damaged events file. It keeps everything before the first damaged line, and a copy of the whole
 * file. When the run is resumed, the removed calls are asked again (or answered from the reply cache).
 * @throws AgoraError 'run-locked' when the run is being written
 */
export function repairRun(folder: string): Repair {
  readRun(folder);
  const unlock = lockRun(folder);
  try {
    try {
      for (const event of readEvents(folder)) void event;
      return { repaired: false };
    } catch (error) {
      if (!hasCode(error, 'corrupt-record')) throw error;
      const { line = 0, byte = 0 } = error.details;
      const kept = freeName(join(folder, 'events.damaged'));
      copyFileSync(join(folder, eventsFileName), kept);
      truncateSync(join(folder, eventsFileName), Number(byte));
      for (const made of [stateFile(folder), indexPath(folder)]) rmSync(made, { force: true });
      return { repaired: true, line: Number(line), kept };
    }
  } finally {
    unlock();
  }
}

function freeName(stem: string): string {
  for (let number = 1; ; number++) {
    const name = `${stem}.${number}.jsonl`;
    if (!existsSync(name)) return name;
  }
}
