import { SingleBar } from 'cli-progress';
import { progressText, type Progress, type ProgressListener } from './progress';

const barsize = 20;

/** A progress bar in one line of a terminal, cut at its right edge. It is gone for good once the run is told to stop. */
export function barProgress(stream: NodeJS.WriteStream = process.stderr): ProgressListener {
  const bar = new SingleBar({
    format: '[{bar}] {text}',
    barsize,
    hideCursor: true,
    gracefulExit: false,
    stream,
  });
  let state: 'new' | 'drawn' | 'over' = 'new';
  // Two brackets and a space; and a terminal breaks the line when its last column is written.
  const text = (progress: Progress) =>
    progressText(progress).slice(0, Math.max(0, (stream.columns ?? 80) - barsize - 4));
  const stop = (progress: Progress) => {
    if (state === 'drawn') {
      bar.update(progress.finished, { text: text(progress) });
      bar.stop();
    }
    state = 'over';
  };
  return {
    update(progress) {
      if (state === 'new') bar.start(progress.requested, progress.finished, { text: text(progress) });
      if (state === 'new') state = 'drawn';
      if (state === 'drawn') bar.update(progress.finished, { text: text(progress) });
    },
    stopping: stop,
    // The line of the bar is cleared for the text, and the bar is drawn again on the line beneath.
    notice: (text) => void stream.write(state === 'drawn' ? `\r\u001b[2K${text}\n` : `${text}\n`),
    end: stop,
  };
}
