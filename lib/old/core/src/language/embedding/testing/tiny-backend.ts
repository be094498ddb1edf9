import type { Embedded, EmbeddingBackend } from '../sentence-embedder';

/** Letters a, b and c counted: vectors that a test can work out by hand. Remembers what it was asked for. */
export class TinyBackend implements EmbeddingBackend {
  readonly dimensions = 3;
  readonly maxTokens = 4;
  /** Every text it was asked for. */
  readonly asked: string[] = [];
  /** Texts a delivery. */
  chunk = 2;
  /** Turns into an error after so many deliveries. */
  deliveries = Infinity;
  pauseMs = 0;

  constructor(
    readonly name = 'tiny',
    readonly fingerprint = '1',
  ) {}

  async embed(texts: readonly string[], deliver: (embedded: readonly Embedded[]) => void): Promise<void> {
    this.asked.push(...texts);
    const all = texts.map((text, index) => ({ index, vector: this.vector(text), tokens: text.length }));
    // Last first: the order of delivery is not the order of asking.
    for (let end = all.length; end > 0; end -= this.chunk) {
      if (this.deliveries-- <= 0) throw new Error('the lights went out');
      if (this.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
      deliver(all.slice(Math.max(0, end - this.chunk), end));
    }
  }

  vector(text: string): Float32Array {
    return Float32Array.from(['a', 'b', 'c'], (letter) => text.split(letter).length - 1);
  }

  close(): void {}
}
