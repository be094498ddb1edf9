#!/usr/bin/env node
// Packs what `npx agora live` has finished into data/recorded/live-MODEL, with its licences and a SOURCE.md that says how
// much of the plan was played; writes the tests of the main model, and of it against the second one, to
// data/claims/live.json, those of the second to live-second.json, and data/SHA256SUMS anew: node lib/papers/makers/pack-live.mjs FOLDER [NAME].
// It is repeated as runs grow: what was packed before is replaced. The kit must be compiled (npm run build).
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../tools/project.mjs';
import { writeChecksums } from './checksums.mjs';

const live = createRequire(import.meta.url)('../dist/live/index.js');

/** Where the tests of a set go: verdicts by the main model's stand beside those by recorded evidence. */
const filesOfTests = {
  'live-qwen2.5-coder-1.5b': live.liveFiles.main,
  'live-qwen2.5-coder-0.5b': live.liveFiles.second,
};

/** Kinds of runs whose prompts hold cases of others. */
const kindsWithOthersTexts = ['election', 'debate', 'deliberation'];

const [folder, given] = process.argv.slice(2);
if (folder === undefined) throw new Error('pack-live needs the folder of the runs');
const { evidence } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
if (evidence !== 'live')
  throw new Error(`${folder} was not played by a live model: its runs are ${evidence}`);
const { model, plan } = live.openLiveRuns(folder);
const name = given ?? `live-${model}`;
const target = join(root, 'data', 'recorded', name);
mkdirSync(target, { recursive: true });
const packed = live.packLiveRuns(folder, target);
copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE.txt'));
copyFileSync(join(root, 'data', 'questions', 'LICENSE.mmlu-pro.txt'), join(target, 'LICENSE.model.txt'));
writeFileSync(join(target, 'SOURCE.md'), await source());
if (filesOfTests[name] !== undefined) await writeTests();
writeChecksums();
console.log(
  `data/recorded/${name}: ${packed.cases} cases in ${packed.runs} runs | ${packed.bytes.toLocaleString('en-US')} bytes`,
);

/** The tests of both sets: those that compare two models stand in the main model's file, and change with either. */
async function writeTests() {
  const [main, second] = Object.keys(filesOfTests).map(openedSet);
  if (second !== null) writeTestsOf(second, await live.testsOfRuns(second));
  if (main === null) return;
  const tests = await live.testsOfRuns(main);
  const ofTwo = second === null ? {} : live.testsOfTwo(main, second);
  for (const [paper, own] of Object.entries(ofTwo)) Object.assign(tests[paper], own);
  writeTestsOf(main, tests);
}

function openedSet(set) {
  const packedSet = join(root, 'data', 'recorded', set);
  return existsSync(join(packedSet, 'runs.json')) ? live.openLiveRuns(packedSet) : null;
}

function writeTestsOf(runs, tests) {
  const set = `live-${runs.model}`;
  const about = { set: set, model: runs.model, plan: `${runs.plan.name}, version ${runs.plan.version}` };
  const text = JSON.stringify(live.liveClaimsFile(about, tests), null, 1);
  writeFileSync(join(root, 'data', 'claims', filesOfTests[set]), `${text}\n`);
}

async function source() {
  const { played, tests } = await live.liveLedger(live.openLiveRuns(target));
  const planned = (entry) => plan.entries.find(({ id }) => id === entry).cases.at(-1);
  const tested = tests.filter(({ verdict }) => verdict !== 'not tested').length;
  const testsText =
    tests.length === 0
      ? `No test is planned: they were played to be read, and \`npx agora live ledger data/recorded/${name}\` counts them.`
      : `${tested} of ${tests.length} planned tests have enough clusters to be made. Few cases say little: \`npx agora live ledger data/recorded/${name}\` says of each test what it could have shown.`;
  const othersTexts = kindsWithOthersTexts.some((kind) => plan.entries.some(({ run }) => run.kind === kind))
    ? ' Questions of MMLU and GSM8K and official menus and task allocations stand in prompts: data/questions and data/joint-decisions have their licences (MIT).'
    : ' The cases in its prompts are our own.';
  const rows = played.map(
    ({ entry, condition, cases }) => `| ${entry} | ${condition} | ${cases} | ${planned(entry)} |`,
  );
  const created = [...new Set(played.map(({ entry, condition }) => createdOf(entry, condition)))].sort();
  return [
    `# ${model} on the plan "${plan.name}", version ${plan.version}`,
    '',
    `Our protocols on a local model, every prompt and reply, played from ${created[0]} on: the conditions of \`npx agora live\`, by that command or by a script that gave the same ones to \`experiment\`. Ours: MIT (LICENSE.txt). The model: Qwen2.5-Coder by Alibaba Cloud, Apache-2.0 (LICENSE.model.txt), https://huggingface.co/Qwen.${othersTexts}`,
    '',
    `**How much of it there is.** ${packed.cases} finished cases. ${testsText} Cases that were not finished are left out.`,
    '',
    '| entry | condition | cases | planned |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    'A file holds a run: run.json in its first line, then its events, then its prompts (`lib/core/src/transcripts`). `transcripts.recorded` reads all of them through.',
    '',
  ].join('\n');
}

function createdOf(entry, condition) {
  const own = join(folder, entry, condition.toLowerCase().replace(/[^a-z0-9]+/g, '-'), 'run.json');
  return JSON.parse(readFileSync(own, 'utf8')).created.slice(0, 10);
}
