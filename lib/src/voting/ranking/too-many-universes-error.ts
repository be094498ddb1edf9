/** Equal margins can be settled in so many ways that they cannot all be looked at. */
export class TooManyUniversesError extends Error {
  readonly code = 'too-many-universes';
  override readonly name = 'TooManyUniversesError';
}
