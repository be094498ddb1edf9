import { duration, short } from 'agora-core/experiment';
import { type SharedStatus, sharedStatus } from 'agora-core/internal';

/** `agora status --journal URL`: how far shared runs are. */
export async function sharedStatusCommand(journal: string, queue?: string, run?: string): Promise<string> {
  const all = await sharedStatus(journal, queue, run);
  return all.length === 0 ? 'There are no runs in this journal yet.' : all.map(textOf).join('\n\n');
}

function textOf(status: SharedStatus): string {
  const { name, finished, requested, description, calls, inputTokens, outputTokens, cost } = status;
  const { perMinute, left, failures, again, workers, setAside, stopped, jobs } = status;
  const used = [
    `${short(calls)} calls`,
    `${short(inputTokens)} tokens in, ${short(outputTokens)} out`,
    ...(cost === null || cost === 0 ? [] : [`$${cost.toFixed(cost < 1 ? 4 : 2)}`]),
    `${failures} unusable answers`,
    ...(again === 0 ? [] : [`${again} paid for twice`]),
  ];
  const pace = [
    `${workers.length} workers`,
    `${short(perMinute)} calls a minute`,
    ...(left === null ? [] : [`${duration(left)} left`]),
    ...(jobs === null ? [] : [`queue: ${jobs.waiting} waiting, ${jobs.claimed} claimed`]),
  ];
  const open = requested - finished - setAside.length;
  const lines = [
    `${finished} of ${requested} | ${name} | ${description.model.name}`,
    `  ${used.join(', ')}`,
    `  ${pace.join(', ')}`,
    ...workers.map((one) => `    ${one.name}: ${short(one.calls)} calls, seen ${duration(one.seen)} ago`),
    ...setAside.map(
      ({ collaboration, problem }) => `  set aside: collaboration ${collaboration}: ${problem}`,
    ),
    ...(stopped === null ? [] : [`  stopped: ${stopped}`]),
  ];
  if (open > 0 && stopped === null && jobs !== null && jobs.waiting + jobs.claimed === 0)
    lines.push('  The queue has lost them: give "agora serve-run" again.');
  return lines.join('\n');
}
