import { closeSync, openSync, writeFileSync } from 'node:fs';
import { readIndex, readIndexed, readIndexedPrompts } from 'agora-core/internal';
import {
  type Collaboration,
  type PromptMessage,
  readRun,
  type Recorded,
  type RunDescription,
} from 'agora-core/transcripts';

/** Whose collaborations are exported, and what is said of them: run.json, or a recorded set's source and licence. */
export interface About {
  readonly name: string;
  readonly evidence: string;
  readonly model: string;
  readonly details: Omit<RunDescription, 'schema'> | Pick<Recorded, 'title' | 'source' | 'licence'>;
}

/** What agents were shown, by the digest that their replies hold; empty where no prompts are on record. */
export type Prompts = ReadonlyMap<string, readonly PromptMessage[]>;

/** A form in which collaborations are written, one at a time. */
export interface Exporter {
  add(collaboration: Collaboration, prompts: Prompts): void;
  close(): void;
}

/** What can be exported: who they are, how many (null where that is not known before), and each when it is its turn. */
export interface Exportable {
  readonly about: About;
  readonly count: number | null;
  collaborations(): Iterable<readonly [Collaboration, Prompts]>;
}

/** A run on disk with all its collaborations, finished or not, by number; or a recorded set. Memory holds one of them. */
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

/** A file that is written bit by bit. */
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

/** JSON that every reader takes: halves of characters, which JSON can write and UTF-8 cannot, are replaced (U+FFFD). */
export function plainJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\ud')) return text; // as is nearly all: to look at every escape takes half the time
  return text.replaceAll(/\\(ud[89a-f][\da-f]{2}|.)/g, (whole, escaped: string) =>
    escaped.length > 1 ? '\ufffd' : whole,
  );
}
