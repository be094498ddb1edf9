import type { LabelledCollaboration } from './labeller';

/** All agents of a collaboration: its roster, and whoever spoke without being on it. */
export function rosterOf({ agents, labelled, unlabelled }: LabelledCollaboration): string[] {
  return [
    ...new Set([...agents, ...labelled.map(({ agent }) => agent), ...unlabelled.map(({ agent }) => agent)]),
  ];
}
