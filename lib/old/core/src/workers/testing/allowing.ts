/** A time in which an endpoint allows so much. */
export interface AllowedPhase {
  readonly perMinute: number;
  readonly seconds: number;
}

export interface AllowingEndpoint {
  /** The phase of now, from 0; the number of phases once all are over. */
  phase(): number;
  turnedAway(): number;
  /** Null for a request that is allowed, or how long the endpoint says to wait, in milliseconds: whole seconds. */
  refuses(): number | null;
}

const tickMs = 20;
/** What may be sent at once after a rest, where a second's worth is less. */
const fewest = 5;

/**
 * An endpoint that allows so many requests a minute, counted by seconds, in each of these phases from now on. Its time is
 * that of its timer, so that a busy machine makes its minutes longer, and not its limits smaller.
 */
export function allowing(phases: readonly AllowedPhase[]): AllowingEndpoint {
  let [left, ticks, turnedAway] = [fewest, 0, 0];
  const phase = (): number => {
    let end = 0;
    const found = phases.findIndex(({ seconds }) => (end += (1000 * seconds) / tickMs) > ticks);
    return found < 0 ? phases.length : found;
  };
  const perMs = (): number => (phases[phase()]?.perMinute ?? 0) / 60_000;
  const timer = setInterval(() => {
    ticks++;
    left = Math.min(Math.max(fewest, 1000 * perMs()), left + tickMs * perMs());
    if (phase() === phases.length) clearInterval(timer);
  }, tickMs);
  return {
    phase,
    turnedAway: () => turnedAway,
    refuses() {
      if (left >= 1) {
        left--;
        return null;
      }
      turnedAway++;
      return perMs() === 0 ? 1000 : 1000 * Math.ceil((1 - left) / perMs() / 1000);
    },
  };
}
