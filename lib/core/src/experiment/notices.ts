import type { IncidentEvent } from '../transcripts';
import { consoleNotice, type ProgressListener } from './progress';

/** Tells of what an endpoint does otherwise than asked, each thing once a run. Attempts that fail are counted, not told. */
export class Notices {
  private readonly told = new Set<string>();

  constructor(private readonly listener: ProgressListener) {}

  tell({ kind, text }: Pick<IncidentEvent, 'kind' | 'text'>): void {
    if (kind === 'retry' || kind === 'time-out') return;
    // Cut prompts differ in their sizes, and are one thing.
    const what = kind === 'prompt cut' ? kind : text;
    if (this.told.has(what)) return;
    this.told.add(what);
    this.say(text);
  }

  say(text: string): void {
    (this.listener.notice ?? consoleNotice)(text);
  }
}
