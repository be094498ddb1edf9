/**
 * Executes the shipped notebooks that changed (or whose inputs did), writes them, their figures and the ledger (also
 * into the README), and prints a summary. `npm run reproduce [-- --all] [-- NOTEBOOK …]`.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { commitStamps, commonInputs, isFresh, stampNotebook } from './freshness.mjs';
import {
  countItems,
  ledgerName,
  ledgerPage,
  readLedger,
  verdictTable,
  withoutOthers,
  writeLedger,
  writeReadme,
} from './ledger.mjs';
import {
  chooseNotebooks,
  executeNotebook,
  inParallel,
  kernelsFor,
  ownNotebooks,
  parametersOf,
  writtenFigures,
} from './notebooks.mjs';
import { ownTemporaryFolder } from './processes.mjs';
import { duration, statusLine, stopwatch } from './progress.mjs';
import { isProgram, main, places, ScriptError } from './project.mjs';
import { changes } from './publish.mjs';
import { setup } from './setup.mjs';
import { clearStamp, writeAtomically } from './stamps.mjs';

const help = `npm run reproduce                    executes the shipped notebooks whose sources or inputs changed
npm run reproduce -- NAME …          executes these, if they changed
npm run reproduce -- --all …         executes them in any case
AGORA_MODEL=openai:MODEL npm run reproduce    … on a real model; what comes out goes to .agora/reproduced\n`;

const say = (text) => process.stdout.write(`${text}\n`);

/**
 * Where results go: to their committed places, or, when the user has set parameters, to a folder beneath
 * .agora/reproduced that is named for them.
 */
export function destination(at, parameters) {
  if (parameters.length === 0) return at;
  const named = parameters.filter((setting) => setting.startsWith('AGORA_')).join('-');
  const folder = join(at.agora, 'reproduced', named.replace(/AGORA_/g, '').replace(/[^A-Za-z0-9.]+/g, '-'));
  const [notebooks, figures, stamps] = ['notebooks', 'figures', 'stamps'].map((name) => join(folder, name));
  return { ...at, notebooks, figures, stamps };
}

/**
 * Writes what a finished notebook changes. @returns the paths of these files. @throws ScriptError if it was edited
 */
function publish(to, common, outcome) {
  const { path, source, figures } = outcome;
  if (readFileSync(path, 'utf8') !== source) {
    throw new ScriptError('the file was changed while the notebook ran, so it was left as it is; run again');
  }
  clearStamp(to.stamps, `notebook-${basename(path, '.ipynb')}`);
  const changed = changes(to, outcome);
  for (const { path: file, content } of changed) writeAtomically(file, content);
  stampNotebook(
    to,
    path,
    common,
    writtenFigures(figures).filter((name) => name !== ledgerName),
  );
  return changed.map(({ path: file }) => file);
}

