/**
 * Counts rounds in a talk without any: a new one begins when somebody speaks again who has spoken in it, unless nobody
 * else has spoken in between.
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
