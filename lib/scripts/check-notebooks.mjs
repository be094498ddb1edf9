import { basename, relative } from 'node:path';
import { add, one, printCounts } from './counts.mjs';
import { commonInputs, isAsCommitted } from './freshness.mjs';
import { executeNotebook, inParallel, listNotebooks } from './notebooks.mjs';
import { duration, statusLine, stopwatch } from './progress.mjs';
import { changes } from './publish.mjs';

const runAll = '"npm test -- --all"';
const say = (text) => process.stdout.write(`${text}\n`);

/** What is wrong with a notebook that was executed afresh, or undefined. */
function notebookFault(at, outcome) {
  if (outcome.error !== undefined) return outcome.error;
  const stale = changes(at, outcome).map(({ path, why }) => `${relative(at.project, path)}: ${why}`);
  if (stale.length === 0) return undefined;
  return `stale ("npm run reproduce" writes it anew):\n${stale.join('\n')}`;
}

/** This one is executed in any case: it is quick, and shows that notebooks run here. */
const always = 'voting-rules';

/**
 * Counts the shipped notebooks that stand as they were made, from the inputs that there are (`reproduce` has committed of
 * what), and executes the others away from their files: those that run well and make just what is committed count, too.
 * @param all - whether to execute every one
 */
export async function checkNotebooks(at, env, all = false) {
  say('\n== notebooks');
  const elapsed = stopwatch();
  const status = statusLine();
  const running = new Map();
  const common = commonInputs(at, env);
  const counts = await inParallel(listNotebooks(at), 2, (path) => {
    const name = basename(path, '.ipynb');
    if (!all && name !== always && isAsCommitted(at, path, common)) {
      status.print(`   ${name}: passed, as it was made (${runAll} executes it)`);
      return one(true);
    }
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
