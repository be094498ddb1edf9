/** Ratings that are missing, damaged, or make no sense together; the message names the file and line where there is one. */
export class RatingDataError extends Error {
  readonly code = 'rating-data';
  override readonly name = 'RatingDataError';
}
