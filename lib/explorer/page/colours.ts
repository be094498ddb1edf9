import type { Talk } from './api';

/** How a candidate is recognised: by a colour, and by a label that is clear without the colour. */
export interface Mark {
  /** A class of style.css: the colours of Okabe and Ito, then one for all others. */
  readonly colour: string;
  readonly label: string;
}

const colours = 8;

/** The marks of a talk's candidates, in the order in which they appear. Short names are their own labels. */
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
