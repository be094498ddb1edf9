import type { JsonObject } from 'agora-voting/internal';
import { type AnyExperiment, toShare } from './configuration';
import { Journal } from './journal';
import { QueueServer } from './queue';

/** A run that workers can play now. */
export interface Shared {
  readonly name: string;
  readonly collaborations: number;
  /** Collaborations that are still to be played. */
  readonly open: number;
}

/**
 * Puts a run into a journal, and its collaborations into a queue. The same run again fills the queue with what is still
 * to be played, so a queue may be lost.
 * @param config - what workers make the experiment from
 * @throws AgoraError 'stale-run' when another configuration has this name; 'journal', 'queue', 'missing-package'
 */
export async function shareRun(
  options: AnyExperiment,
  config: JsonObject,
  at: { readonly queue: string; readonly journal: string },
): Promise<Shared> {
  const journal = await Journal.open(at.journal, 'agora serve-run');
  try {
    const queues = await QueueServer.open(at.queue, 'agora serve-run');
    await journal.prepare();
    const run = await journal.share(await toShare(options, config));
    const open = await journal.open(run);
    await queues.fill(run, open);
    return { name: run.name, collaborations: run.description.collaborations, open: open.length };
  } finally {
    await journal.close();
  }
}
