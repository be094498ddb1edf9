/** Where in a debate a call or an event belongs. `stage` and `group` count from 1. */
export interface DebatePhase {
  readonly stage: number;
  readonly group: number;
  /**
   * alone: the first answer, nothing seen. debate: having read members of the group. exchange: having read the groups'
   * summaries. summary: a group is summed up.
   */
  readonly step: 'alone' | 'debate' | 'exchange' | 'summary';
}

/** A debate's phase as calls and events carry it: "stage 2/group 1/exchange". */
export function debatePhase({ stage, group, step }: DebatePhase): string {
  return `stage ${stage}/group ${group}/${step}`;
}

/** The parts of such a phase; null for any other phase. */
export function readDebatePhase(phase: string): DebatePhase | null {
  const parts = /^stage (\d+)\/group (\d+)\/(alone|debate|exchange|summary)$/.exec(phase);
  if (parts === null) return null;
  return { stage: Number(parts[1]), group: Number(parts[2]), step: parts[3] as DebatePhase['step'] };
}
