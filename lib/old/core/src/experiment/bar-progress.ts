import { SingleBar } from 'cli-progress';
import { progressText, type Progress, type ProgressListener } from './progress';

const barsize = 20;

/**
 * A progress bar in one line of a terminal, cut at the right edge. Once the run is told to stop, the bar does not
 * return.
 */
export function barProgress(stream: NodeJS.WriteStream = process.stderr): ProgressListener {
  const bar = new SingleBar({
    format: '[{bar}] {text}',
    barsize,
    hideCursor: true,
    gracefulExit: false,
    stream,
  });
  let state: 'new' | 'drawn' | 'over' = 'new';
  // Leaves space for two brackets and a space, and for the last column, since writing there would break the line.
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
    // Clears the bar's line for the text, and draws the bar again on the next line.
    notice: (text) => void stream.write(state === 'drawn' ? `\r\u001b[2K${text}\n` : `${text}\n`),
    end: stop,
  };
}
