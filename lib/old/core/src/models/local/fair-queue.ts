/** A queue in which several runs take turns. Each run gets the same share, however many items it adds at once. */
export class FairQueue<Item> {
  /** Waiting items by run; the run whose turn is next comes first. */
  private readonly lines = new Map<string, Item[]>();

  get size(): number {
    let waiting = 0;
    for (const line of this.lines.values()) waiting += line.length;
    return waiting;
  }

  add(run: string, item: Item): void {
    const line = this.lines.get(run);
    if (line === undefined) this.lines.set(run, [item]);
    else line.push(item);
  }

  /** The next item, without removing it. */
  peek(): Item | undefined {
    const [line] = this.lines.values();
    return line?.[0];
  }

  /** Removes and returns the next item; its run moves to the end. */
  take(): Item | undefined {
    const [turn] = this.lines;
    if (turn === undefined) return undefined;
    const [run, line] = turn;
    const item = line.shift();
    this.lines.delete(run);
    if (line.length > 0) this.lines.set(run, line);
    return item;
  }

  /** @returns whether the item was waiting */
  remove(run: string, item: Item): boolean {
    const line = this.lines.get(run);
    const at = line?.indexOf(item) ?? -1;
    if (line === undefined || at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) this.lines.delete(run);
    return true;
  }

  takeAll(): Item[] {
    const all = [...this.lines.values()].flat();
    this.lines.clear();
    return all;
  }
}
