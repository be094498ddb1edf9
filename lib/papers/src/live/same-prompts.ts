import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { experiment, Run, type ExperimentOptions } from 'agora-core/experiment';
import { recorded } from 'agora-core/models';
import { type Collaboration, eventsOf } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';

/**
 * Checks that a run which is to be extended would still be asked the same: its first case is replayed from its own replies
 * into a folder that is thrown away. An unfinished case checks itself when it goes on; finished ones would otherwise stand
 * beside others that were asked differently.
 * @throws AgoraError 'stale-run' where a prompt, its sampling or the form of its answer has changed
 */
export async function checkPrompts(options: ExperimentOptions<never, never>): Promise<void> {
  const { folder = '' } = options;
  const first = firstCase(folder);
  if (first === null) return;
  const away = mkdtempSync(join(tmpdir(), 'agora-live-'));
  try {
    const { environment, protocol, seed = 7, name = '' } = options;
    const again = await experiment({
      environment: environment,
      protocol: protocol,
      model: recorded(folder),
      collaborations: 1,
      seed: seed,
      name: name,
      folder: join(away, 'run'),
      cache: false,
      maxFailures: 1,
      concurrency: 1,
      progress: 'none',
      confirm: () => true,
    });
    const replayed = again.finished === 0 ? undefined : again.get(0);
    const before = eventsOf(first, 'failure').filter(({ kind }) => kind === 'failed').length;
    const unasked =
      replayed === undefined ? [] : eventsOf(replayed, 'failure').filter(({ kind }) => kind === 'failed');
    if (replayed === undefined || unasked.length > before) throw stale(unasked[0]?.phase);
  } catch (error) {
    // Where every single call differs, the replay says that the model is not there.
    if (error instanceof AgoraError && error.code === 'model-unavailable') throw stale();
    throw error;
  } finally {
    rmSync(away, { recursive: true, force: true });
  }
}

/** Null where the run is not begun, or its first case is not finished. */
function firstCase(folder: string): Collaboration | null {
  if (!existsSync(join(folder, 'run.json'))) return null;
  for (const one of Run.open(folder)) return one.index === 0 && one.finished !== null ? one : null;
  return null;
}

function stale(phase = 'the first phase'): AgoraError {
  return new AgoraError(
    'stale-run',
    `what is asked has changed since the run began (first in ${phase}), so that new cases would not be like those on record. Play the plan in another folder, or go back to the version that began it.`,
  );
}
