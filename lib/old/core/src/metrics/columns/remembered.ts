import type { Collaboration } from '../../transcripts';

/** Computes a value of a collaboration once, for all columns that need it. */
export function remembered<T>(
  compute: (collaboration: Collaboration) => T,
): (collaboration: Collaboration) => T {
  const known = new WeakMap<Collaboration, { readonly value: T }>();
  return (collaboration) => {
    const found = known.get(collaboration) ?? { value: compute(collaboration) };
    known.set(collaboration, found);
    return found.value;
  };
}
