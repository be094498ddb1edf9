/**
 * Everything that can be checked: format, lint, types, unit tests, and every shipped notebook: it stands as it was made from
 * what there is now, or (always with `npm test -- --all`) is executed afresh and must make what is committed. Changes no committed file, and leaves no note for `reproduce`. `npm test`.
 * The last line is "N passed, N failed", with ", N skipped" where something was.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNotebooks } from './check-notebooks.mjs';
import { add, countUnitTests, none, one, printCounts, succeeded } from './counts.mjs';
import { ownTemporaryFolder, run, tail } from './processes.mjs';
import { duration, stopwatch } from './progress.mjs';
import { isProgram, main, places, ScriptError } from './project.mjs';
import { setup } from './setup.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

/** The environment of a test: the defaults, whatever the user has set for real experiments. */
export function testEnvironment(env, home) {
  const kept = Object.entries(env).filter(([name]) => !/^(AGORA_|OPENAI_|FORCE_COLOR$)/.test(name));
  const shared = env.AGORA_SHARED_DATA ? { AGORA_SHARED_DATA: env.AGORA_SHARED_DATA } : {};
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  return { ...Object.fromEntries(kept), ...shared, ...colours, AGORA_HOME: home };
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

/** The checks that read sources: all at once, shown one after the other. */
async function checkSources(at, env) {
  const checks = [
    ['format', 'prettier/bin/prettier.cjs', ['--check', '.'], 'npm run format'],
    ['lint', 'eslint/bin/eslint.js', ['.', '--max-warnings', '0'], 'npm run lint'],
    ['types', 'typescript/bin/tsc', ['--project', 'tsconfig.json'], 'npm run types'],
    [
      'types of the explorer',
      'typescript/bin/tsc',
      ['--project', 'lib/report/explorer/tsconfig.json'],
      'npm run types',
    ],
  ];
  const running = checks.map(([, program, args]) => tool(at, env, program, args));
  let counts = none;
  for (const [i, [title, , , command]] of checks.entries()) {
    const { code, output, milliseconds } = await running[i];
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

export async function test(at = places(), all = process.argv.includes('--all')) {
  const elapsed = stopwatch();
  const folder = ownTemporaryFolder(at);
  const env = testEnvironment(process.env, join(folder, 'home'));
  const whole = await trySetup(at);
  let counts = whole ? none : one(false);
  if (existsSync(join(at.modules, '.package-lock.json'))) {
    counts = add(counts, await checkSources(at, env), await unitTests(at, env, folder));
  }
  // Notebooks run in a home of their own, but for the embeddings, which are kept.
  if (whole) counts = add(counts, await checkNotebooks(at, testEnvironment(process.env, at.agora), all));
  else counts = add(counts, { ...none, skipped: at.shipped.length });
  say(`\n${duration(elapsed())}\n${printCounts(counts)}`);
  return succeeded(counts) ? 0 : 1;
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
