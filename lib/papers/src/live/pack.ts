import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Run } from 'agora-core/experiment';
import { makeFolder } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import { conditionsOf } from './conditions';
import { openLiveRuns } from './live-runs';
import { folderOf } from './play-plan';

/** What is committed of live runs may have so many bytes in all. */
const mostBytes = 15_000_000;

/** What was packed. */
export interface Packed {
  readonly model: string;
  readonly runs: number;
  readonly cases: number;
  readonly bytes: number;
}

/**
 * Packs the finished cases of a folder of live runs, whole (descriptions, events, prompts), into a folder that
 * `openLiveRuns` and `transcripts.recorded` read. What was packed there before is replaced, so that it is repeated as runs
 * grow. The same runs give the same bytes.
 * @throws AgoraError 'live-plan' where there are no finished cases, or where they would be over 15 MB
 */
export function packLiveRuns(folder: string, target: string): Packed {
  const { plan, model } = openLiveRuns(folder);
  makeFolder(target);
  const runs: { entry: string; condition: string; file: string; cases: number }[] = [];
  const packed = new Map<string, Buffer>();
  for (const entry of plan.entries)
    for (const condition of conditionsOf(entry)) {
      const own = folderOf(folder, condition);
      const finished = existsSync(join(own, 'run.json')) ? finishedIn(own) : new Set<number>();
      if (finished.size === 0) continue;
      const file = `${entry.id}--${condition.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.jsonl.gz`;
      packed.set(file, gzipSync(linesOf(own, finished), { level: 9 }));
      runs.push({ entry: entry.id, condition: condition.name, file: file, cases: finished.size });
    }
  const bytes = [...packed.values()].reduce((sum, one) => sum + one.length, 0);
  if (runs.length === 0) throw new AgoraError('live-plan', `${folder} has no finished case to pack.`);
  if (bytes > mostBytes)
    throw new AgoraError(
      'live-plan',
      `${folder} packs to ${bytes} bytes; at most ${mostBytes} are committed.`,
    );
  removePacked(target);
  for (const [file, content] of packed) writeFileSync(join(target, file), content);
  for (const file of ['plan.json', 'model.json']) copyFileSync(join(folder, file), join(target, file));
  const index = { model: model, runs: runs };
  writeFileSync(join(target, 'runs.json'), `${JSON.stringify(index, null, 2)}\n`);
  const cases = runs.reduce((sum, one) => sum + one.cases, 0);
  return { model: model, runs: runs.length, cases: cases, bytes: bytes };
}

/** Files of an earlier pack, as its index has them. */
function removePacked(target: string): void {
  const file = join(target, 'runs.json');
  if (!existsSync(file)) return;
  const { runs } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly runs: readonly { readonly file: string }[];
  };
  for (const run of runs) rmSync(join(target, run.file), { force: true });
}

function finishedIn(folder: string): Set<number> {
  const finished = new Set<number>();
  for (const one of Run.open(folder)) if (one.finished !== null) finished.add(one.index);
  return finished;
}

/** The description, and the events and prompts of finished cases, each a line. */
function linesOf(folder: string, finished: ReadonlySet<number>): string {
  const description = JSON.stringify(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')));
  const own = (file: string): string[] =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => {
        if (line === '') return false;
        const { collaboration } = JSON.parse(line) as { readonly collaboration: number };
        return finished.has(collaboration);
      });
  const prompts = existsSync(join(folder, 'prompts.jsonl')) ? own('prompts.jsonl') : [];
  return `${[description, ...own('events.jsonl'), ...prompts].join('\n')}\n`;
}
