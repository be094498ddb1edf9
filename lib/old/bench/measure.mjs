import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

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

/** A Python with a module: the one that AGORA_BENCH_PYTHON names, else the project's .venv, else the machine's. */
export function pythonWith(module) {
  const project = resolve(import.meta.dirname, '..', '..');
  for (const python of [process.env.AGORA_BENCH_PYTHON, join(project, '.venv', 'bin', 'python'), 'python3'])
    if (python && spawnSync(python, ['-c', `import ${module}`]).status === 0) return python;
  console.log(`No Python with ${module} (AGORA_BENCH_PYTHON names one): the comparison with it is left out.`);
  return undefined;
}

/**
 * What a peer's program prints, as JSON; undefined, and a line that says why, where it cannot run.
 * @param name - the peer's, for that line
 */
export function askPeer(name, python, args, env = process.env) {
  const options = { encoding: 'utf8', env: env, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] };
  try {
    return JSON.parse(execFileSync(python, args, options));
  } catch (error) {
    console.log(`${name} cannot run here (${reasonIn(error)}): the comparison with it is left out.`);
    return undefined;
  }
}

/** Why a program failed, in a line: the error at the end of a trace in Python, without the ornaments of some. */
function reasonIn(error) {
  const lines = String(error.stderr ?? '')
    .trim()
    .split('\n');
  const from = lines.findLastIndex((line) => /^[\w.]+(Error|Exception)\b/.test(line));
  const said = from < 0 ? lines.at(-1) : lines.slice(from).join(' ');
  const plain = stripVTControlCharacters(said || error.message).replaceAll(/[*\s]+/g, ' ');
  return plain.length > 160 ? `${plain.slice(0, 160)}…` : plain.trim();
}

/**
 * Reports rows of { task, ours, peer, unit, against }: what was measured (the less the better), the same of a peer or the bar
 * that is set, and whose. `npm run bench` gathers the rows of all benchmarks in one table; run alone, one prints its own.
 */
export function report(rows) {
  const file = process.env.AGORA_BENCH_ROWS;
  if (file) appendFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  else printTable(rows);
}

/** The table; a ratio says how many times the peer's measure is ours. */
export function printTable(rows) {
  const lines = rows.map((row) => {
    const { task, ours, peer, unit = 's', against = '' } = row;
    const show = (value) => `${value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ${unit}`;
    if (peer === undefined) return [task, show(ours), '-', '-', against, ''];
    return [
      task,
      show(ours),
      show(peer),
      (peer / ours).toPrecision(3),
      against,
      ours <= peer ? 'met' : 'SLOWER',
    ];
  });
  lines.unshift(['task', 'ours', 'peer or bar', 'ratio', 'which', 'never slower']);
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const isNumber = (column) => column > 0 && column < 4;
  for (const line of lines)
    console.log(
      line
        .map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]) : cell.padEnd(widths[at])))
        .join('  ')
        .trimEnd(),
    );
  console.log(
    `Load of the machine (1, 5, 15 min): ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
}

/** The value after a flag (`--calls 500`), or whether a bare flag was given. */
export function flag(name, fallback = false) {
  const place = process.argv.indexOf(`--${name}`);
  if (place < 0) return fallback;
  return fallback === false ? true : (process.argv[place + 1] ?? fallback);
}