/** Executes some notebooks, two at a time, with a line for each as it ends. @returns how many failed, and what changed */
async function execute(at, to, paths, common) {
  const elapsed = stopwatch();
  const status = statusLine();
  const running = new Map();
  const width = Math.max(0, ...paths.map((path) => basename(path).length));
  const tell = (path, word, milliseconds) =>
    status.print(`${basename(path).padEnd(width)}  ${word} (${duration(milliseconds)})`);
  const show = () => {
    const cells = [...running].map(([path, cell]) => `${basename(path, '.ipynb')} ${cell}`);
    status.set(`${cells.join(', ')} (${duration(elapsed())})`);
  };
  const timer = setInterval(show, 500);
  const use = (path) => (outcome) => {
    running.delete(path);
    let { error } = outcome;
    let written = [];
    try {
      if (error === undefined) written = publish(to, common, outcome);
    } catch (failure) {
      if (!(failure instanceof ScriptError)) throw failure;
      error = failure.message;
    }
    const files = `${written.length} ${written.length === 1 ? 'file' : 'files'} written`;
    const done = written.length === 0 ? 'done, nothing new' : `done, ${files}`;
    tell(path, error === undefined ? done : 'FAILED', outcome.milliseconds);
    if (error !== undefined) status.print(error.replace(/^/gm, '    '));
    return { failed: error !== undefined, written: written };
  };
  const kernels = kernelsFor(at);
  try {
    const outcomes = await inParallel(paths, 2, (path) => {
      const onCell = (cell, of) => void running.set(path, `${cell}/${of}`);
      running.set(path, 'starting');
      show();
      return executeNotebook(at, path, { kernels, ledger: to.figures, onCell, use: use(path) });
    });
    return {
      failures: outcomes.filter(({ failed }) => failed).length,
      written: [...new Set(outcomes.flatMap((one) => one.written))],
    };
  } finally {
    await kernels.end();
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
  const all = args.includes('--all');
  const paths = chooseNotebooks(
    at,
    args.filter((arg) => arg !== '--all'),
  );
  ownTemporaryFolder(at);
  await setup({ at });

  const parameters = parametersOf(process.env);
  const to = destination(at, parameters);
  const where = relative(process.cwd(), to.figures) || '.';
  if (to !== at)
    say(`${parameters.join(', ')}: committed files stay as they are; all goes to ${dirname(where)}`);
  const own = ownNotebooks(at);
  if (own.length > 0)
    say(`Left alone, as not shipped with the kit ("npm run lab" is for these): ${own.join(', ')}`);
  mkdirSync(to.figures, { recursive: true });
  const common = commonInputs(at);
  const stale = paths.filter((path) => all || !isFresh(to, path, common));
  for (const path of paths) if (!stale.includes(path)) say(`${basename(path)}  unchanged`);
  const { failures, written } = await execute(at, to, stale, common);
  const ledger = withoutOthers(readLedger(to.figures), at.shipped);
  writeLedger(to.figures, ledger);
  const verdicts = verdictTable();
  if (to === at) {
    writeReadme(join(at.project, 'README.md'), verdicts);
    commitStamps(at);
  }
  const counts = {
    executed: stale.length - failures,
    unchanged: paths.length - stale.length,
    failed: failures,
  };
  const changed = written.map((path) => relative(process.cwd(), path));
  say(`\n${summary({ counts, time: duration(elapsed()), changed, ledger, verdicts, where })}`);
  return failures > 0 ? 1 : 0;
}

/** How many changed files the summary names: all of them are in `git status`. */
const named = 8;

/** What was run, what changed, the verdicts, and where to read more: it fits a screen. */
export function summary({ counts, time, changed, ledger, verdicts, where }) {
  const { executed, unchanged, failed } = counts;
  const more = changed.length - named;
  const files = [...changed.slice(0, named), ...(more > 0 ? [`and ${more} more`] : [])];
  return [
    `Notebooks: ${executed} executed, ${unchanged} unchanged, ${failed} failed (${time}).`,
    ...(failed > 0 ? ['A failed notebook, its figures and its ledger rows stay as they were before.'] : []),
    changed.length === 0 ? 'No file changed.' : `Changed: ${files.join(', ')}.`,
    `${countItems(ledger)}.`,
    '',
    "The papers' claims, by recorded replies of real models after Holm's correction, and by their printed numbers:",
    '',
    aligned(verdicts),
    '',
    `More: ${join(where, 'CLAIMS.md')} (each claim), ${join(where, ledgerPage)} (each table and figure), "npm run lab" (the notebooks).`,
  ].join('\n');
}

/** A Markdown table with its columns aligned, for a terminal. */
function aligned(table) {
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const shown = rows.filter((cells) => cells[1] !== '---').map((cells) => cells.slice(1, -1));
  const widths = shown[0].map((_, at) => Math.max(...shown.map((cells) => cells[at].length)));
  return shown
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

if (isProgram(import.meta.url)) await main((args) => reproduce(args));
