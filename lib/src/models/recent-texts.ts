/** A text that was counted: where its lines end, and the count up to each of these places. */
export interface CountedText {
  readonly text: string;
  readonly ends: number[];
  readonly totals: number[];
}

/** A text of which nothing is counted yet. */
export function fresh(text: string): CountedText {
  return { text, ends: [], totals: [] };
}

/** A text's first characters; texts that differ in them share nothing that is worth a look. */
const headLength = 64;

/**
 * The last few texts that were counted line by line, so that a text that begins like one of them need only be counted
 * from where the two part. Finding that place takes a few comparisons of long stretches.
 */
export class RecentTexts {
  private readonly recent: (CountedText & { readonly head: string })[] = [];

  constructor(private readonly size: number) {}

  /**
   * A text as far as one of the last few tells its count: up to the line before the one in which the two part, since
   * where a line ends depends on how the next one begins.
   */
  longestStart(text: string): CountedText {
    let best: CountedText | undefined;
    let lines = 0;
    for (const known of this.recent) {
      if (known.text === text) return known;
      if (!text.startsWith(known.head)) continue;
      const whole = linesWithin(known, sharedLength(known.text, text)) - 1;
      if (whole > lines) [best, lines] = [known, whole];
    }
    if (best === undefined) return fresh(text);
    return { text, ends: best.ends.slice(0, lines), totals: best.totals.slice(0, lines) };
  }

  /** Takes a text that is counted to its end, in place of the one that was not asked for the longest. */
  remember(counted: CountedText): void {
    const place = this.recent.findIndex((known) => known.text === counted.text);
    const entry = place < 0 ? { ...counted, head: counted.text.slice(0, headLength) } : this.recent[place]!;
    if (place >= 0) this.recent.splice(place, 1);
    else if (this.recent.length >= this.size) this.recent.pop();
    this.recent.unshift(entry);
  }
}

/** Lines that end within the first `length` characters; the last one is none, as it need not end where the text does. */
function linesWithin({ ends }: CountedText, length: number): number {
  let lines = 0;
  while (lines < ends.length - 1 && (ends[lines] as number) <= length) lines++;
  return lines;
}

/** How many characters two texts have in common from the start. */
function sharedLength(a: string, b: string): number {
  let length = 0;
  for (let step = 1024; step >= 1;) {
    const next = length + step;
    const alike = next <= a.length && next <= b.length && a.slice(length, next) === b.slice(length, next);
    if (alike) length = next;
    else step >>= 1;
  }
  return length;
}
