/**
 * Types, unit tests, and every shipped notebook: it stands as it was made from what there is now, or is executed afresh and
 * must make what is committed. With `--all`, or AGORA_THOROUGH=1 as in CI, all that can be checked: also format and lint,
 * and the tests that take long; with `--all` every notebook is executed, too. Changes no committed file, and leaves no
 * note for `reproduce`. `npm test`. The last line is "N passed, N failed", with ", N skipped" where something was.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { commonInputs, isAsCommitted } from './freshness.mjs';
import { executeNotebook, inParallel, kernelsFor, listNotebooks } from './notebooks.mjs';
import { ownTemporaryFolder, run, tail } from './processes.mjs';
import { duration, statusLine, stopwatch } from './progress.mjs';
import { isProgram, main, places, ScriptError } from './project.mjs';
import { changes } from './publish.mjs';
import { setup } from './setup.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

export async function test(at = places(), all = process.argv.includes('--all')) {
  const elapsed = stopwatch();
  const folder = ownTemporaryFolder(at);
  const isThorough = all || process.env.AGORA_THOROUGH === '1';
  const thorough = isThorough ? { AGORA_THOROUGH: '1' } : {};
  const env = { ...testEnvironment(process.env, join(folder, 'home')), ...thorough };
  const whole = await trySetup(at);
  let counts = whole ? none : one(false);
  if (existsSync(join(at.modules, '.package-lock.json'))) {
    const checks = checkSources(at, env, isThorough);
    // All checks at once would leave the unit tests no processor; types alone fill the time in which those wait.
    if (isThorough) counts = add(counts, await showChecks(checks));
    counts = add(counts, await unitTests(at, env, folder));
    if (!isThorough) counts = add(counts, await showChecks(checks));
  }
  // Notebooks run in a home of their own, but for the embeddings, which are kept.
  if (whole) counts = add(counts, await checkNotebooks(at, testEnvironment(process.env, at.agora), all));
  else counts = add(counts, { ...none, skipped: at.shipped.length });
  say(`\n${duration(elapsed())}\n${printCounts(counts)}`);
  return succeeded(counts) ? 0 : 1;
}

/** The environment of a test: the defaults, whatever the user has set for real experiments. */
export function testEnvironment(env, home) {
  const kept = Object.entries(env).filter(([name]) => !/^(AGORA_|OPENAI_|FORCE_COLOR$)/.test(name));
  const shared = env.AGORA_SHARED_DATA ? { AGORA_SHARED_DATA: env.AGORA_SHARED_DATA } : {};
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  return { ...Object.fromEntries(kept), ...shared, ...colours, AGORA_HOME: home };
}

/** A set-up as a stage: counted only when it fails. */
async function trySetup(at) {
  try {
    await setup({ at });
    return true;
  } catch (error) {
    say(`\n== set-up: FAILED\n${error instanceof ScriptError ? error.message : error.stack}`);
    return false;
  }
}

/** Runs one tool of node_modules without showing it. */
async function tool(at, env, program, args) {
  const elapsed = stopwatch();
  const { code, output } = await run(process.execPath, [join(at.modules, program), ...args], {
    cwd: at.project,
    env,
  });
  return { code, output, milliseconds: elapsed() };
}

/** Begins the checks that read sources, all at once. Format and lint take two minutes of work. */
function checkSources(at, env, isThorough) {
  const style = [
    ['format', 'prettier/bin/prettier.cjs', ['--check', '.'], 'npm run format'],
    ['lint', 'eslint/bin/eslint.js', ['.', '--max-warnings', '0'], 'npm run lint'],
  ];
  const types = [
    ['types', 'typescript/bin/tsc', ['--project', 'tsconfig.json'], 'npm run types'],
    [
      'types of the explorer',
      'typescript/bin/tsc',
      ['--project', 'lib/report/explorer/tsconfig.json'],
      'npm run types',
    ],
  ];
  const checks = isThorough ? [...style, ...types] : types;
  return checks.map(([title, program, args, command]) => ({
    title,
    command,
    done: tool(at, env, program, args),
  }));
}

/** Shows what came of each check, one after the other. */
async function showChecks(checks) {
  let counts = none;
  for (const { title, command, done } of checks) {
    const { code, output, milliseconds } = await done;
    say(`\n== ${title}: ${code === 0 ? 'passed' : 'FAILED'} (${duration(milliseconds)})`);
    if (code !== 0) say(`${tail(output, 60)}\n   ("${command}" shows this alone)`);
    counts = add(counts, one(code === 0));
  }
  return counts;
}

async function unitTests(at, env, folder) {
  say('\n== unit tests');
  const elapsed = stopwatch();
  const file = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const program = join(at.modules, 'vitest', 'vitest.mjs');
  const { code } = await run(process.execPath, [program, 'run', ...reporters], {
    cwd: at.project,
    env,
    show: true,
  });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const counts = countUnitTests(report, code);
  say(`   unit tests: ${printCounts(counts)} (${duration(elapsed())})`);
  return counts;
}

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
async function checkNotebooks(at, env, all) {
  say('\n== notebooks');
  const elapsed = stopwatch();
  const status = statusLine();
  const running = new Map();
  const common = commonInputs(at, env);
  const kernels = kernelsFor(at, env);
  const counts = await inParallel(listNotebooks(at), 2, (path) => {
    const name = basename(path, '.ipynb');
    if (!all && name !== always && isAsCommitted(at, path, common)) {
      status.print(`   ${name}: passed, as it was made ("npm test -- --all" executes it)`);
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
    return executeNotebook(at, path, { kernels, env, onCell, use });
  });
  await kernels.end();
  status.stop();
  say(`   notebooks: ${printCounts(add(...counts))} (${duration(elapsed())})`);
  return add(...counts);
}

/** Counting what passed: every unit test is one, every other stage and every notebook is one. */
export const none = { passed: 0, failed: 0, skipped: 0 };
export const one = (ok) => (ok ? { ...none, passed: 1 } : { ...none, failed: 1 });

export function add(...counts) {
  const sum = (name) => counts.reduce((total, count) => total + count[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The last line of a test run. */
export function printCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A run without a single test is not a success. */
export const succeeded = ({ passed, failed }) => failed === 0 && passed > 0;

/**
 * Counts of a vitest run, from its JSON report. A file that could not be run counts as one failure, and so
 * does a run that ended badly for any other reason (no report, an error outside of tests).
 * @param report - vitest's report, or undefined when it wrote none
 * @param exitCode - vitest's
 */
export function countUnitTests(report, exitCode) {
  const counts = { ...none };
  for (const file of report?.testResults ?? []) {
    const statuses = file.assertionResults.map((test) => test.status);
    const failed = statuses.filter((status) => status === 'failed').length;
    const passed = statuses.filter((status) => status === 'passed').length;
    counts.passed += passed;
    counts.failed += failed > 0 || file.status !== 'failed' ? failed : 1;
    counts.skipped += statuses.length - passed - failed;
  }
  if (counts.failed === 0 && (exitCode !== 0 || counts.passed === 0)) counts.failed = 1;
  return counts;
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    try {
      return await test();
    } catch (error) {
      say(`${error.stack}\n${printCounts(one(false))}`);
      return 1;
    }
  });
}
