import type { RoundTurns } from './turns';

/** How many agents took part in a round. */
export interface Participation {
  readonly round: number;
  /** Debates that played this round. */
  readonly debates: number;
  readonly asked: number;
  readonly silent: number;
  /** Asked among asked and silent, in the debates that played this round; null when there were no turns. */
  readonly rate: number | null;
  /** Asked among the agents of all debates, those that were over by then included: what P of the formulas stands for. */
  readonly rateOfAll: number | null;
}

export function participationByRound(
  rows: readonly { readonly agents: number; readonly turns: readonly RoundTurns[] }[],
): Participation[] {
  const last = rows.reduce((most, { turns }) => Math.max(most, turns.length), 0);
  // Paths of one agent are turns too, so that self-consistency with 40 paths has 40 takers in its only round.
  const takers = rows.reduce(
    (sum, { agents, turns }) => sum + Math.max(agents, (turns[0]?.asked ?? 0) + (turns[0]?.silent ?? 0)),
    0,
  );
  return Array.from({ length: last }, (_, place) => {
    const played = rows.flatMap(({ turns }) => turns[place] ?? []);
    const asked = played.reduce((sum, turn) => sum + turn.asked, 0);
    const silent = played.reduce((sum, turn) => sum + turn.silent, 0);
    return {
      round: place + 1,
      debates: played.length,
      asked,
      silent,
      rate: asked + silent > 0 ? asked / (asked + silent) : null,
      rateOfAll: takers > 0 ? asked / takers : null,
    };
  });
}
