import { z } from 'zod';
import type { Random } from 'agora-voting';
import { number, settings, whole } from 'agora-voting/internal';

/**
 * Which members read which others within a group.
 *
 * - all: everybody reads everybody (MAD).
 * - ring: members form a circle, and each reads this many neighbours on either side (S-MAD's "adjacent agents").
 * - cut: each link is removed with probability P_r, for the whole debate and in both directions (S-MAD's formula).
 */
export type Topology =
  | { readonly kind: 'all' }
  | { readonly kind: 'ring'; readonly neighbours: number }
  | { readonly kind: 'cut'; readonly probability: number };

export const topology = z.discriminatedUnion(
  'kind',
  [
    settings({ kind: z.literal('all') }),
    settings({ kind: z.literal('ring'), neighbours: whole(1) }),
    settings({ kind: z.literal('cut'), probability: number(0, 1) }),
  ],
  { error: 'a topology of kind "all", "ring" or "cut"' },
);

/** The members that each member reads, in the order of the group. */
export function linksOf(
  topology: Topology,
  members: readonly string[],
  random: Random,
): ReadonlyMap<string, readonly string[]> {
  const linked = (a: number, b: number): boolean => {
    if (topology.kind === 'all') return true;
    if (topology.kind === 'ring') {
      const apart = Math.abs(a - b);
      return Math.min(apart, members.length - apart) <= topology.neighbours;
    }
    const [first, second] = [members[Math.min(a, b)] as string, members[Math.max(a, b)] as string];
    return !random.split('link', first, second).chance(topology.probability);
  };
  return new Map(
    members.map((member, a) => [member, members.filter((_, b) => b !== a && linked(a, b))] as const),
  );
}
