/** Runs the benchmarks of lib/bench, one after the other, each in a process of its own. `npm run bench [-- NAME]`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { duration, stopwatch } from './progress.mjs';
import { main, places, ScriptError } from './project.mjs';
import { setup } from './setup.mjs';

const ending = '.bench.mjs';

await main(async ([wanted, ...args]) => {
  const at = places();
  const folder = join(at.project, 'lib', 'bench');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ending)) : [];
  const names = files.map((name) => name.slice(0, -ending.length)).sort();
  const known = `There are: ${names.join(', ') || '(none)'}.`;
  if (wanted !== undefined && !names.includes(wanted))
    throw new ScriptError(`No benchmark "${wanted}". ${known}`);
  if (names.length === 0) throw new ScriptError(`No benchmark in ${folder}.`);
  await setup({ python: false, at });
  const failed = [];
  for (const name of wanted === undefined ? names : [wanted]) {
    process.stdout.write(`\n== ${name}\n`);
    const elapsed = stopwatch();
    const program = [join(folder, name + ending), ...args];
    const { code } = await run(process.execPath, program, { cwd: at.project, show: true });
    process.stdout.write(`   ${code === 0 ? 'done' : `FAILED (exit ${code})`} in ${duration(elapsed())}\n`);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
  return failed.length > 0 ? 1 : 0;
});
