import type { Elimination } from '../more/elimination';

/**
 * Instant-runoff as an elimination: first places among those standing are the scores, and the lowest leave.
 * @param ranks - each option's rank in an order of the options: of several lowest, only the last in it leaves
 */
export function fewestFirstPlaces(ranks?: readonly number[]): Elimination {
  return {
    score({ profile, standing, scores }) {
      const { orders, lengths, weights, size } = profile;
      const m = standing.length;
      scores.fill(0);
      for (let ballot = 0; ballot < size; ballot++) {
        const end = ballot * m + (lengths[ballot] as number);
        let at = ballot * m;
        while (at < end && standing[orders[at] as number] === 0) at++;
        if (at === end) continue;
        const first = orders[at] as number;
        scores[first] = (scores[first] as number) + (weights[ballot] as number);
      }
    },
    mark({ standing, scores, doomed }) {
      const lowest = scores.reduce(
        (least, score, option) => (standing[option] ? Math.min(least, score) : least),
        Infinity,
      );
      const lowestOptions = [...standing.keys()].filter(
        (option) => standing[option] === 1 && scores[option] === lowest,
      );
      const leaving =
        ranks === undefined
          ? lowestOptions
          : [lowestOptions.reduce((a, b) => ((ranks[a] as number) > (ranks[b] as number) ? a : b))];
      for (const option of leaving) doomed[option] = 1;
      return leaving.length;
    },
  };
}
