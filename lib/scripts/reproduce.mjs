/**
 * Executes the notebooks that changed (or whose inputs did), writes them, their figures and the ledger, and
 * prints the ledger. `npm run reproduce [-- --all] [-- NOTEBOOK …]`.
 */
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { commonInputs, describeResult, isFresh, stampNotebook } from './freshness.mjs';
import { ledgerName, ledgerText, mergeRows, readLedger, writeLedger } from './ledger.mjs';
import {
  chooseNotebooks,
  executeNotebook,
  inParallel,
  listNotebooks,
  longestFirst,
  writtenFigures,
} from './notebooks.mjs';
import { printNotebook } from './notebook-format.mjs';
import { duration, statusLine, stopwatch } from './progress.mjs';
import { isProgram, main, places, ScriptError } from './project.mjs';
import { setup } from './setup.mjs';
import { clearStamp, writeAtomically } from './stamps.mjs';

const help = `npm run reproduce                    executes the notebooks whose sources or inputs changed
npm run reproduce -- --all           executes all of them
npm run reproduce -- NAME …          executes these, if they changed (with --all: in any case)
AGORA_MODEL=openai:MODEL npm run reproduce    … on a real model instead of simulated ones\n`;

const namesOf = (paths) => paths.map((path) => basename(path, '.ipynb'));

/** Puts a finished notebook, its figures and its ledger rows in their places. @throws ScriptError if it was edited */
function publish(at, common, { path, source, notebook, figures }) {
  if (readFileSync(path, 'utf8') !== source) {
    throw new ScriptError('the file was changed while the notebook ran, so it was left as it is; run again');
  }
  clearStamp(at.stamps, `notebook-${basename(path, '.ipynb')}`);
  const written = writtenFigures(figures).filter((name) => name !== ledgerName);
  for (const name of written) writeAtomically(join(at.figures, name), readFileSync(join(figures, name)));
  const name = basename(path, '.ipynb');
  const rows = mergeRows(readLedger(at.figures), readLedger(figures), name, namesOf(listNotebooks(at)));
  writeLedger(at.figures, rows);
  const text = printNotebook(notebook);
  if (text !== source) writeAtomically(path, text);
  stampNotebook(at, path, describeResult(common, notebook, written));
}

/** Executes some notebooks, two at a time, with a line for each as it ends. @returns how many failed */
async function execute(at, paths, common) {
  const elapsed = stopwatch();
  const status = statusLine();
  const running = new Map();
  const width = Math.max(0, ...paths.map((path) => basename(path).length));
  const say = (path, word, milliseconds) =>
    status.print(`${basename(path).padEnd(width)}  ${word.padEnd(9)}  ${duration(milliseconds)}`);
  const show = () => {
    const cells = [...running].map(([path, cell]) => `${basename(path, '.ipynb')} ${cell}`);
    status.set(`${cells.join(', ')} (${duration(elapsed())})`);
  };
  const timer = setInterval(show, 500);
  const use = (path) => (outcome) => {
    running.delete(path);
    let { error } = outcome;
    try {
      if (error === undefined) publish(at, common, outcome);
    } catch (failure) {
      if (!(failure instanceof ScriptError)) throw failure;
      error = failure.message;
    }
    say(path, error === undefined ? 'done' : 'FAILED', outcome.milliseconds);
    if (error !== undefined) status.print(error.replace(/^/gm, '    '));
    return error !== undefined;
  };
  try {
    const failed = await inParallel(longestFirst(paths), 2, (path) => {
      const onCell = (cell, of) => void running.set(path, `${cell}/${of}`);
      running.set(path, 'starting');
      show();
      return executeNotebook(at, path, { onCell, use: use(path) });
    });
    return failed.filter(Boolean).length;
  } finally {
    clearInterval(timer);
    status.stop();
  }
}

export async function reproduce(args, at = places()) {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(help);
    return 0;
  }
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--all');
  if (unknown) throw new ScriptError(`"${unknown}" is not an option of reproduce.\n${help}`);
  const elapsed = stopwatch();
  const names = args.filter((arg) => arg !== '--all');
  const paths = chooseNotebooks(at, names);
  await setup({ at });

  const common = commonInputs(at);
  const stale = paths.filter((path) => args.includes('--all') || !isFresh(at, path, common));
  for (const path of paths) if (!stale.includes(path)) process.stdout.write(`${basename(path)}  unchanged\n`);
  const failed = await execute(at, stale, common);

  const existing = namesOf(listNotebooks(at));
  const rows = mergeRows(readLedger(at.figures), [], '', existing);
  writeLedger(at.figures, rows);
  if (rows.length > 0) process.stdout.write(`\n${ledgerText(at, rows).trimEnd()}\n`);
  else process.stdout.write(`\nThe ledger is empty: no notebook has recorded a result yet.\n`);
  const counts = `${stale.length - failed} executed, ${paths.length - stale.length} unchanged, ${failed} failed`;
  const where = relative(process.cwd(), at.figures) || '.';
  process.stdout.write(`\n${counts} (${duration(elapsed())}). Figures and ledger: ${where}\n`);
  if (failed > 0)
    process.stdout.write('A failed notebook, its figures and its ledger rows stay as they were before.\n');
  return failed > 0 ? 1 : 0;
}

if (isProgram(import.meta.url)) await main((args) => reproduce(args));
