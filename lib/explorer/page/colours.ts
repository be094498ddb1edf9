import type { Talk } from './api';

/** A candidate's mark: a colour and a label. The label alone identifies the candidate. */
export interface Mark {
  /**
   * A CSS class in style.css. The first eight candidates use Okabe and Ito's palette; all others share one colour.
   */
  readonly colour: string;
  readonly label: string;
}

const colours = 8;

/**
 * Returns a function that gives each candidate its mark. The labels are the candidates' ids, or numbers if any id is
 * long.
 */
export function marksOf({ positions: { candidates } }: Talk): (candidate: string | null) => Mark {
  const numbers = new Map(candidates.map(({ id }, number) => [id, number]));
  const areShort = candidates.every(({ id }) => id.length <= 3);
  return (candidate) => {
    if (candidate === null) return { colour: 'no-candidate', label: '–' };
    const number = numbers.get(candidate) ?? colours;
    const label = areShort ? candidate : `#${number + 1}`;
    return { colour: number < colours ? `candidate-${number + 1}` : 'candidate-more', label };
  };
}
