import type { Presented } from '../presented';

/** A predicted rating next to the true one. */
export function presentRating(
  instance: { readonly rating: number },
  { rating }: { readonly rating: number },
): Presented {
  return {
    rowsAre: '',
    columns: ['stars'],
    against: "the user's own rating",
    rows: [{ name: '', cells: [{ value: rating, against: instance.rating, part: rating / 5 }] }],
  };
}
