import type { Collaboration } from 'agora-core/transcripts';

/** A debate under other names, as it would be read back from a file. */
export function renamed(
  held: Collaboration,
  names: readonly (readonly [from: string, to: string])[],
): Collaboration {
  const text = names.reduce(
    (all, [from, to]) => all.replaceAll(JSON.stringify(from), JSON.stringify(to)),
    JSON.stringify(held),
  );
  return JSON.parse(text) as Collaboration;
}
