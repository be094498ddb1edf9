/**
 * Runs the benchmarks of lib/bench, one after the other, each in a process of its own, and prints what they measured in
 * one table: the library beside its peers (those that are installed) or the bar that is set. `npm run bench [-- NAME]`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printTable } from '../bench/measure.mjs';
import { release, run, temporaryFolder } from './processes.mjs';
import { duration, stopwatch } from './progress.mjs';
import { main, places, ScriptError } from './project.mjs';
import { setup } from './setup.mjs';

const ending = '.bench.mjs';

await main(async ([wanted, ...args]) => {
  const at = places();
  const folder = join(at.project, 'lib', 'bench');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();
  if (wanted !== undefined && !names.includes(wanted))
    throw new ScriptError(`No benchmark "${wanted}". There are: ${names.join(', ')}.`);
  await setup({ python: false, at });
  const scratch = temporaryFolder('agora-bench');
  const rows = join(scratch, 'rows.jsonl');
  const failed = [];
  try {
    for (const name of wanted === undefined ? names : [wanted]) {
      process.stdout.write(`== ${name}\n`);
      const elapsed = stopwatch();
      const env = { ...process.env, AGORA_BENCH_ROWS: rows };
      const program = [join(folder, name + ending), ...args];
      const { code } = await run(process.execPath, program, { cwd: at.project, env, show: true });
      process.stdout.write(`   ${code === 0 ? 'done' : `FAILED (exit ${code})`} in ${duration(elapsed())}\n`);
      if (code !== 0) failed.push(name);
    }
    process.stdout.write('\n');
    const lines = existsSync(rows) ? readFileSync(rows, 'utf8').trimEnd().split('\n') : [];
    printTable(lines.map((line) => JSON.parse(line)));
    if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
    return failed.length > 0 ? 1 : 0;
  } finally {
    release(scratch);
  }
});
