import { experiment, type ExperimentOptions } from './experiment';
import type { Run } from './run';

/**
 * Runs one experiment per condition, in order, and gives the runs under the conditions' labels. The label is the
 * run's name unless it has one of its own.
 */
export async function sweep<Label extends string, Instance, Proposal>(
  conditions: Readonly<Record<Label, ExperimentOptions<Instance, Proposal>>>,
): Promise<Record<Label, Run>> {
  const runs: [string, Run][] = [];
  for (const [label, options] of Object.entries<ExperimentOptions<Instance, Proposal>>(conditions)) {
    runs.push([label, await experiment({ name: label, ...options })]);
  }
  return Object.fromEntries(runs) as Record<Label, Run>;
}
