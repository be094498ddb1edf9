/**
 * `npm test`: runs setup, checks types, lint and format, runs the unit tests, and executes a few notebooks, whose
 * outputs must equal the committed outputs. `npm test -- --all` executes every notebook. The last line is "N passed, N
 * failed".
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, main, run, runTool, say, stopwatch, tail } from './shared.mjs';
import { notebookNames, runNotebooks } from './notebooks.mjs';
import { setUp } from './set-up.mjs';

/**
 * These notebooks are enough to check that the kernel works, that the library loads, and that a run and a recount match
 * the committed outputs.
 */
const smoke = ['start-here', 'voting-rules'];

const counts = { passed: 0, failed: 0 };

await main(async ([option]) => {
  const elapsed = stopwatch();
  try {
    await setUp();
    // Run static checks and unit tests in parallel: two processors are enough.
    await Promise.all([staticChecks(), unitTests()]);
    const names = option === '--all' ? notebookNames() : smoke;
    say('\n== notebooks');
    count(await runNotebooks(names, { write: false }));
  } catch (error) {
    say(`\n${error.message}`);
    count(false);
  }
  say(`\n${elapsed()}\n${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed > 0 ? 1 : 0;
});

function count(isPassed) {
  counts[isPassed ? 'passed' : 'failed'] += 1;
}

/** Returns the test environment. Tests use the defaults, regardless of the user's settings for real experiments. */
function testEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(AGORA|OPENAI)_|^FORCE_COLOR$/.test(name) || name === 'AGORA_SHARED_DATA',
  );
  return { ...Object.fromEntries(kept), NO_COLOR: '1' };
}

async function staticChecks() {
  const tool = (path) => at('node_modules', path);
  const checks = [
    ['types', tool('typescript/bin/tsc'), ['--noEmit', '--project', '.']],
    ['types of the explorer', tool('typescript/bin/tsc'), ['--noEmit', '--project', 'lib/explorer/page']],
    ['lint', tool('eslint/bin/eslint.js'), ['.', '--max-warnings', '0']],
    ['format', tool('prettier/bin/prettier.cjs'), ['--check', '--log-level', 'warn', '.']],
    ['format of notebooks', at('lib', 'bin', 'format-notebooks.mjs'), ['--check']],
  ];
  for (const [title, program, args] of checks) {
    const elapsed = stopwatch();
    const { code, output } = await run(process.execPath, [program, ...args]);
    say(`\n== ${title}: ${code === 0 ? 'passed' : 'FAILED'} (${elapsed()})`);
    if (code !== 0) say(tail(output, 60));
    count(code === 0);
  }
}

/**
 * Runs the unit tests and counts each test. A file that could not run counts as one failure. So does a run without
 * tests.
 */
async function unitTests() {
  const elapsed = stopwatch();
  const folder = mkdtempSync(join(tmpdir(), 'agora-tests-'));
  const file = join(folder, 'vitest.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const { code, output } = await runTool('vitest/vitest.mjs', ['run', ...reporters], {
    env: testEnvironment(),
  });
  const { testResults = [] } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  rmSync(folder, { recursive: true });
  const statuses = testResults.flatMap((result) => result.assertionResults.map(({ status }) => status));
  const passed = statuses.filter((status) => status === 'passed').length;
  const broken = testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  );
  const failed = statuses.filter((status) => status === 'failed').length + broken.length;
  counts.passed += passed;
  counts.failed += failed === 0 && (code !== 0 || passed === 0) ? 1 : failed;
  say(`\n== unit tests: ${passed} passed, ${failed} failed (${elapsed()})`);
  if (code !== 0) say(tail(output, 200));
}
