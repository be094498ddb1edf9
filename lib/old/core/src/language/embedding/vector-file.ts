import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgoraError } from 'agora-voting';
import { makeFolder } from '../../project';

/** What is known of a text: its vector, and how many tokens long it is. */
export interface StoredVector {
  readonly vector: Float32Array;
  readonly tokens: number;
}

const magic = 'AGVEC001';
const headerBytes = 16;
const keyBytes = 32;
/** Read at a time, so that a file may be larger than a buffer. */
const pieceRecords = 16_384;

/**
 * Vectors on disk, in one file that only grows. Header: "AGVEC001", the dimensions as a 32-bit number, four bytes of
 * zero. Then records of one size: the SHA-256 of the text, its tokens as a 32-bit number, the vector in 32-bit floats;
 * all little-endian. A last record that was cut short is passed over, and overwritten by the next.
 */
export class VectorFile {
  /** Whole records read so far. */
  private records = 0;
  private readonly recordBytes: number;

  constructor(
    private readonly path: string,
    private readonly dimensions: number,
  ) {
    this.recordBytes = keyBytes + 4 + 4 * dimensions;
  }

  /** The records that came since the last call, each with its key in hexadecimal. */
  *news(): Generator<[key: string, stored: StoredVector]> {
    const file = this.open('r');
    if (file === undefined) return;
    try {
      if (!this.hasHeader(file)) return;
      const whole = this.wholeRecords(file);
      while (this.records < whole) {
        const count = Math.min(pieceRecords, whole - this.records);
        // The vectors become views of these bytes, so each piece has its own.
        const bytes = Buffer.from(new ArrayBuffer(count * this.recordBytes));
        readWhole(file, bytes, headerBytes + this.records * this.recordBytes);
        for (let record = 0; record < count; record++) yield this.decode(bytes, record * this.recordBytes);
        this.records += count;
      }
    } finally {
      closeSync(file);
    }
  }

  /** Writes records at the end, over one that was cut short. The caller must hold the lock. */
  append(entries: readonly (readonly [key: string, stored: StoredVector])[]): void {
    makeFolder(dirname(this.path));
    const file = this.open('r+') ?? openSync(this.path, 'w+');
    try {
      if (!this.hasHeader(file)) {
        const header = Buffer.alloc(headerBytes);
        header.write(magic, 'latin1');
        header.writeUInt32LE(this.dimensions, magic.length);
        writeWhole(file, header, 0);
      }
      // The rest of the file stays: records of other processes that were not read yet.
      const whole = this.wholeRecords(file);
      const end = headerBytes + whole * this.recordBytes;
      ftruncateSync(file, end);
      const bytes = Buffer.alloc(entries.length * this.recordBytes);
      entries.forEach(([key, stored], place) => this.encode(bytes, place * this.recordBytes, key, stored));
      writeWhole(file, bytes, end);
      if (whole === this.records) this.records += entries.length;
    } finally {
      closeSync(file);
    }
  }

  private wholeRecords(file: number): number {
    return Math.floor((fstatSync(file).size - headerBytes) / this.recordBytes);
  }

  private open(mode: 'r' | 'r+'): number | undefined {
    try {
      return openSync(this.path, mode);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** False when the file is too short to have one. @throws AgoraError 'embedding-failed' when it holds something else */
  private hasHeader(file: number): boolean {
    if (fstatSync(file).size < headerBytes) return false;
    const header = Buffer.alloc(headerBytes);
    readWhole(file, header, 0);
    const found = header.toString('latin1', 0, magic.length);
    const dimensions = header.readUInt32LE(magic.length);
    if (found === magic && dimensions === this.dimensions) return true;
    throw new AgoraError(
      'embedding-failed',
      `${this.path} is no cache of vectors with ${this.dimensions} dimensions (it begins with ` +
        `${JSON.stringify(found)} and says ${dimensions}); remove it to have it made again`,
    );
  }

  private decode(bytes: Buffer, at: number): [string, StoredVector] {
    const key = bytes.toString('hex', at, at + keyBytes);
    const tokens = bytes.readUInt32LE(at + keyBytes);
    const vector = new Float32Array(bytes.buffer, bytes.byteOffset + at + keyBytes + 4, this.dimensions);
    return [key, { vector, tokens }];
  }

  private encode(bytes: Buffer, at: number, key: string, { vector, tokens }: StoredVector): void {
    bytes.write(key, at, 'hex');
    bytes.writeUInt32LE(tokens, at + keyBytes);
    Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).copy(bytes, at + keyBytes + 4);
  }
}

function readWhole(file: number, bytes: Buffer, from: number): void {
  for (let done = 0; done < bytes.length;) {
    const count = readSync(file, bytes, done, bytes.length - done, from + done);
    if (count === 0)
      throw new AgoraError('embedding-failed', 'A cache of vectors became shorter while it was read');
    done += count;
  }
}

function writeWhole(file: number, bytes: Buffer, from: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(file, bytes, done, bytes.length - done, from + done);
}
