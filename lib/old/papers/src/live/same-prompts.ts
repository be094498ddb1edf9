import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { experiment, Run, type ExperimentOptions } from 'agora-core/experiment';
import { recorded } from 'agora-core/models';
import { type Collaboration, eventsOf } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';

/**
 * Checks that an extended run would still get the same prompts: its first case is replayed from its own replies
 * into a temporary folder. An unfinished case checks itself when it continues. Without this check, finished cases could be
 * mixed with others that got different prompts.
 * @throws AgoraError 'stale-run' where a prompt, its sampling or the form of its answer has changed
 */
export async function checkPrompts(options: ExperimentOptions<never, never>): Promise<void> {
  const { folder = '' } = options;
  const first = firstCase(folder);
  if (first === null) return;
  const away = mkdtempSync(join(tmpdir(), 'agora-live-'));
  try {
    const { environment, protocol, seed = 7, name = '', stop } = options;
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
      ...(stop === undefined ? {} : { stop: stop }),
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
