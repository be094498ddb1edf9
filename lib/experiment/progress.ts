import { AgoraError } from '../error';
import type { Usage } from '../models/model';

/**
 * Returns the notebook cell that is running, or undefined outside a notebook. Interrupting the cell aborts `signal`.
 */
export const notebookCell = (): { readonly signal: AbortSignal; status(text: string): void } | undefined =>
  (globalThis as { [key: symbol]: ReturnType<typeof notebookCell> })[Symbol.for('agora-lab.cell')];

/** The progress of a run. */
export interface Progress {
  readonly collaborations: number;
  readonly of: number;
  /** The number of replies received during this call to `experiment`. */
  readonly replies: number;
  /** The number of stored replies that this call to `experiment` used. */
  readonly knownReplies: number;
  readonly tokens: number;
  readonly questions: number;
  readonly unusable: number;
  /** The estimated number of seconds left, based on the pace so far. Null until a collaboration is finished. */
  readonly secondsLeft: number | null;
}

/** Counts the events of a run, and reports progress at most twice a second. */
export class Tally {
  private collaborations = 0;
  /** The number of collaborations that had already finished when this process joined the run. */
  private foundFinished: number | undefined;
  private replies = 0;
  private knownReplies = 0;
  private tokens = 0;
  private questions = 0;
  private unusable = 0;
  private readonly reasons = new Map<string, number>();
  private readonly start = Date.now();
  private told = Date.now();
  private readonly tell: (progress: Progress) => void;

  constructor(
    private readonly of: number,
    /** The folder that stores the run, or undefined if the run is in memory. */
    private readonly folder: string | undefined,
    tell?: (progress: Progress) => void,
  ) {
    this.tell = tell ?? progressLine;
  }

  addCollaboration(): void {
    this.collaborations++;
    this.tellNow();
  }

  /** Sets the number of finished collaborations, including those that other processes played. */
  setCollaborations(finished: number): void {
    this.foundFinished ??= finished;
    this.collaborations = finished;
    this.tellNow();
  }

  addReply({ input, output }: Usage): void {
    this.replies++;
    this.tokens += input + output;
    this.tellNow();
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
    if (this.tell !== progressLine) return;
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
    if (this.unusable * 20 <= this.questions || this.tell !== progressLine) return;
    console.warn(
      `${this.unusable} of ${this.questions} questions got no usable answer, mostly because ${this.commonestReason()}. ` +
        'To measure the share of unusable answers, use columns.decisions.unusable.',
    );
  }

  private commonestReason(): string {
    const [commonest] = [...this.reasons].sort(([, one], [, other]) => other - one)[0] ?? ['unknown'];
    return commonest;
  }

  private tellNow(): void {
    const now = Date.now();
    if (now - this.told < (this.tell === progressLine ? pauseBetweenLines() : 500)) return;
    this.told = now;
    const { collaborations, of, replies, knownReplies, tokens, questions, unusable } = this;
    const own = collaborations - (this.foundFinished ?? 0);
    const pace = replies === 0 || own <= 0 ? null : (now - this.start) / 1000 / own;
    const secondsLeft = pace === null ? null : Math.round(pace * (of - collaborations));
    this.tell({ collaborations, of, replies, knownReplies, tokens, questions, unusable, secondsLeft });
  }
}

/**
 * The number of milliseconds between progress lines. In a log, a new line appears every half minute. In a terminal or
 * cell, a single line is updated.
 */
const pauseBetweenLines = (): number =>
  notebookCell() === undefined && !process.stderr.isTTY ? 30_000 : 500;

/** Prints a progress line. In a terminal or below a notebook cell, the line replaces the previous one. */
function progressLine(progress: Progress): void {
  const { collaborations, of, replies, tokens, unusable, secondsLeft } = progress;
  const parts = [
    `${collaborations} of ${of} collaborations`,
    `${replies} replies`,
    `${tokens} tokens`,
    ...(unusable > 0 ? [`${unusable} unusable`] : []),
    ...(secondsLeft === null ? [] : [`about ${secondsLeft} s left`]),
  ];
  const cell = notebookCell();
  if (cell !== undefined) cell.status(parts.join(', '));
  else if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${parts.join(', ')}`);
  else process.stderr.write(`${parts.join(', ')}\n`);
}
