/** How long to wait for further calls, in milliseconds. */
export interface Patience {
  /** Once every part of the program waits for an answer. */
  readonly quietMs: number;
  /** While some part does not, such as one that runs a tool or waits for a budget. */
  readonly busyMs: number;
}

/**
 * Gathers calls until no further calls are expected. This is counted, not timed, if the parts of the program that ask
 * have announced themselves (`join`): as soon as as many collaborations wait for answers as there are such parts, all
 * calls that are known have come. A short quiet time lets the other calls of the same moment come, too.
 */
export class Gathering<Call> {
  private gathered: Call[] = [];
  private asking = 0;
  /** How many answers each collaboration waits for, of gathered calls and of others. */
  private readonly waiting = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;

  /** @param send - is called with everything that was gathered */
  constructor(
    private readonly patience: Patience,
    private readonly send: (calls: Call[]) => void,
  ) {}

  /** Announces a part of the program that plays one collaboration after the other. @returns ends this */
  join(): () => void {
    this.asking++;
    return once(() => {
      this.asking--;
      this.arrange();
    });
  }

  /** A collaboration waits for an answer from here on. @returns ends this */
  enter(collaboration: number): () => void {
    this.waiting.set(collaboration, (this.waiting.get(collaboration) ?? 0) + 1);
    return once(() => {
      const left = (this.waiting.get(collaboration) ?? 1) - 1;
      if (left === 0) this.waiting.delete(collaboration);
      else this.waiting.set(collaboration, left);
      this.arrange();
    });
  }

  add(call: Call): void {
    this.gathered.push(call);
    this.arrange();
  }

  /** Drops what was gathered. */
  close(): void {
    clearTimeout(this.timer);
    this.gathered = [];
  }

  private arrange(): void {
    clearTimeout(this.timer);
    if (this.gathered.length === 0) return;
    const { quietMs, busyMs } = this.patience;
    const allWait = this.waiting.size >= this.asking;
    this.timer = setTimeout(
      () => {
        const calls = this.gathered;
        this.gathered = [];
        this.send(calls);
      },
      allWait ? quietMs : busyMs,
    );
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
