import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgoraError } from '../error';
import { unpacked } from '../experiment/json-lines';
import { readAbout, type About } from '../experiment/run';
import type { Collaboration, Event } from '../protocols/protocol';
import { rowOf, type TalkRow } from './rows';

/** A line that is not a valid collaboration. */
export interface Damage {
  readonly file: string;
  readonly line: number;
}

/** The origin of a collaboration: the folder of its run, and its index in that run. */
export interface Origin {
  readonly folder: string;
  readonly index: number;
}

/**
 * A file of collaborations, to which lines may still be added. Only the position of each line is stored. A line is
 * parsed when it is needed.
 */
interface TalkFile {
  readonly path: string;
  readonly condition: string | null;
  readonly open: { readonly descriptor: number } | { readonly bytes: Buffer };
  /** The position and the number of the next line. */
  end: number;
  line: number;
  /** The last complete line that is not empty. A file that was rewritten has another text there. */
  last: { readonly start: number; readonly length: number; readonly text: string };
}

/**
 * The collaborations in a folder: a finished run, a run in progress, or a recorded set with several conditions. Damaged
 * lines are skipped and listed in `damages`.
 */
export class Talks {
  readonly about: About & { readonly title?: string; readonly source?: string };
  readonly rows: TalkRow[] = [];
  readonly damages: Damage[] = [];
  /** The number of times that the files were read again because one was rewritten. */
  generation = 0;
  private readonly files: TalkFile[] = [];
  private readonly places: (Origin & {
    readonly file: TalkFile;
    readonly start: number;
    readonly length: number;
  })[] = [];

  constructor(readonly folder: string) {
    this.about = readAbout(folder);
    const { conditions } = this.about as { conditions?: readonly string[] };
    if (conditions === undefined || conditions.length === 0) this.add(folder, null);
    else for (const condition of conditions) this.add(join(folder, condition), condition);
    this.update();
  }

  private add(folder: string, condition: string | null): void {
    const plain = join(folder, 'collaborations.jsonl');
    const packed = `${plain}.gz`;
    if (existsSync(plain))
      this.files.push({
        path: plain,
        condition,
        open: { descriptor: openSync(plain, 'r') },
        ...unread,
      });
    else if (existsSync(packed))
      this.files.push({ path: packed, condition, open: { bytes: unpacked(packed) }, ...unread });
  }

  /** Reads the lines added since the last update. If a file was rewritten, reads all files again. */
  update(): void {
    if (this.files.some(wasRewritten)) {
      this.generation++;
      this.rows.length = this.places.length = this.damages.length = 0;
      for (const file of this.files) Object.assign(file, unread);
    }
    for (const file of this.files)
      for (const [start, length] of newLines(file)) {
        file.line++;
        if (length === 0) continue;
        const place = this.places.length;
        try {
          const text = read(file, start, length);
          file.last = { start, length, text };
          const one = parse(text);
          this.rows.push(rowOf({ ...one, index: place }, place, file.condition));
          this.places.push({ file, start, length, folder: dirname(file.path), index: one.index });
        } catch {
          this.damages.push({ file: file.path, line: file.line });
        }
      }
  }

  /** Returns one collaboration in full. @throws AgoraError if the set has no collaboration at this position */
  read(place: number): Collaboration {
    return { ...parse(this.text(place)), index: place };
  }

  /** Returns the text of one collaboration, exactly as in the file. */
  text(place: number): string {
    const found = this.places[place];
    if (found === undefined)
      throw new AgoraError(
        `There is no collaboration ${place}. The set has ${this.places.length} collaborations, numbered from 0.`,
      );
    return read(found.file, found.start, found.length);
  }

  /** The origin of each collaboration, by position in the set. */
  get origins(): readonly Origin[] {
    return this.places;
  }

  close(): void {
    for (const { open } of this.files) if ('descriptor' in open) closeSync(open.descriptor);
  }
}

const blockSize = 1 << 22;

const unread = { end: 0, line: 0, last: { start: 0, length: 0, text: '' } };

const wasRewritten = (file: TalkFile): boolean =>
  'descriptor' in file.open &&
  (fstatSync(file.open.descriptor).size < file.end ||
    read(file, file.last.start, file.last.length) !== file.last.text);

/** Yields the complete lines that have not been read yet. */
function* newLines(file: TalkFile): Generator<readonly [start: number, length: number]> {
  if ('bytes' in file.open) {
    const { bytes } = file.open;
    for (let newline = bytes.indexOf(10, file.end); newline !== -1; newline = bytes.indexOf(10, file.end)) {
      const start = file.end;
      file.end = newline + 1;
      yield [start, newline - start];
    }
    return;
  }
  const { descriptor } = file.open;
  const { size } = fstatSync(descriptor);
  const block = Buffer.alloc(Math.min(blockSize, Math.max(1, size - file.end)));
  for (let at = file.end; at < size;) {
    const count = readSync(descriptor, block, 0, block.length, at);
    if (count === 0) return;
    let from = 0;
    for (
      let newline = block.indexOf(10);
      newline !== -1 && newline < count;
      newline = block.indexOf(10, from)
    ) {
      const start = file.end;
      from = newline + 1;
      file.end = at + from;
      yield [start, file.end - 1 - start];
    }
    at += count;
  }
}

function read(file: TalkFile, start: number, length: number): string {
  if ('bytes' in file.open) return file.open.bytes.toString('utf8', start, start + length);
  const buffer = Buffer.alloc(length);
  readSync(file.open.descriptor, buffer, 0, length, start);
  return buffer.toString('utf8');
}

/** Parses a line as a collaboration. Missing fields are left empty, because files from other tools may omit them. */
function parse(text: string): Collaboration {
  const value = JSON.parse(text) as Partial<Collaboration> | null;
  const events: readonly unknown[] | undefined = Array.isArray(value?.events) ? value.events : undefined;
  if (value === null || events === undefined || !events.every(isEvent))
    throw new AgoraError('This line is not a collaboration.', 'data');
  const named = events.flatMap((event) =>
    'agent' in event && event.agent !== undefined ? [event.agent] : [],
  );
  const { index = 0, agents = [...new Set(named)].map((name) => ({ name, background: '' })) } = value;
  return {
    index,
    case: String(value.case ?? index),
    task: value.task ?? '',
    agents,
    events,
    calls: value.calls ?? [],
    rounds: value.rounds ?? 0,
    cause: value.cause ?? '',
    outcome: value.outcome ?? null,
    score: value.score ?? {},
    ...(value.labels !== undefined && { labels: value.labels }),
  };
}

function isEvent(event: unknown): event is Event {
  const { type, round } = (event ?? {}) as { type?: unknown; round?: unknown };
  return typeof type === 'string' && Number.isFinite(round);
}
