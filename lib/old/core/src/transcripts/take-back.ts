import { appendFileSync, closeSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLines } from '../read-lines';
import { eventsFileName, parseEvent, takenBackFileName } from './read-run';
import { stateFile } from './run-counts';
import { indexPath } from './run-index';

/**
 * Resets each collaboration with a failed call to the point before that call, so that a resumed run repeats it: later
 * events depend on the missing answer. The removed events are kept in another file.
 *
 * The events file is replaced atomically. A process that is killed before that leaves it unchanged.
 * @returns how many collaborations were reset
 */
export function takeBackFailed(folder: string): number {
  const file = join(folder, eventsFileName);
  if (!existsSync(file)) return 0;
  const failed = firstFailures(file);
  if (failed.size === 0) return 0;
  const temporary = `${file}.${process.pid}.tmp`;
  const kept = openSync(temporary, 'w');
  const taken: string[] = [];
  try {
    let waiting = '';
    for (const line of readLines(file)) {
      if (!line.complete) break;
      const { collaboration } = parseEvent(file, line);
      if (line.number >= (failed.get(collaboration) ?? Infinity)) taken.push(`${line.text}\n`);
      else waiting += `${line.text}\n`;
      if (waiting.length > 1 << 20) {
        writeFileSync(kept, waiting);
        waiting = '';
      }
    }
    writeFileSync(kept, waiting);
  } finally {
    closeSync(kept);
  }
  // First what is taken back: a line in both files is better than one in none.
  appendFileSync(join(folder, takenBackFileName), taken.join(''));
  for (const made of [stateFile(folder), indexPath(folder)]) rmSync(made, { force: true });
  renameSync(temporary, file);
  return failed.size;
}

/** The line of each collaboration's first failed call. */
function firstFailures(file: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const line of readLines(file)) {
    if (!line.complete) break;
    // Most lines need not be parsed to see that they do not count.
    if (!line.text.includes('"failed"')) continue;
    const event = parseEvent(file, line);
    const isFirst = !found.has(event.collaboration);
    if (event.type === 'failure' && event.kind === 'failed' && isFirst)
      found.set(event.collaboration, line.number);
  }
  return found;
}
