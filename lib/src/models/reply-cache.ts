import { hash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson, type Json } from '../json';
import type { ChatReply } from './chat-model';

export interface ReplyCacheSettings {
  /** An entry was damaged. It is set aside as FILE.corrupt, and counts as absent. Default: a process warning. */
  readonly onCorrupt?: (file: string, reason: string) => void;
  /** An entry could not be written (the disk is full, say); the reply itself is not lost. Default: a warning. */
  readonly onUnwritable?: (file: string, reason: string) => void;
}

let temporaries = 0;

/**
 * Replies in a folder, one file each, named by the call's key (SHA-256 in hexadecimal) in a folder named by its
 * first two digits. A file is written beside its final place and then renamed, so that a reader sees a whole entry
 * or none, however many write and whenever one is killed. Each entry holds a digest of its key and reply.
 */
export class ReplyCache {
  constructor(
    private readonly folder: string,
    private readonly settings: ReplyCacheSettings = {},
  ) {}

  /** Where the entry of a key lies. */
  file(key: string): string {
    return join(this.folder, key.slice(0, 2), `${key}.json`);
  }

  /** The stored reply, or undefined when there is none that is whole. */
  async get(key: string): Promise<ChatReply | undefined> {
    const file = this.file(key);
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const entry = readEntry(key, text);
    if (typeof entry !== 'string') return entry.reply;
    // Another reader may have set it aside already.
    await rename(file, `${file}.corrupt`).catch(() => undefined);
    (this.settings.onCorrupt ?? warn)(file, entry);
    return undefined;
  }

  async put(key: string, reply: ChatReply): Promise<void> {
    const file = this.file(key);
    const text = JSON.stringify({ check: checkOf(key, reply), reply });
    let temporary: string | undefined;
    try {
      await mkdir(dirname(file), { recursive: true });
      temporary = await writeTemporary(file, text);
      await rename(temporary, file);
    } catch (error) {
      if (temporary !== undefined) await rm(temporary, { force: true }).catch(() => undefined);
      (this.settings.onUnwritable ?? warn)(file, (error as Error).message);
    }
  }
}

/** Writes to a file that nobody else has; one that a killed process left behind is passed over. */
async function writeTemporary(file: string, text: string): Promise<string> {
  for (;;) {
    const temporary = `${file}.${process.pid}-${temporaries++}.tmp`;
    try {
      const handle = await open(temporary, 'wx');
      try {
        await handle.writeFile(text);
      } finally {
        await handle.close();
      }
      return temporary;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}

function readEntry(key: string, text: string): { reply: ChatReply } | string {
  let entry: { check?: unknown; reply?: ChatReply } | null;
  try {
    entry = JSON.parse(text) as typeof entry;
  } catch (error) {
    return `it is not JSON: ${(error as Error).message}`;
  }
  if (typeof entry?.reply !== 'object' || entry.reply === null) return 'it holds no reply';
  if (entry.check !== checkOf(key, entry.reply)) return 'its digest does not match its content';
  return { reply: entry.reply };
}

function checkOf(key: string, reply: ChatReply): string {
  return hash('sha256', `${key}\n${canonicalJson(reply as unknown as Json)}`).slice(0, 32);
}

function warn(file: string, reason: string): void {
  process.emitWarning(`Reply cache, ${file}: ${reason}`);
}
