import type { IncidentEvent } from '../transcripts';
import { consoleNotice, type ProgressListener } from './progress';

/**
 * Reports what an endpoint does differently than requested, each kind once per run. Failed attempts are counted, not
 * reported.
 */
export class Notices {
  private readonly told = new Set<string>();

  constructor(private readonly listener: ProgressListener) {}

  tell({ kind, text }: Pick<IncidentEvent, 'kind' | 'text'>): void {
    if (kind === 'retry' || kind === 'time-out') return;
    // Incidents of cut prompts differ in their sizes, but are reported once.
    const what = kind === 'prompt cut' ? kind : text;
    if (this.told.has(what)) return;
    this.told.add(what);
    this.say(text);
  }

  say(text: string): void {
    (this.listener.notice ?? consoleNotice)(text);
  }
}
