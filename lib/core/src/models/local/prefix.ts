/** How many tokens two texts have in common from their beginning. */
export function sharedPrefix(one: readonly number[], other: readonly number[]): number {
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most; at++) if (one[at] !== other[at]) return at;
  return most;
}

/** A sequence of the context: the tokens that it has read, whose prompts these were, and whether it is in use now. */
export interface Place {
  readonly tokens: readonly number[];
  readonly conversation: string;
  readonly busy: boolean;
  /** When it was last used, in calls; older ones are given away first. */
  readonly lastUsed: number;
}

/**
 * Which free sequence a prompt goes to: the one that has read most of it already, if that is half of the prompt or more;
 * else the one in which this conversation was last, since an agent's prompts begin alike; else the one that was unused
 * longest, so that agents whose prompts begin alike do not push each other out.
 * @returns its place in the list; -1 when all are busy
 */
export function chooseSequence(
  prompt: readonly number[],
  conversation: string,
  places: readonly Place[],
): number {
  let closest = -1;
  let own = -1;
  let most = -1;
  let oldest = -1;
  places.forEach((place, at) => {
    if (place.busy) return;
    const shared = sharedPrefix(prompt, place.tokens);
    if (shared > most) {
      closest = at;
      most = shared;
    }
    if (place.conversation === conversation) own = at;
    if (oldest < 0 || place.lastUsed < (places[oldest] as Place).lastUsed) oldest = at;
  });
  if (most * 2 >= prompt.length) return closest;
  return own >= 0 ? own : oldest;
}
