/** The number of tokens that two lists share from the beginning. */
export function sharedPrefix(one: readonly number[], other: readonly number[]): number {
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most; at++) if (one[at] !== other[at]) return at;
  return most;
}

/**
 * A sequence of the context: the tokens that it has read, the conversation they belong to, and whether it is in use.
 */
export interface Place {
  readonly tokens: readonly number[];
  readonly conversation: string;
  readonly busy: boolean;
  /** When it was last used, as a number of calls. The sequence that was unused longest is reused first. */
  readonly lastUsed: number;
}

/**
 * Chooses the free sequence for a prompt: the one that has already read most of it, if that is at least half of the
 * prompt. Otherwise the last sequence of this conversation, since an agent's prompts begin alike. Otherwise the one
 * that was unused longest, so that agents with similar prompts do not displace each other.
 * @returns its index in the list; -1 if all are busy
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
