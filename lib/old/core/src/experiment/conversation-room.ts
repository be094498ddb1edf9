/**
 * How many collaborations may be open with a model that remembers few conversations. Each agent has a conversation of its
 * own: with too many of them in turn, the model would read every prompt from the beginning again. One collaboration is
 * always open, whatever its size. Until the first one shows how many agents there are, it is the only one.
 */
export class ConversationRoom {
  private open = 0;
  /** The most agents of a collaboration so far. */
  private agents: number | null = null;
  private readonly waiting: (() => void)[] = [];

  /** @param conversations - how many the model remembers; undefined for any number */
  constructor(private readonly conversations: number | undefined) {}

  /** Waits until one more collaboration has room. */
  async enter(): Promise<void> {
    while (!this.hasRoom()) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.open++;
  }

  learn(agents: number): void {
    this.agents = Math.max(this.agents ?? 0, agents);
    this.wake();
  }

  leave(): void {
    this.open--;
    this.wake();
  }

  private hasRoom(): boolean {
    if (this.conversations === undefined || this.open === 0) return true;
    return this.agents !== null && (this.open + 1) * this.agents <= this.conversations;
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
