import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { AgoraError } from '../agora-error';
import type { Json } from '../json';
import type { ChatReply } from './chat-model';

/** Which call a reply belongs to; the run has its own folder. */
type Place = Pick<RecordedReply, 'collaboration' | 'round' | 'phase' | 'agent' | 'repeat' | 'attempt'>;
/** A `reply` event of the run record. */
export interface RecordedReply {
  readonly collaboration: number;
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  readonly repeat: number;
  readonly attempt: number;
  readonly request: string;
  readonly text: string;
  readonly finish: ChatReply['finish'];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly counted: ChatReply['usage']['counted'];
  readonly latencyMs: number;
  readonly intent?: Json;
}

/** The replies in an events file, found by one pass through it at the first question. Only their places are kept. */
export class RecordedReplies {
  private places: Promise<Map<string, Span>> | undefined;

  constructor(private readonly file: string) {}

  async get(call: Place): Promise<RecordedReply | undefined> {
    this.places ??= findReplies(this.file);
    const span = (await this.places).get(keyOf(call));
    return span === undefined ? undefined : readReply(this.file, span);
  }
}

/** Where a line lies in the events file, in bytes. */
interface Span {
  readonly byte: number;
  readonly length: number;
}

function keyOf({ collaboration, round, phase, agent, repeat, attempt }: Place): string {
  return JSON.stringify([collaboration, round, phase, agent, repeat, attempt]);
}

/** Reads the file once, as a stream. A last line without a line feed is one that its writer did not finish. */
async function findReplies(file: string): Promise<Map<string, Span>> {
  const places = new Map<string, Span>();
  let rest = Buffer.alloc(0);
  let byte = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const block = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (let to = block.indexOf(10, from); to >= 0; to = block.indexOf(10, from)) {
      const line = block.subarray(from, to);
      const event = line.includes('"reply"') ? readLine(file, byte + from, line) : null;
      if (event?.type === 'reply') places.set(keyOf(event), { byte: byte + from, length: line.length });
      from = to + 1;
    }
    rest = Buffer.from(block.subarray(from));
    byte += from;
  }
  return places;
}

async function readReply(file: string, { byte, length }: Span): Promise<RecordedReply> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, byte);
    return readLine(file, byte, buffer);
  } finally {
    await handle.close();
  }
}

function readLine(file: string, byte: number, line: Buffer): RecordedReply & { readonly type: string } {
  try {
    return JSON.parse(line.toString('utf8')) as RecordedReply & { readonly type: string };
  } catch (error) {
    throw new AgoraError(
      'setting',
      `${file} is damaged: the line at byte ${byte} is not JSON (${(error as Error).message})`,
    );
  }
}
