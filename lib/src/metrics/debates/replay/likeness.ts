import { AgoraError } from '../../../agora-error';
import type { FullDebate, Viewpoint } from './full-debate';
import type { ResolvedReplay } from './replay-settings';

/** Whether two viewpoints of one debate are similar, at a threshold (null: by answer). */
export type Likeness = (threshold: number | null) => (a: Viewpoint, b: Viewpoint) => boolean;

/**
 * By answer: equal keys; an unreadable text is like nothing. By cosine: from the threshold up; blank texts are like nothing
 * and are not sent to be embedded.
 * @throws AgoraError 'setting' when the cosines are not one number for each pair of texts, or not within -1 and 1
 */
export async function likenessOf(
  debate: FullDebate,
  { cosines }: Pick<ResolvedReplay, 'cosines'>,
): Promise<Likeness> {
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
      `replayFilter: "cosines" must give ${size} rows of ${size} numbers for ${size} texts, got ${matrix.length} rows`,
    );
  for (const row of matrix)
    for (const cosine of row)
      if (!(Math.abs(cosine) <= 1 + rounding))
        throw new AgoraError(
          'setting',
          `replayFilter: "cosines" must be numbers from -1 to 1, got ${cosine}`,
        );
}
