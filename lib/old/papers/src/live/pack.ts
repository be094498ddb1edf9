import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Run } from 'agora-core/experiment';
import { makeFolder, readPackedIndex, readPackedRun } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import { conditionsOf } from './conditions';
import { openLiveRuns } from './live-runs';
import { folderOf } from './play-plan';

/** The most bytes of committed live runs in all. */
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
 * @throws AgoraError 'live-plan' if there are no finished cases, or if they are larger than 15 MB
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

/**
 * Makes a folder of live runs of a packed one, which `playPlan` then goes on with: on another machine, or where only the
 * packed runs were kept. Packing the folder again gives the same bytes.
 * @throws AgoraError 'live-plan' where the target has runs already, or the source holds no packed ones;
 * 'conversation-import' naming a damaged file and line
 */
export function unpackLiveRuns(packed: string, folder: string): Packed {
  if (!existsSync(join(packed, 'runs.json')))
    throw new AgoraError('live-plan', `${packed} holds no packed runs: it has no runs.json.`);
  if (existsSync(join(folder, 'plan.json')))
    throw new AgoraError('live-plan', `${folder} has live runs already; name a folder that does not exist.`);
  const { model, runs } = readPackedIndex(packed);
  // Every line is read before anything is written.
  for (const { file } of runs) readPackedRun(packed, file);
  let bytes = 0;
  for (const { entry, condition, file } of runs) {
    const own = folderOf(folder, { entry: entry, name: condition });
    const content = gunzipSync(readFileSync(join(packed, file)));
    bytes += content.length;
    const [description = '', ...lines] = content.toString('utf8').trimEnd().split('\n');
    const isEvent = (line: string): boolean => 'type' in (JSON.parse(line) as object);
    makeFolder(own);
    writeFileSync(join(own, 'run.json'), `${JSON.stringify(JSON.parse(description), null, 2)}\n`);
    writeLines(join(own, 'events.jsonl'), lines.filter(isEvent));
    writeLines(
      join(own, 'prompts.jsonl'),
      lines.filter((line) => !isEvent(line)),
    );
  }
  copyFileSync(join(packed, 'model.json'), join(folder, 'model.json'));
  // The plan comes last: a folder that has it is whole.
  copyFileSync(join(packed, 'plan.json'), join(folder, 'plan.json'));
  const cases = runs.reduce((sum, one) => sum + one.cases, 0);
  return { model: model, runs: runs.length, cases: cases, bytes: bytes };
}

function writeLines(file: string, lines: readonly string[]): void {
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
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
