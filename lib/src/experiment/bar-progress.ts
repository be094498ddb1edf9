import { SingleBar } from 'cli-progress';
import { progressText, type ProgressListener } from './progress';

/** A progress bar on standard error, for terminals. */
export function barProgress(): ProgressListener {
  let bar: SingleBar | undefined;
  return {
    update(progress) {
      if (bar === undefined) {
        bar = new SingleBar({
          format: '{name} [{bar}] {text}',
          barsize: 20,
          hideCursor: true,
          clearOnComplete: false,
          gracefulExit: false,
          linewrap: false,
          stream: process.stderr,
        });
        bar.start(progress.requested, progress.finished, {
          name: progress.name,
          text: progressText(progress),
        });
      }
      bar.update(progress.finished, { name: progress.name, text: progressText(progress) });
    },
    end(progress) {
      bar?.update(progress.finished, { name: progress.name, text: progressText(progress) });
      bar?.stop();
      bar = undefined;
    },
  };
}
