/**
 * `npm test`: sets up, checks types, lint and format, runs the unit tests, and executes a few notebooks, whose outputs
 * must be the committed ones. `npm test -- --all` executes every notebook. The last line is "N passed, N failed".
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, main, runTool, say, stopwatch, tail } from './shared.mjs';
import { notebookNames, runNotebooks } from './notebooks.mjs';
import { setUp } from './set-up.mjs';

/** Enough to see that the kernel works, that the library loads, and that a run and a recount are as committed. */
const smoke = ['start-here', 'voting-rules'];

const counts = { passed: 0, failed: 0 };

await main(async ([option]) => {
  const elapsed = stopwatch();
  try {
    await setUp();
    // Static checks and unit tests side by side: two processors are enough for both.
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

/** Tests run with the defaults, whatever the user has set for real experiments. */
function testEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(AGORA|OPENAI)_|^FORCE_COLOR$/.test(name) || name === 'AGORA_SHARED_DATA',
  );
  return { ...Object.fromEntries(kept), NO_COLOR: '1' };
}

async function staticChecks() {
  const checks = [
    ['types', 'typescript/bin/tsc', ['--noEmit', '--project', '.']],
    ['types of the explorer', 'typescript/bin/tsc', ['--noEmit', '--project', 'lib/explorer/page']],
    ['lint', 'eslint/bin/eslint.js', ['.', '--max-warnings', '0']],
    ['format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']],
  ];
  for (const [title, program, args] of checks) {
    if (title === 'types of the explorer' && !existsSync(at('lib', 'explorer', 'page'))) continue;
    const elapsed = stopwatch();
    const { code, output } = await runTool(program, args);
    say(`\n== ${title}: ${code === 0 ? 'passed' : 'FAILED'} (${elapsed()})`);
    if (code !== 0) say(tail(output, 60));
    count(code === 0);
  }
}

/** Counts each unit test. A file that could not be run counts as one failure, and so does a run without any test. */
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
