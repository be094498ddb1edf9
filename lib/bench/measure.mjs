import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Does some work and says how long it took, in seconds: by the clock, and of this process's processor time, which
 * is what to compare on a machine that does other things as well.
 */
export async function timed(work) {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  const result = await work();
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const { user, system } = process.cpuUsage(cpu);
  return { result, seconds, cpuSeconds: (user + system) / 1e6 };
}

/** Does some work with a folder of its own, which is gone afterwards. */
export async function inTemporaryFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'agora-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How busy the machine was, as a line under a table: waiting processes inflate every time above. */
export function loadLine() {
  return `Load of the machine (1, 5, 15 min): ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}`;
}

/** Prints rows of { what, measured, bar, ratio, met }; a row without a bar is there to compare with. */
export function printTable(rows) {
  const lines = [
    ['what', 'measured', 'bar', 'ratio', ''],
    ...rows.map(({ what, measured, bar = '', ratio = '', met }) => [
      what,
      measured,
      bar,
      typeof ratio === 'number' ? ratio.toFixed(3) : ratio,
      met === undefined ? '' : met ? 'met' : 'NOT met',
    ]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    );
}

/** The value after a flag (`--calls 500`), or whether a bare flag was given. */
export function flag(name, fallback = false) {
  const place = process.argv.indexOf(`--${name}`);
  if (place < 0) return fallback;
  return fallback === false ? true : (process.argv[place + 1] ?? fallback);
}
