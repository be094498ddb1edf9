import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { check } from 'agora-voting/internal';
import { makeFolder } from '../project';
import { aModel, wrap, type CallIdentity, type ChatModel, type ChatReply } from './chat-model';
import { callKey } from './request-digest';

/**
 * Answers a call from a folder if the same call (model, settings, question, and every part of its identity) was
 * answered before. Such a reply has `cached: true` and its original latency.
 *
 * Every reply is kept, including refusals and replies that were cut at their length limit: they were paid for, and
 * the same question under the same settings does not get a second draw. Errors are never kept.
 * @example
 * const model = (folder) => models.withCache(models.openai({ model: 'gpt-4o-mini' }), folder);
 */
export function withCache(
  model: ChatModel,
  folder: string | ReplyCache,
  settings?: CacheSettings,
): ChatModel {
  check('withCache', aModel, model);
  const cache = typeof folder === 'string' ? new ReplyCache(folder, settings) : folder;
  return wrap(model, async (inner, request, options) => {
    options?.signal?.throwIfAborted();
    const key = callKey(model, request);
    const stored = cache.get(key, request.call);
    if (stored !== undefined) return { ...stored, cached: true };
    const reply = await inner.chat(request, options);
    if (!reply.cached) cache.put(key, request.call, reply);
    return reply;
  });
}

export interface CacheSettings {
  /** Is called when an entry is damaged; the entry counts as absent. Default: a process warning. */
  readonly onCorrupt?: (file: string, reason: string) => void;
  /**
   * Is called when an entry could not be written (for example, the disk is full); the reply itself is not lost.
   * Default: a warning.
   */
  readonly onUnwritable?: (file: string, reason: string) => void;
}

/** The collaboration that a call belongs to. The replies of one collaboration are stored together. */
export type CachePlace = Pick<CallIdentity, 'run' | 'seed' | 'collaboration'>;

/** One file of the cache: its entries, and where to append new ones. */
interface Shelf {
  readonly replies: Map<string, ChatReply>;
  descriptor: number | null;
}

/** The most collaborations that are kept open. The least recently used one is closed first. */
const mostShelves = 128;

/**
 * Replies in a folder, addressed by their call's key (SHA-256 in hexadecimal): one file per collaboration, one line
 * per reply. A single write appends a new entry, so several processes can write at once. A file is created once per
 * collaboration. Each entry has a digest of its key and reply. A line that is damaged, or that a killed writer left
 * unfinished, is skipped; the lines after it are read.
 */
export class ReplyCache {
  private readonly shelves = new Map<string, Shelf>();

  /** @throws AgoraError 'folder' when nothing can be written there */
  constructor(
    private readonly folder: string,
    private readonly settings: CacheSettings = {},
  ) {
    makeFolder(folder);
  }

  /** The file with the replies of a collaboration. */
  file({ run, seed, collaboration }: CachePlace): string {
    return join(
      this.folder,
      hash('sha256', JSON.stringify([run, seed])).slice(0, 12),
      `${collaboration}.jsonl`,
    );
  }

  /** The stored reply; undefined if there is none, or if it is damaged. */
  get(key: string, place: CachePlace): ChatReply | undefined {
    return this.shelf(this.file(place)).replies.get(key);
  }

  put(key: string, place: CachePlace, reply: ChatReply): void {
    const file = this.file(place);
    const shelf = this.shelf(file);
    shelf.replies.set(key, reply);
    const line = Buffer.from(`${JSON.stringify({ key, check: checkOf(key, reply), reply })}\n`);
    try {
      shelf.descriptor ??= openToAppend(file);
      if (writeSync(shelf.descriptor, line) < line.length) throw new Error('the disk took only a part of it');
    } catch (error) {
      (this.settings.onUnwritable ?? warn)(file, (error as Error).message);
    }
  }

  /** Closes the files. The cache can be used again afterwards. */
  close(): void {
    for (const shelf of this.shelves.values()) closeShelf(shelf);
    this.shelves.clear();
  }

  private shelf(file: string): Shelf {
    const known = this.shelves.get(file);
    const shelf = known ?? { replies: this.read(file), descriptor: null };
    this.shelves.delete(file);
    this.shelves.set(file, shelf);
    if (known === undefined && this.shelves.size > mostShelves) {
      const [oldest = '', unused] = this.shelves.entries().next().value ?? [];
      if (unused !== undefined) closeShelf(unused);
      this.shelves.delete(oldest);
    }
    return shelf;
  }

  private read(file: string): Map<string, ChatReply> {
    const replies = new Map<string, ChatReply>();
    for (const [place, line] of linesOf(file).entries()) {
      const entry = readEntry(line);
      if (typeof entry !== 'string') replies.set(entry.key, entry.reply);
      else (this.settings.onCorrupt ?? warn)(file, `line ${place + 1}: ${entry}`);
    }
    return replies;
  }
}

/** The finished lines of a file; none if there is no file. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch (error) {
    // If the folder is not a folder, the next write reports it.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Opens a file so that the next entry begins on a new line, even after a killed writer. */
function openToAppend(file: string): number {
  makeFolder(dirname(file));
  const descriptor = openSync(file, 'a+');
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  if (size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 10)
    writeSync(descriptor, '\n');
  return descriptor;
}

function closeShelf(shelf: Shelf): void {
  if (shelf.descriptor !== null) closeSync(shelf.descriptor);
  shelf.descriptor = null;
}

function readEntry(line: string): { key: string; reply: ChatReply } | string {
  let entry: { key?: unknown; check?: unknown; reply?: ChatReply } | null;
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch (error) {
    return `it is not JSON: ${(error as Error).message}`;
  }
  if (typeof entry?.key !== 'string') return 'it holds no key';
  if (typeof entry.reply !== 'object' || entry.reply === null) return 'it holds no reply';
  if (entry.check !== checkOf(entry.key, entry.reply)) return 'its digest does not match its content';
  return { key: entry.key, reply: entry.reply };
}

function checkOf(key: string, reply: ChatReply): string {
  return hash('sha256', `${key}\n${JSON.stringify(reply)}`).slice(0, 32);
}

function warn(file: string, reason: string): void {
  process.emitWarning(`Reply cache, ${file}: ${reason}`);
}
