import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { add, one, printCounts } from './counts.mjs';
import { compareNotebooks, passedOver } from './notebook-compare.mjs';
import { executeNotebook, inParallel, listNotebooks, longestFirst } from './notebooks.mjs';
import { duration, statusLine, stopwatch } from './progress.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

/** The data sets that the library knows and does not find here. */
function absentData() {
  const { datasets } = createRequire(import.meta.url)('agora-lab');
  const names = datasets.datasets.map(({ name }) => name);
  return new Set(names.filter((name) => datasets.locateDataset(name) === null));
}

/** What is wrong with a notebook that was executed afresh, or undefined. */
function notebookFault({ source, notebook, error }, absent) {
  if (error !== undefined) return error;
  const difference = compareNotebooks(JSON.parse(source), notebook, absent);
  if (difference === undefined) return undefined;
  const { cell, committed, fresh } = difference;
  return (
    `stale: the output of code cell ${cell} is not the committed one ("npm run reproduce" writes it anew)\n` +
    `  committed: ${committed}\n  now:       ${fresh}`
  );
}

/** Executes every notebook away from its file and counts those that ran well and say what is committed. */
export async function checkNotebooks(at, env) {
  const paths = listNotebooks(at);
  say('\n== notebooks');
  if (paths.length === 0) say('   none');
  const absent = absentData();
  const elapsed = stopwatch();
  const status = statusLine();
  const running = new Map();
  const counts = await inParallel(longestFirst(paths), 2, (path) => {
    const name = basename(path, '.ipynb');
    const onCell = (cell, of) => {
      running.set(name, `${name} ${cell}/${of}`);
      status.set([...running.values()].join(', '));
    };
    const use = (outcome) => {
      running.delete(name);
      const fault = notebookFault(outcome, absent);
      const word = fault === undefined ? 'passed' : 'FAILED';
      status.print(`   ${name}: ${word} (${duration(outcome.milliseconds)})`);
      const cells = outcome.notebook === undefined ? {} : passedOver(outcome.notebook, absent);
      for (const [data, count] of Object.entries(cells))
        status.print(
          `      ${count} cells ran but were not compared: ${data} is absent ("npx agora data" says more)`,
        );
      if (fault !== undefined) status.print(fault.replace(/^/gm, '      '));
      return one(fault === undefined);
    };
    return executeNotebook(at, path, { env, onCell, use });
  });
  status.stop();
  if (paths.length > 0) say(`   notebooks: ${printCounts(add(...counts))} (${duration(elapsed())})`);
  return add(...counts);
}
