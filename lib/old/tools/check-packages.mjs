/**
 * Packs every package, installs it into an empty folder elsewhere as a stranger would, and uses it there. Needs the
 * registry that npm is set to, and is skipped, aloud, where that does not answer. `npm run check:packages`, after
 * `npm run build`. The last line is "N passed, N failed, N skipped".
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { packPackages } from './pack-packages.mjs';
import { run, tail } from './processes.mjs';
import { isProgram, main, places } from './project.mjs';
import { npmCommand } from './setup-node.mjs';

const say = (text) => process.stdout.write(`${text}\n`);
const megabyte = 2 ** 20;

/** What a folder takes on the disk, in megabytes: whole blocks, so more than the sum of its files' lengths. */
function sizeOf(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, path));
  return paths.reduce((sum, path) => sum + statSync(path).blocks * 512, 0) / megabyte;
}

/** The first block of code in a package's README. */
function exampleOf(folder) {
  const found = /```(?:js|ts)\n([\s\S]*?)```/.exec(readFileSync(join(folder, 'README.md'), 'utf8'));
  if (found === null) throw new Error(`${folder}/README.md has no example`);
  return found[1];
}

/** What npm says when the registry cannot be reached, or does not give what it has; a missing package is none of these. */
const networkFaults =
  /\b(ENOTFOUND|ETIMEDOUT|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENETUNREACH|E403|E405|E429|E5\d\d)\b/;

/** The registry stopped answering: nothing is known of the packages. */
class RegistryGone extends Error {}

