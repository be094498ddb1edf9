import { AgoraError } from '../error';
import type { Usage } from '../models/model';

/**
 * Returns the notebook cell that is running, or undefined outside a notebook. Interrupting the cell aborts `signal`.
 */
export const notebookCell = (): { readonly signal: AbortSignal; status(text: string): void } | undefined =>
  (globalThis as { [key: symbol]: ReturnType<typeof notebookCell> })[Symbol.for('agora-lab.cell')];

/**
 * Counts the events of a run, and shows its progress. In a terminal or notebook, the progress line changes at most
 * twice a second. In a log, a new line appears every half minute.
 */
export class Tally {
  private collaborations = 0;
  /** The number of collaborations that had already finished when this process joined the run. */
  private foundFinished: number | undefined;
  /** The number of replies received during this call to `experiment`. */
  private replies = 0;
  /** The number of stored replies that this call to `experiment` used. */
  private knownReplies = 0;
  private tokens = 0;
  private questions = 0;
  private unusable = 0;
  private readonly reasons = new Map<string, number>();
  private readonly start = Date.now();
  private shown = Date.now();

  constructor(
    private readonly of: number,
    /** The folder that stores the run, or undefined if the run is in memory. */
    private readonly folder: string | undefined,
    /** Whether to show the progress, the totals and warnings. */
    private readonly isShown: boolean,
  ) {}

  addCollaboration(): void {
    this.collaborations++;
    this.show();
  }

  /** Sets the number of finished collaborations, including those that other processes played. */
  setCollaborations(finished: number): void {
    this.foundFinished ??= finished;
    this.collaborations = finished;
    this.show();
  }

  addReply({ input, output }: Usage): void {
    this.replies++;
    this.tokens += input + output;
    this.show();
  }

  addKnownReply(): void {
    this.knownReplies++;
  }

  addQuestion(): void {
    this.questions++;
  }

  addUnusable(reason: string): void {
    this.unusable++;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  /** Whether there were at least 20 questions and none of them got a usable answer. */
  get isHopeless(): boolean {
    return this.questions >= 20 && this.unusable === this.questions;
  }

  get isMostlyUnusable(): boolean {
    return this.unusable * 2 > this.questions;
  }

  /** Returns the error for a run that has too few usable answers. */
  error(): AgoraError {
    const reason = this.commonestReason();
    const advice = /cut off|thinking/.test(reason) ? ' Raise sampling.maxTokens.' : '';
    return new AgoraError(
      `${this.unusable} of ${this.questions} questions got no usable answer, mostly because ${reason}.${advice} ` +
        'The "unusable" events list every reason.' +
        (this.folder === undefined ? '' : ` Read them with openRun(${JSON.stringify(this.folder)}).`),
      'endpoint',
    );
  }

  /** Prints a line about the run, in place of the progress line. */
  notice(text: string): void {
    if (process.stderr.isTTY && notebookCell() === undefined) process.stderr.write('\r\u001b[K');
    console.warn(text);
  }

  /** In a terminal or script, prints the totals and the folder of the run. */
  end(): void {
    if (!this.isShown) return;
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    if (this.folder === undefined || notebookCell() !== undefined) return;
    const { collaborations, of, replies, knownReplies, tokens } = this;
    if (replies + knownReplies === 0) return;
    const known = knownReplies > 0 ? ` and ${knownReplies} stored replies` : '';
    process.stderr.write(
      `${collaborations} of ${of} collaborations, ${replies} replies${known}, ${tokens} tokens. Stored in ${this.folder}; remove the folder to start over.\n`,
    );
  }

  /** Warns if many questions got no usable answer, because this problem may not be visible in tables. */
  warnOfUnusable(): void {
    if (this.unusable * 20 <= this.questions || !this.isShown) return;
    console.warn(
      `${this.unusable} of ${this.questions} questions got no usable answer, mostly because ${this.commonestReason()}. ` +
        'To measure the share of unusable answers, use columns.decisions.unusable.',
    );
  }

  private commonestReason(): string {
    const [commonest] = [...this.reasons].sort(([, one], [, other]) => other - one)[0] ?? ['unknown'];
    return commonest;
  }

  /** Shows a progress line. In a terminal or below a notebook cell, the line replaces the previous one. */
  private show(): void {
    const now = Date.now();
    const cell = notebookCell();
    const isReplaced = cell !== undefined || process.stderr.isTTY;
    if (!this.isShown || now - this.shown < (isReplaced ? 500 : 30_000)) return;
    this.shown = now;
    const { collaborations, of, replies, tokens, unusable } = this;
    const own = collaborations - (this.foundFinished ?? 0);
    const secondsEach = replies === 0 || own <= 0 ? null : (now - this.start) / 1000 / own;
    const line = [
      `${collaborations} of ${of} collaborations`,
      `${replies} replies`,
      `${tokens} tokens`,
      ...(unusable > 0 ? [`${unusable} unusable`] : []),
      ...(secondsEach === null ? [] : [`about ${Math.round(secondsEach * (of - collaborations))} s left`]),
    ].join(', ');
    if (cell !== undefined) cell.status(line);
    else process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  }
}
