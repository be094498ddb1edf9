import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { AgoraError } from 'agora-voting';
import { canonicalJson, check, type Json, listOf, settings, text } from 'agora-voting/internal';
import { placeWhole } from '../datasets/place-whole';
import { readLines, type Line } from '../read-lines';
import type { Event } from './event';
import { promptsFileName } from './prompts';
import { descriptionFileName, eventsFileName, parseEvent, readRun, takenBackFileName } from './read-run';
import type { RunDescription } from './run-description';
import { lockRun } from './run-lock';
import { difference } from './run-record';

/** What a merge found. Collaborations by their numbers. */
export interface Merged {
  readonly folder: string;
  readonly description: RunDescription;
  readonly finished: number;
  /** Begun and not finished. The merged run can be resumed. */
  readonly unfinished: readonly number[];
  /** In none of the folders. */
  readonly missing: readonly number[];
  /** Equal in several folders, and kept once. */
  readonly twice: readonly number[];
  /** What the merged run.json does not say of its parts, a line each: other versions, other details of the model. */
  readonly dropped: readonly string[];
}

/**
 * Joins the parts of one run that separate machines have played (`shard`). The merged folder is what one
 * process would have written that played one collaboration after the other: the same bytes, except for how long calls
 * took, and when and on which version the run began. The parts are left as they are. Where other versions played them,
 * or the model's details differ, `dropped` says so.
 * @param folders - the parts, or runs of the same configuration that overlap
 * @param out - a folder that does not exist, or is empty
 * @throws AgoraError 'merge' naming what differs, when the folders hold different configurations, different facts of the
 * model, or different answers to the same call
 * @throws AgoraError 'folder' when `out` holds something; 'no-run', 'corrupt-record', 'run-locked' from a part
 * @example
 * const whole = (parts) => mergeRuns(parts, 'whole');
 */
export async function mergeRuns(folders: readonly string[], out: string): Promise<Merged> {
  check('mergeRuns', settings({ folders: listOf('folders', text(4000), 1), out: text(4000) }), {
    folders,
    out,
  });
  const target = resolve(out);
  if (existsSync(target) && (!isFolder(target) || readdirSync(target).length > 0))
    throw new AgoraError('folder', `${target} exists already: remove it, or merge into another folder`);
  const places = [...new Set(folders.map((folder) => resolve(folder)))];
  const descriptions = places.map((folder) => readRun(folder));
  descriptions.forEach((description, at) => {
    if (at > 0) checkSame(places[0]!, descriptions[0]!, places[at]!, description);
  });
  const described = descriptions.map((description, at) => ({ folder: places[at]!, description }));
  checkFacts(described);
  const unlocks = places.map(lockPart);
  try {
    const parts = places.map(readPart);
    const found = await write(target, wholeOf(descriptions), parts);
    return { ...found, dropped: [...otherVersions(described), ...otherDetails(described)] };
  } finally {
    for (const unlock of unlocks) unlock();
  }
}

function isFolder(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}

/** @throws AgoraError 'run-locked' while the part is being written. One that cannot be locked cannot be written, too */
function lockPart(folder: string): () => void {
  try {
    return lockRun(folder);
  } catch (error) {
    if (error instanceof AgoraError && error.code === 'folder') return () => undefined;
    throw error;
  }
}

function checkSame(firstFolder: string, first: RunDescription, folder: string, other: RunDescription): void {
  if (first.id !== other.id)
    throw new AgoraError(
      'merge',
      `${firstFolder} and ${folder} contain different experiments (${first.id} and ${other.id}). ${difference(first, other)}`,
    );
  if (first.collaborations !== other.collaborations)
    throw new AgoraError(
      'merge',
      `${firstFolder} belongs to a run of ${first.collaborations} collaborations, ${folder} to one of ` +
        `${other.collaborations}. Give all parts the same number, and run those of the smaller one again.`,
    );
}

interface Part {
  readonly folder: string;
  readonly description: RunDescription;
}

/** Facts that do not depend on the machine: how long a context is, say. */
function checkFacts(parts: readonly Part[]): void {
  const [first, ...others] = parts.filter(({ description }) => description.facts !== undefined);
  for (const other of others) {
    const [facts, told] = [first!.description.facts!, other.description.facts!];
    const differing = Object.keys(facts).filter(
      (key) => key !== 'details' && key in told && textOf(facts[key]) !== textOf(told[key]),
    );
    if (differing.length === 0) continue;
    const named = differing.map((key) => `${key} (${textOf(facts[key])} and ${textOf(told[key])})`);
    throw new AgoraError(
      'merge',
      `${first!.folder} and ${other.folder} have asked models whose facts contradict each other: ${named.join(', ')}. ` +
        'Merge those parts that agree, and run the others again.',
    );
  }
}

