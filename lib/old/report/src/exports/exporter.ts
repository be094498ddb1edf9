import { closeSync, openSync, writeFileSync } from 'node:fs';
import { readIndex, readIndexed, readIndexedPrompts } from 'agora-core/internal';
import {
  type Collaboration,
  type PromptMessage,
  readRun,
  type Recorded,
  type RunDescription,
} from 'agora-core/transcripts';

/** The source of the exported collaborations: run.json, or a recorded set's source and licence. */
export interface About {
  readonly name: string;
  readonly evidence: string;
  readonly model: string;
  readonly details: Omit<RunDescription, 'schema'> | Pick<Recorded, 'title' | 'source' | 'licence'>;
}

/** The prompts by the digest in their replies; empty if none are recorded. */
export type Prompts = ReadonlyMap<string, readonly PromptMessage[]>;

/** An export format that writes collaborations one at a time. */
export interface Exporter {
  add(collaboration: Collaboration, prompts: Prompts): void;
  close(): void;
}

/** Collaborations to export: their source, their number (null if unknown), and a stream of them. */
export interface Exportable {
  readonly about: About;
  readonly count: number | null;
  collaborations(): Iterable<readonly [Collaboration, Prompts]>;
}

/**
 * Opens a run on disk with all its collaborations, finished or not, by number; or a recorded set. Memory contains one
 * at a time.
 */
export function exportable(what: { readonly folder: string } | Recorded): Exportable {
  if (!('folder' in what)) {
    const { name, evidence, models: model, title, source, licence } = what;
    const none: Prompts = new Map();
    return {
      about: { name, evidence, model, details: { title, source, licence } },
      count: null,
      *collaborations() {
        for (const one of what) yield [one, none];
      },
    };
  }
  const { folder } = what;
  const details = readRun(folder);
  const { name, model } = details;
  const places = readIndex(folder);
  return {
    about: { name, evidence: model.evidence, model: model.name, details },
    count: places.length,
    *collaborations() {
      for (const place of places) yield [readIndexed(folder, place), readIndexedPrompts(folder, place)];
    },
  };
}

/** A file that is written in parts. */
export class TextFile {
  private readonly descriptor: number;
  private waiting = '';

  constructor(path: string) {
    this.descriptor = openSync(path, 'w');
  }

  write(text: string): void {
    this.waiting += text;
    if (this.waiting.length > 1 << 20) this.flush();
  }

  close(): void {
    this.flush();
    closeSync(this.descriptor);
  }

  private flush(): void {
    writeFileSync(this.descriptor, this.waiting);
    this.waiting = '';
  }
}

/** JSON for all readers: unpaired surrogates, which JSON allows and UTF-8 does not, are replaced by U+FFFD. */
export function plainJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\ud')) return text; // as is nearly all: to look at every escape takes half the time
  return text.replaceAll(/\\(ud[89a-f][\da-f]{2}|.)/g, (whole, escaped: string) =>
    escaped.length > 1 ? '\ufffd' : whole,
  );
}
