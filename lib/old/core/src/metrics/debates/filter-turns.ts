import { AgoraError } from 'agora-voting';
import type { FullDebate, Viewpoint } from './full-debate';
import type { ReplaySettings } from './replay';

/** The effect of the filter on one turn. */
export interface ReplayedTurn {
  readonly round: number;
  readonly agent: string;
  /** The authors of the texts that it still reads. */
  readonly kept: readonly string[];
  readonly dropped: readonly { readonly from: string; readonly why: 'own view' | 'already seen' }[];
  /** Whether it has nothing left to read and has its own view, so that it would not be asked. */
  readonly silent: boolean;
}

/**
 * S2-MAD's redundancy filter and participation rule on recorded texts, for every round from the second. Texts are
 * processed in roster order. A text is dropped if it is similar to the agent's own text of the previous round, or to
 * one that the agent keeps in this round or (`seen: 'debate'`) kept in an earlier round that did not fail. Blank
 * texts are ignored. An agent without its own view (a text that is similar to itself) is never silent.
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
      // What a failed turn showed does not count as received, as in the protocol. An agent that reads a summary reads
      // all of it.
      const failed = rounds[round - 1]?.[agent]?.fresh !== true;
      if (!silent && !failed) received[agent]?.push(...(reads === 'summary' ? before : kept));
      turns.push({ round, agent: name, kept: kept.map((view) => agents[view.agent] ?? ''), dropped, silent });
    });
  }
  return turns;
}

/** The answers that a summariser would report if it reports each view once: those that express a new view. */
export function distinctViews(
  views: readonly Viewpoint[],
  isSimilar: (a: Viewpoint, b: Viewpoint) => boolean,
): Viewpoint[] {
  const kept: Viewpoint[] = [];
  for (const view of views)
    if (view.text.trim() !== '' && !kept.some((other) => isSimilar(other, view))) kept.push(view);
  return kept;
}

/** Whether two viewpoints of one debate are similar, at a threshold (null: by answer). */
type Likeness = (threshold: number | null) => (a: Viewpoint, b: Viewpoint) => boolean;

/**
 * By answer: equal keys are similar; an unreadable text is similar to nothing. By cosine: similar from the threshold
 * up; blank texts are similar to nothing and are not embedded.
 * @throws AgoraError 'setting' when there is not exactly one cosine per pair of texts, or when one is outside -1 to 1
 */
export async function likenessOf(debate: FullDebate, cosines: ReplaySettings['cosines']): Promise<Likeness> {
  if (cosines === undefined)
    return () => (a, b) => a.answer !== null && b.answer !== null && a.answer.key === b.answer.key;
  const texts = [...new Set(debate.rounds.flat().map(({ text }) => text))].filter(
    (text) => text.trim() !== '',
  );
  const places = new Map(texts.map((text, place) => [text, place]));
  const matrix = texts.length === 0 ? [] : await cosines(texts);
  requireCosines(matrix, texts.length);
  return (threshold) => (a, b) => {
    const [one, other] = [places.get(a.text), places.get(b.text)];
    if (one === undefined || other === undefined || threshold === null) return false;
    // Equal texts are similar, even if rounding makes their cosine smaller.
    const cosine = one === other ? 1 : (matrix[one]?.[other] ?? -1);
    return cosine >= threshold;
  };
}

/** Rounding may make a cosine exceed 1 by a few units in the last place of a single-precision number. */
const rounding = 1e-5;

function requireCosines(matrix: readonly (readonly number[])[], size: number): void {
  if (matrix.length !== size || matrix.some((row) => row.length !== size))
    throw new AgoraError(
      'setting',
      `replayDebates: "cosines" must give ${size} rows of ${size} numbers for ${size} texts, got ${matrix.length} rows`,
    );
  for (const row of matrix)
    for (const cosine of row)
      if (!(Math.abs(cosine) <= 1 + rounding))
        throw new AgoraError(
          'setting',
          `replayDebates: "cosines" must be numbers from -1 to 1, got ${cosine}`,
        );
}
