import { passingText, type NotebookCell } from '../notebook';
import { consoleNotice, progressText, type Progress, type ProgressListener } from './progress';

/**
 * In milliseconds: how long a cell's runs may take together before a line is shown, and the interval between two
 * updates.
 */
const patience = 500;

/** The lines of one cell's runs, one per run. */
interface Board {
  readonly since: number;
  readonly lines: Map<ProgressListener, string>;
  readonly write: (text: string) => void;
  shown: number;
}
const boards = new WeakMap<NotebookCell, Board>();

/** Shows a line beneath the running notebook cell, which disappears when the cell ends. */
export function cellProgress(cell: NotebookCell): ProgressListener {
  const now = Date.now();
  const board = boards.get(cell) ?? { since: now, lines: new Map(), write: passingText(cell), shown: now };
  boards.set(cell, board);
  const show = () => {
    if (Date.now() - board.shown < patience || board.lines.size === 0) return;
    board.shown = Date.now();
    board.write([...board.lines.values()].join('\n'));
  };
  // A slow model may report nothing for long, but the line must appear anyway.
  const timer = setInterval(show, patience).unref();
  let tail = '';
  const listener: ProgressListener = {
    update(progress: Progress) {
      board.lines.set(listener, progressText(progress) + tail);
      show();
    },
    stopping(progress) {
      tail = ' | stopping after the calls in flight; interrupt again to leave them';
      board.shown = 0;
      listener.update(progress);
    },
    notice: consoleNotice,
    end() {
      clearInterval(timer);
      board.lines.delete(listener);
    },
  };
  return listener;
}
