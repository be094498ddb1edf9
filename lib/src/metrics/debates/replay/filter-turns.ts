import type { FullDebate, Viewpoint } from './full-debate';

/** What the filter makes of one turn. */
export interface ReplayedTurn {
  readonly round: number;
  readonly agent: string;
  /** Whose texts it still reads. */
  readonly kept: readonly string[];
  readonly dropped: readonly { readonly from: string; readonly why: 'own view' | 'already seen' }[];
  /** Nothing is left to read, and it has a view of its own: it would not be asked. */
  readonly silent: boolean;
}

/**
 * S2-MAD's redundancy filter and participation rule on recorded texts, for every round from the second. Texts are taken in
 * roster order; one is dropped when it is similar to the agent's own of the round before, or to one that the agent keeps,
 * in this round or (seen `debate`) in an earlier one that did not fail. Blank texts are nothing to read. An agent without a view of its own,
 * one that is like itself, is never silent.
 */
export function filterTurns(
  { agents, rounds }: FullDebate,
  isSimilar: (a: Viewpoint, b: Viewpoint) => boolean,
  { reads, seen }: { readonly reads: 'answers' | 'summary'; readonly seen: 'debate' | 'round' },
): ReplayedTurn[] {
  const received = agents.map((): Viewpoint[] => []);
  const turns: ReplayedTurn[] = [];
  for (let round = 2; round <= rounds.length; round++) {
    const before = (rounds[round - 2] ?? []).filter(({ text }) => text.trim() !== '');
    agents.forEach((name, agent) => {
      const own = before.find((view) => view.agent === agent);
      const known = seen === 'debate' ? (received[agent] ?? []) : [];
      const kept: Viewpoint[] = [];
      const dropped: ReplayedTurn['dropped'][number][] = [];
      for (const view of before) {
        if (view.agent === agent) continue;
        const from = agents[view.agent] ?? '';
        if (own !== undefined && isSimilar(own, view)) dropped.push({ from, why: 'own view' });
        else if ([...known, ...kept].some((other) => isSimilar(other, view)))
          dropped.push({ from, why: 'already seen' });
        else kept.push(view);
      }
      const silent = kept.length === 0 && own !== undefined && isSimilar(own, own);
      // What a failed turn showed counts as not received, as in the protocol. Who reads a summary reads all that is in it.
      const failed = rounds[round - 1]?.[agent]?.fresh !== true;
      if (!silent && !failed) received[agent]?.push(...(reads === 'summary' ? before : kept));
      turns.push({ round, agent: name, kept: kept.map((view) => agents[view.agent] ?? ''), dropped, silent });
    });
  }
  return turns;
}

/** The answers among which a summariser would tell each view once: those whose view nobody before them put. */
export function distinctViews(
  views: readonly Viewpoint[],
  isSimilar: (a: Viewpoint, b: Viewpoint) => boolean,
): Viewpoint[] {
  const kept: Viewpoint[] = [];
  for (const view of views)
    if (view.text.trim() !== '' && !kept.some((other) => isSimilar(other, view))) kept.push(view);
  return kept;
}