/** A line where not all parts were played by the same version; none where they were. */
function otherVersions(parts: readonly Part[]): string[] {
  const folders = new Map<string, string[]>();
  for (const { folder, description } of parts) {
    const { versions, code } = description;
    const all = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    const text = `${all.join(', ')}, code ${code}`;
    folders.set(text, [...(folders.get(text) ?? []), folder]);
  }
  if (folders.size < 2) return [];
  const named = [...folders].map(([text, where]) => `${text} (${where.join(', ')})`);
  return [
    `The parts were played by different versions, of which run.json keeps the first: ${named.join('; ')}`,
  ];
}

/** A line where the model's details differ: its threads, say. */
function otherDetails(parts: readonly Part[]): string[] {
  const [first, ...others] = parts.filter(({ description }) => description.facts?.['details'] !== undefined);
  const differing = others.filter(
    ({ description }) =>
      textOf(description.facts!['details']) !== textOf(first!.description.facts!['details']),
  );
  if (differing.length === 0) return [];
  const named = differing.map(
    ({ folder, description }) => `${folder} ${textOf(description.facts!['details'])}`,
  );
  return [
    `The parts differ in details of the model, of which run.json keeps those of ${first!.folder}; dropped: ${named.join('; ')}`,
  ];
}

function textOf(fact: Json | undefined): string {
  return canonicalJson(fact ?? null);
}

/** The description of the whole run: the first part's, begun when the earliest was. */
function wholeOf(descriptions: readonly RunDescription[]): RunDescription {
  const [first] = descriptions;
  const { shard: _, facts: __, ...rest } = first!;
  const facts = descriptions.find((one) => one.facts !== undefined)?.facts;
  const [created] = descriptions.map((one) => one.created).sort();
  const whole = { ...rest, created: created! };
  return facts === undefined ? whole : { ...whole, facts };
}

/** Bytes of a file: from, to (excluded), from, to, … */
type Spans = number[];

/** Where a folder's files hold what of a collaboration. */
interface Held {
  readonly folder: string;
  readonly events: Spans;
  readonly prompts: Spans;
  isFinished: boolean;
}

