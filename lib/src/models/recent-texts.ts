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

/** Texts that differ in their first characters share nothing that is worth a look. */
const headLength = 128;

/**
 * The last few texts that were counted line by line, so that a text that begins like one of them need only be counted
 * from where the two part. Finding that place takes a few comparisons of long stretches, which cost next to nothing.
 */
export class RecentTexts {
  /** Latest first. */
  private readonly recent: { readonly head: string; readonly counted: CountedText }[] = [];

  constructor(private readonly size: number) {}

  /** The count of a text, if this is one of the last few and was counted to its end. */
  find(text: string): CountedText | undefined {
    const place = this.recent.findIndex(
      ({ counted }) => counted.text === text && counted.ends.at(-1) === text.length,
    );
    if (place > 0) this.recent.unshift(...this.recent.splice(place, 1));
    return place < 0 ? undefined : this.recent[0]?.counted;
  }

  /**
   * A new text as far as one of the last few tells its count: up to the line before the one in which the two part,
   * since where a line ends depends on how the next one begins. To be counted to its end by the caller.
   */
  begin(text: string): CountedText {
    const head = text.slice(0, headLength);
    let best = fresh(text);
    let lines = 0;
    for (const known of this.recent) {
      if (known.head !== head) continue;
      const whole = linesWithin(known.counted, sharedLength(known.counted.text, text)) - 1;
      if (whole > lines) [best, lines] = [known.counted, whole];
      if (lines > known.counted.ends.length / 2) break;
    }
    const counted = { text, ends: best.ends.slice(0, lines), totals: best.totals.slice(0, lines) };
    if (this.recent.length >= this.size) this.recent.pop();
    this.recent.unshift({ head, counted });
    return counted;
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
