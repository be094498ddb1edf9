import { cpus } from 'node:os';

/** Processor time so far, in milliseconds: of the machine, of all programs on it, of this process. */
interface Reading {
  readonly all: number;
  readonly busy: number;
  readonly own: number;
}

/**
 * How many processors other programs leave to this one. A model's threads wait for the slowest of them at every step, so
 * one thread too many on a busy machine makes it many times slower.
 */
export class ProcessorWatch {
  private before: Reading;

  constructor(private readonly read: () => Reading = readNow) {
    this.before = read();
  }

  /** Processors that others used since the last call, on average, and those that there are. */
  since(): { readonly others: number; readonly processors: number } {
    const now = this.read();
    const { all, busy, own } = this.before;
    this.before = now;
    const processors = cpus().length;
    const passed = now.all - all;
    if (passed <= 0) return { others: 0, processors };
    const used = now.busy - busy - (now.own - own);
    return { others: Math.min(processors, Math.max(0, (used / passed) * processors)), processors };
  }
}

/** At most as many threads as were found best, and no more than others leave free; one at least. */
export function threadsFor(best: number, processors: number, others: number): number {
  return Math.max(1, Math.min(best, Math.round(processors - others)));
}

function readNow(): Reading {
  let all = 0;
  let busy = 0;
  for (const { times } of cpus()) {
    const working = times.user + times.nice + times.sys + times.irq;
    busy += working;
    all += working + times.idle;
  }
  const { user, system } = process.cpuUsage();
  return { all, busy, own: (user + system) / 1000 };
}
