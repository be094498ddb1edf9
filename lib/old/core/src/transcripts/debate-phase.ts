/** The part of a debate that a call or an event belongs to. `stage` and `group` count from 1. */
export interface DebatePhase {
  readonly stage: number;
  readonly group: number;
  /**
   * alone: the first answer, without reading others. debate: after reading members of the group. exchange: after
   * reading the groups' summaries. summary: a summary of a group.
   */
  readonly step: 'alone' | 'debate' | 'exchange' | 'summary';
}

/** Writes a debate phase as in calls and events: "stage 2/group 1/exchange". */
export function debatePhase({ stage, group, step }: DebatePhase): string {
  return `stage ${stage}/group ${group}/${step}`;
}

/** Reads the parts of such a phase; null for any other phase. */
export function readDebatePhase(phase: string): DebatePhase | null {
  const parts = /^stage (\d+)\/group (\d+)\/(alone|debate|exchange|summary)$/.exec(phase);
  if (parts === null) return null;
  return { stage: Number(parts[1]), group: Number(parts[2]), step: parts[3] as DebatePhase['step'] };
}
