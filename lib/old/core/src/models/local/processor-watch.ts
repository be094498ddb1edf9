import { cpus } from 'node:os';

/** Processor time so far, in milliseconds: of the whole machine, of all programs, of this process. */
interface Reading {
  readonly all: number;
  readonly busy: number;
  readonly own: number;
}

/**
 * How many processors other programs leave to this process. A model's threads wait for the slowest of them at every
 * step, so one thread too many on a busy machine makes the model many times slower.
 */
export class ProcessorWatch {
  private before: Reading;

  constructor(private readonly read: () => Reading = readNow) {
    this.before = read();
  }

  /** Processors that other programs used since the last call, on average, and the number of processors. */
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

/** The number of threads to use: at most the best number, and at most the free processors; at least one. */
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