/** An installation of some packed files in an empty folder, and what can be done with it. */
async function install(files) {
  const folder = mkdtempSync(join(tmpdir(), 'agora-packages-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const [npm, first, shell] = npmCommand();
  const args = [...first, 'install', '--no-audit', '--no-fund', ...files];
  const { code, output } = await run(npm, args, { cwd: folder, shell });
  if (code !== 0) {
    rmSync(folder, { recursive: true, force: true });
    if (networkFaults.test(output)) throw new RegistryGone(tail(output));
    throw new Error(`npm install failed:\n${tail(output)}`);
  }
  const modules = join(folder, 'node_modules');
  return {
    folder,
    modules,
    size: sizeOf(modules),
    installed: JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages,
    /** Runs a program there and gives what it printed. @throws Error when it fails */
    async program(name, text) {
      writeFileSync(join(folder, name), text);
      const ended = await run(process.execPath, [name], { cwd: folder, env: environment() });
      if (ended.code !== 0) throw new Error(`${name} failed:\n${tail(ended.output)}`);
      return ended.stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Without what the user has set for experiments of their own. */
function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AGORA_|OPENAI_)/.test(name)));
}

/** @throws Error naming what was expected */
function expect(is, what) {
  if (!is) throw new Error(`expected ${what}`);
}

function expectLight({ size, installed }, most) {
  const built = Object.keys(installed).filter((path) => installed[path].hasInstallScript);
  expect(built.length === 0, `no package that runs a script when it is installed, got ${built.join(', ')}`);
  expect(size < most, `less than ${most} MB, got ${size.toFixed(1)} MB`);
  say(`   ${Object.keys(installed).length} packages, ${size.toFixed(1)} MB on the disk, no install script`);
}

/** Every entry of a package, by both ways of loading one. */
async function expectEntries({ modules, program }, name) {
  const { exports } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'));
  const texts = entries.map((entry) => JSON.stringify(name + entry.slice(1)));
  const required = `[${texts.map((text) => `Object.keys(require(${text}))`).join(', ')}]`;
  const imported = `[${texts.map((text) => `Object.keys(await import(${text}))`).join(', ')}]`;
  const sorted = (text) => `console.log(JSON.stringify(${text}.map((names) => names.sort())));\n`;
  const byRequire = JSON.parse(await program('entries.cjs', sorted(required)));
  const byImport = JSON.parse(await program('entries.mjs', sorted(imported)));
  for (const [place, entry] of entries.entries()) {
    const own = byImport[place].filter((one) => !['default', 'module.exports', '__esModule'].includes(one));
    const wanted = byRequire[place].filter((one) => one !== '__esModule');
    expect(own.join() === wanted.join(), `${name} ${entry} to have the same names by import as by require`);
  }
  say(`   ${name}: ${entries.length} entries, alike by require and by import`);
}

async function checkVoting(at, packed) {
  const installation = await install([packed.voting]);
  try {
    expectLight(installation, 15);
    await expectEntries(installation, 'agora-voting');
    const printed = await installation.program('election.mjs', exampleOf(at.packages[0].folder));
    expect(printed.includes("winners: [ 'river' ]"), `the README's election to be counted, got ${printed}`);
    const inCommonJs = `const { borda, plurality } = require('agora-voting');
const ballots = [['A', 'C', 'B'], ['A', 'C', 'B'], ['B', 'C', 'A'], ['B', 'C', 'A'], ['C', 'B', 'A']];
const profile = { options: ['A', 'B', 'C'], electorate: 5, ballots: ballots.map((ranking) => ({ kind: 'ranking', ranking })) };
console.log(borda.count(profile).winners.join(), plurality({ on: 'rankings' }).count(profile).winners.join());`;
    // Borda: A 4, B 5, C 6. First places: A 2, B 2, C 1.
    expect(
      (await installation.program('count.cjs', inCommonJs)) === 'C A,B\n',
      'C by Borda, A and B by plurality',
    );
  } finally {
    installation.remove();
  }
}

/** README's first experiment, without what only agora-lab has. */
const firstExperiment = `import { columns, environments, experiment, metrics, models, protocols } from 'agora-core';
import { dowdall } from 'agora-voting';
const run = await experiment({
  environment: environments.exchangeEconomy({ agents: 3, preferences: 'asymmetric' }),
  protocol: protocols.roundTable({ rule: dowdall, rounds: 10 }),
  model: models.fromEnvironment(),
  sampling: { temperature: 0.7 },
  collaborations: 20,
  seed: 7,
  folder: process.argv[2],
  progress: 'none',
});
const { utility, fairness } = columns.economy();
console.log(JSON.stringify([run.finished, await metrics.measure(run, { utility, fairness })]));
`;

async function checkCore(at, packed) {
  const installation = await install([packed.voting, packed.core]);
  try {
    expectLight(installation, 150);
    await expectEntries(installation, 'agora-core');
    const { folder } = installation;
    const inOne = await installation.program(
      'first.mjs',
      firstExperiment.replace('process.argv[2]', "'whole'"),
    );
    expect(JSON.parse(inOne)[0] === 20, '20 finished collaborations');
    // The same again, killed as soon as three collaborations are on disk.
    writeFileSync(join(folder, 'killed.mjs'), firstExperiment.replace('process.argv[2]', "'killed'"));
    const child = spawn(process.execPath, ['killed.mjs'], {
      cwd: folder,
      env: environment(),
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    while (child.exitCode === null && finishedIn(join(folder, 'killed')) < 3) await setTimeout(20);
    child.kill('SIGKILL');
    await ended;
    const before = finishedIn(join(folder, 'killed'));
    expect(before >= 3 && before < 20, `a run that was killed midway, got ${before} of 20 finished`);
    const resumed = await installation.program(
      'killed.mjs',
      firstExperiment.replace('process.argv[2]', "'killed'"),
    );
    expect(resumed === inOne, 'the resumed run to end as the one in one go');
    say(
      `   README's first experiment: killed after ${before} of 20 collaborations, resumed to the same rows`,
    );
    expect(
      (await installation.program('readme.mjs', exampleOf(at.packages[1].folder))).trim() !== '',
      'an output',
    );
    await expectMissing(
      installation,
      ['a formula as an answer', 'npm install mathjs'],
      `environments.mathAnswerKey('\\\\frac{x}{2}')`,
      'agora-core',
    );
  } finally {
    installation.remove();
  }
}

/** How many collaborations of a run have come to their end. */
function finishedIn(folder) {
  const events = join(folder, 'events.jsonl');
  return existsSync(events) ? readFileSync(events, 'utf8').split('{"type":"finished"').length - 1 : 0;
}

/** That something ends in one line which says how to install what it needs. */
async function expectMissing({ program }, parts, what, library = 'agora-lab') {
  const text = `import * as agora from '${library}';
const { environments, language, models, report, statistics, transcripts } = agora;
try { await (async () => ${what})(); console.log('no error'); } catch (error) { console.log(error.code + ': ' + error.message); }`;
  const printed = (await program('missing.mjs', text)).trim();
  const isClear = !printed.includes('\n') && parts.every((part) => printed.includes(part));
  expect(isClear, `one line with ${parts.join(' and ')}, got ${printed}`);
  say(`   ${printed}`);
}

async function checkLab(at, packed) {
  const installation = await install(Object.values(packed));
  try {
    expectLight(installation, 250);
    for (const name of ['agora-lab', 'agora-papers', 'agora-report']) await expectEntries(installation, name);
    for (const { name, folder } of at.packages.slice(2)) {
      const printed = await installation.program(`readme-${name}.mjs`, exampleOf(folder));
      expect(printed.trim() !== '', `the example of lib/${name} to print something`);
    }
    const { modules, folder } = installation;
    const command = await run(process.execPath, [join(modules, '.bin', 'agora'), '--help'], { cwd: folder });
    expect(
      command.code === 0 && command.output.includes('Usage: agora'),
      'the agora command to explain itself',
    );
    const sets = await installation.program('sets.mjs', recordedSets);
    expect(
      /^[1-9]\d* games, [1-9]\d* items, [1-9]\d* questions, [1-9]\d* papers with claims\n$/.test(sets),
      `sets and tables, got ${sets}`,
    );
    say(`   data that are shipped: ${sets.trim()}`);
    const frame = `report.frame([{ a: 1 }])`;
    await expectMissing(installation, ['report.frame', 'npm install danfojs-node'], frame);
    const bars = `report.barFigure([{ name: 'ours', values: [3] }], { title: 'Wins', valueTitle: 'n', categories: ['Borda'] })`;
    await expectMissing(installation, ['npm install plotly.js jsdom'], `report.showFigure(${bars})`);
    writeFileSync(join(folder, 'here.gguf'), 'GGUF');
    await expectMissing(installation, ['npm install node-llama-cpp'], localModel);
    await expectMissing(installation, ['npm install @huggingface/transformers'], embedding);
    const exported = await run(
      process.execPath,
      [join(modules, '.bin', 'agora'), 'export', 'gpqa-debates', '--as', 'parquet', '--out', 'out'],
      { cwd: folder, env: environment() },
    );
    expect(exported.code === 1 && exported.output.includes('npm install hyparquet-writer'), exported.output);
    say(`   ${exported.output.trim()}`);
  } finally {
    installation.remove();
  }
}

const recordedSets = `import { environments, papers, transcripts } from 'agora-lab';
const games = [...transcripts.recorded('llm-deliberation')].length;
const questions = environments.sampleQuestions('gsm8k').questions.length;
console.log(\`\${games} games, \${papers.items().length} items, \${questions} questions, \${papers.verdictCounts().length} papers with claims\`);
`;
const localModel = `models.local({ weights: process.cwd() + '/here.gguf' }).facts()`;
const embedding = `language.sentenceEmbedder({ model: 'paraphrase-MiniLM-L6-v2' }).embed(['Hello'])`;

/** Whether the registry that npm is set to answers. */
async function registryAnswers() {
  const [npm, first, shell] = npmCommand();
  const args = [...first, 'view', 'zod@4', 'name', '--fetch-retries=0', '--fetch-timeout=10000'];
  return (await run(npm, args, { cwd: tmpdir(), shell })).code === 0;
}

export async function checkPackages(at = places()) {
  const checks = [
    ['agora-voting alone', checkVoting],
    ['agora-core with agora-voting', checkCore],
    ['agora-lab', checkLab],
  ];
  if (!(await registryAnswers())) {
    say('SKIPPED: no registry answers, so nothing can be installed. This check needs the network.');
    say(`0 passed, 0 failed, ${checks.length} skipped`);
    return 0;
  }
  const packed = await packPackages(at);
  let failed = 0;
  let skipped = 0;
  for (const [title, check] of checks) {
    say(`\n== ${title}, in an empty folder`);
    try {
      await check(at, packed);
    } catch (error) {
      if (error instanceof RegistryGone) skipped += 1;
      else failed += 1;
      say(
        `   ${error instanceof RegistryGone ? 'SKIPPED: the registry gives out' : 'FAILED'}: ${error.message}`,
      );
    }
  }
  say(`\n${checks.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 ? 0 : 1;
}

if (isProgram(import.meta.url)) await main(() => checkPackages());