function readPart(folder: string): Map<number, Held> {
  const part = new Map<number, Held>();
  const of = (collaboration: number): Held => {
    let held = part.get(collaboration);
    if (held === undefined)
      part.set(collaboration, (held = { folder, events: [], prompts: [], isFinished: false }));
    return held;
  };
  const file = join(folder, eventsFileName);
  for (const line of linesOf(file)) {
    const event = parseEvent(file, line);
    const held = of(event.collaboration);
    if (event.type === 'finished') held.isFinished = true;
    extend(held.events, line);
  }
  for (const line of linesOf(join(folder, promptsFileName))) {
    const number = /^\{"collaboration":(\d+),/.exec(line.text)?.[1];
    if (number === undefined)
      throw new AgoraError(
        'corrupt-record',
        `${join(folder, promptsFileName)}, line ${line.number} is not a prompt`,
      );
    extend(of(Number(number)).prompts, line);
  }
  return part;
}

function* linesOf(file: string): Generator<Line> {
  if (!existsSync(file)) return;
  for (const line of readLines(file)) if (line.complete) yield line;
}

function extend(spans: Spans, { byte, text: line }: Line): void {
  const end = byte + Buffer.byteLength(line) + 1;
  if (spans.at(-1) === byte) spans[spans.length - 1] = end;
  else spans.push(byte, end);
}

async function write(
  target: string,
  description: RunDescription,
  parts: readonly ReadonlyMap<number, Held>[],
): Promise<Omit<Merged, 'dropped'>> {
  const unfinished: number[] = [];
  const missing: number[] = [];
  const twice: number[] = [];
  await placeWhole(
    target,
    (scratch) => {
      const folder = join(scratch, 'merged');
      mkdirSync(folder);
      writeFileSync(join(folder, descriptionFileName), `${JSON.stringify(description, null, 2)}\n`);
      const events = openSync(join(folder, eventsFileName), 'w');
      const prompts = openSync(join(folder, promptsFileName), 'w');
      try {
        for (let index = 0; index < description.collaborations; index++) {
          const held = parts.flatMap((part) => part.get(index) ?? []).filter((one) => one.events.length > 0);
          const chosen = choose(index, held);
          if (chosen === undefined) {
            missing.push(index);
            continue;
          }
          if (held.length > 1) twice.push(index);
          if (!chosen.isFinished) unfinished.push(index);
          copy(join(chosen.folder, eventsFileName), chosen.events, events);
          copy(join(chosen.folder, promptsFileName), chosen.prompts, prompts);
        }
      } finally {
        closeSync(events);
        closeSync(prompts);
      }
      copyTakenBack(parts, join(folder, takenBackFileName));
      return folder;
    },
    'Merge into another folder',
  );
  const finished = description.collaborations - missing.length - unfinished.length;
  return { folder: target, description, finished, unfinished, missing, twice };
}

/**
 * Of the folders that hold a collaboration, the one to take it from: where it is finished, or else where most of it is.
 * @throws AgoraError 'merge' when two folders contradict each other
 */
function choose(index: number, held: readonly Held[]): Held | undefined {
  const [first, ...others] = [...held].sort(
    (a, b) => Number(b.isFinished) - Number(a.isFinished) || size(b) - size(a),
  );
  if (first === undefined || others.length === 0) return first;
  const kept = storyOf(first);
  for (const other of others)
    for (const [key, told] of storyOf(other)) {
      const same = kept.get(key);
      if (same === told || (same === undefined && !first.isFinished)) continue;
      throw new AgoraError(
        'merge',
        `${first.folder} and ${other.folder} contradict each other about collaboration ${index}: ${key} differs. ` +
          'They were played independently, so only one of them can be kept: merge without the other folder, or run ' +
          'its part again in an empty folder.',
      );
    }
  return first;
}

const size = ({ events }: Held): number =>
  events.reduce((sum, byte, at) => (at % 2 === 0 ? sum - byte : sum + byte), 0);

/** What a collaboration's record says, by what it is about; without how long calls took, and what went wrong on the way. */
function storyOf({ folder, events }: Held): Map<string, string> {
  const story = new Map<string, string>();
  let course = 0;
  const file = join(folder, eventsFileName);
  for (const line of textAt(file, events).trimEnd().split('\n')) {
    const event = JSON.parse(line) as Event;
    if (event.type === 'incident') continue;
    const told = event.type === 'reply' ? { ...event, latencyMs: 0, cached: false } : event;
    story.set(keyOf(event) ?? `event ${course++} of its course`, canonicalJson(told));
  }
  return story;
}

function keyOf(event: Event): string | undefined {
  if (event.type !== 'reply' && event.type !== 'tool' && event.type !== 'failure') return undefined;
  const { type, round, phase, agent, repeat } = event;
  const more = event.type === 'failure' ? '' : `, attempt ${event.attempt}`;
  const call = event.type === 'tool' ? `, call ${event.call}` : '';
  return `the ${type} of ${agent} in round ${round}, ${phase}, repeat ${repeat}${more}${call}`;
}

function textAt(file: string, spans: Spans): string {
  const descriptor = openSync(file, 'r');
  try {
    const pieces: Buffer[] = [];
    for (let at = 0; at < spans.length; at += 2) pieces.push(bytesAt(descriptor, spans[at]!, spans[at + 1]!));
    return Buffer.concat(pieces).toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}

function copy(file: string, spans: Spans, to: number): void {
  if (spans.length === 0) return;
  const descriptor = openSync(file, 'r');
  try {
    for (let at = 0; at < spans.length; at += 2) {
      const bytes = bytesAt(descriptor, spans[at]!, spans[at + 1]!);
      for (let written = 0; written < bytes.length;) written += writeSync(to, bytes, written);
    }
  } finally {
    closeSync(descriptor);
  }
}

function bytesAt(descriptor: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  readSync(descriptor, bytes, 0, bytes.length, from);
  return bytes;
}

/** Answers that no longer count were paid for, so they are kept. */
function copyTakenBack(parts: readonly ReadonlyMap<number, Held>[], to: string): void {
  const folders = new Set(parts.flatMap((part) => [...part.values()].map(({ folder }) => folder)));
  const lines: string[] = [];
  for (const folder of folders)
    for (const line of linesOf(join(folder, takenBackFileName))) lines.push(`${line.text}\n`);
  if (lines.length > 0) writeFileSync(to, lines.join(''));
}
