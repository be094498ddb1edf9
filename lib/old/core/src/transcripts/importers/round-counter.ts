/**
 * Divides a talk into rounds. A new round begins when a speaker speaks for a second time, unless nobody else has spoken
 * in between.
 */
export function roundCounter(): (speaker: string) => number {
  let round = 1;
  let spoken = new Set<string>();
  let last: string | null = null;
  return (speaker) => {
    if (speaker !== last && spoken.has(speaker)) {
      round++;
      spoken = new Set();
    }
    spoken.add(speaker);
    last = speaker;
    return round;
  };
}
