import { basename, relative } from 'node:path';
import { add, one, printCounts } from './counts.mjs';
import { executeNotebook, inParallel, listNotebooks } from './notebooks.mjs';
import { duration, statusLine, stopwatch } from './progress.mjs';
import { changes } from './publish.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

/** What is wrong with a notebook that was executed afresh, or undefined. */
function notebookFault(at, outcome) {
  if (outcome.error !== undefined) return outcome.error;
  const stale = changes(at, outcome).map(({ path, why }) => `${relative(at.project, path)}: ${why}`);
  if (stale.length === 0) return undefined;
  return `stale ("npm run reproduce" writes it anew):\n${stale.join('\n')}`;
}

/** Executes every shipped notebook away from its file; counts those that ran well and made just what is committed. */
export async function checkNotebooks(at, env) {
  const paths = listNotebooks(at);
  say('\n== notebooks');
  const elapsed = stopwatch();
  const status = statusLine();
  const running = new Map();
  const counts = await inParallel(paths, 2, (path) => {
    const name = basename(path, '.ipynb');
    const onCell = (cell, of) => {
      running.set(name, `${name} ${cell}/${of}`);
      status.set([...running.values()].join(', '));
    };
    const use = (outcome) => {
      running.delete(name);
      const fault = notebookFault(at, outcome);
      const word = fault === undefined ? 'passed' : 'FAILED';
      status.print(`   ${name}: ${word} (${duration(outcome.milliseconds)})`);
      if (fault !== undefined) status.print(fault.replace(/^/gm, '      '));
      return one(fault === undefined);
    };
    return executeNotebook(at, path, { env, onCell, use });
  });
  status.stop();
  say(`   notebooks: ${printCounts(add(...counts))} (${duration(elapsed())})`);
  return add(...counts);
}
