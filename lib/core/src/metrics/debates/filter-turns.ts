import { AgoraError } from 'agora-voting';
import type { FullDebate, Viewpoint } from './full-debate';
import type { ReplaySettings } from './replay';

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

/** Whether two viewpoints of one debate are similar, at a threshold (null: by answer). */
type Likeness = (threshold: number | null) => (a: Viewpoint, b: Viewpoint) => boolean;

/**
 * By answer: equal keys; an unreadable text is like nothing. By cosine: from the threshold up; blank texts are like nothing
 * and are not sent to be embedded.
 * @throws AgoraError 'setting' when the cosines are not one number for each pair of texts, or not within -1 and 1
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
    // Equal texts are equal, whatever rounding makes of their cosine.
    const cosine = one === other ? 1 : (matrix[one]?.[other] ?? -1);
    return cosine >= threshold;
  };
}

/** Rounding may carry a cosine past 1 by a few units of the last place of a single-precision number. */
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
