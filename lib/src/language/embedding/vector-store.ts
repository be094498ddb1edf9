import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { AgoraError } from '../../agora-error';
import { withFileLock } from './file-lock';
import { VectorFile, type StoredVector } from './vector-file';

/** The vectors that are known, in memory and, given a folder, in a file that other processes share. */
export class VectorStore {
  private readonly memory = new Map<string, StoredVector>();
  private readonly file: VectorFile | undefined;

  constructor(
    private readonly folder: string | undefined,
    dimensions: number,
  ) {
    this.file = folder === undefined ? undefined : new VectorFile(join(folder, 'vectors.bin'), dimensions);
  }

  get(key: string): StoredVector | undefined {
    return this.memory.get(key);
  }

  /** Learns what others have added since. */
  refresh(): void {
    for (const [key, stored] of this.file?.news() ?? []) this.memory.set(key, stored);
  }

  /** Only within `alone`. */
  add(entries: readonly (readonly [key: string, stored: StoredVector])[]): void {
    this.file?.append(entries);
    for (const [key, stored] of entries) this.memory.set(key, stored);
  }

  /** Works while nobody else adds to the same file. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.folder === undefined ? work() : withFileLock(join(this.folder, 'lock'), work);
  }
}

/** What a text is kept under. @throws AgoraError 'setting' when it is none */
export function keyOf(text: unknown): string {
  if (typeof text === 'string') return createHash('sha256').update(text).digest('hex');
  throw new AgoraError('setting', `An embedder takes texts, got ${JSON.stringify(text) ?? String(text)}`);
}
