/**
 * The explorer of transcripts: opening a large run, first and again, and the memory that it takes, in a process of its own;
 * how large the page of 100 collaborations is; and, where there is a Chromium, the longest frame while 100,000 messages are
 * scrolled through, by the clock and by the processor time of its work (which other programs do not lengthen). The bars are for a million events: `node explorer.bench.mjs [--events 200000]`
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../tools/screenshot.mjs';
import { flag, inTemporaryFolder, report, timed } from './measure.mjs';

const require = createRequire(import.meta.url);
const { environments, experiment, models, protocols, voting } = require('../agora-lab/dist/index.js');
const { pageOf } = require('../report/dist/explorer/page.js');
const { sourceOf } = require('../report/dist/explorer/sources.js');
const events = Number(flag('events', '200000'));
const opened = flag('opened', '');

const describe = (folder) => ({ folder, name: 'a large run', evidence: 'simulated' });
const pageFor = (source, inside = []) => pageOf({ title: 'a run', runs: [source.run], view: '' }, inside);

if (opened !== '') {
  const { seconds } = await timed(() => pageFor(sourceOf(describe(opened))));
  console.log(JSON.stringify({ seconds, peak: process.resourceUsage().maxRSS / 1024 }));
} else
  await inTemporaryFolder(async (folder) => {
    await writeRun(folder);
    const [first, again] = [await inAProcessOfItsOwn(folder), await inAProcessOfItsOwn(folder)];
    const many = `${events.toLocaleString('en')} events`;
    report([
      { task: `opening a run of ${many}, first`, ours: first.seconds },
      { task: `opening a run of ${many} again`, ours: again.seconds, peer: 3, against: 'bar' },
      {
        task: `memory to open a run of ${many} first`,
        ours: first.peak,
        peer: 500,
        unit: 'MB',
        against: 'bar',
      },
      {
        task: 'the page of 100 round tables of 10 rounds',
        ours: await pageMegabytes(join(folder, 'tables')),
        peer: 5,
        unit: 'MB',
        against: 'bar',
      },
      ...(await longestFrame(join(folder, 'page.html'), 'messages', plain)),
      ...(await longestFrame(join(folder, 'page.html'), 'messages with markdown', withMarkdown)),
    ]);
  });

async function inAProcessOfItsOwn(folder) {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, '--opened', folder]);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1));
}

/** Collaborations of 500 events, of about 1 kB each. */
async function writeRun(folder) {
  const { RunRecord } = require('../core/dist/transcripts/run-record.js');
  const { sampleDescription } = require('../core/dist/transcripts/testing/sample-run.js');
  const collaborations = Math.ceil(events / 500);
  const model = { ...sampleDescription.model, evidence: 'simulated' };
  const record = RunRecord.open(folder, { ...sampleDescription, model, collaborations });
  for (let collaboration = 0; collaboration < collaborations; collaboration++) {
    record.append({ type: 'started', collaboration, instance: null, agents: ['Ann', 'Bob'] });
    for (let place = 0; place < 498; place++) record.append(message(collaboration, place, 160));
    const ending = { rounds: 50, cause: 'rounds', outcome: null, score: { share: 0.5 } };
    record.append({ type: 'finished', collaboration, ...ending });
    await setImmediate(); // what waits is written between turns
  }
  record.close();
}

function message(collaboration, place, words, textOf = plain) {
  const round = 1 + Math.floor(place / 10);
  const text = textOf(place, words);
  return { type: 'message', collaboration, round, phase: 'message', from: 'Ann', to: ['Bob'], text };
}

function plain(place, words) {
  return `${'words '.repeat(words)}${place}.`;
}

function withMarkdown(place, words) {
  const list = `- ${'words '.repeat(words)}\n- \`two\``;
  return `**Message ${place}**\n\n${list}\n\n| a | b |\n|---|---|\n| 1 | ${place} |\n\nThe end.`;
}

async function pageMegabytes(folder) {
  const run = await experiment({
    environment: environments.exchangeEconomy(),
    protocol: protocols.roundTable({ rule: voting.dowdall }),
    model: models.simulated(),
    collaborations: 100,
    folder,
    progress: 'none',
  });
  const source = sourceOf(run);
  return Buffer.byteLength(pageFor(source, [source])) / 1e6;
}

/** The longest frame, in ms, of 300 that each scroll on by a window; and of 100 that each jump far. */
async function longestFrame(file, what, textOf) {
  const executablePath = findChromium();
  if (!executablePath) {
    console.log('No Chromium: frames are left out.');
    return [];
  }
  const count = 100_000;
  const said = Array.from({ length: count }, (_, place) => message(0, place, 1 + (place % 90), textOf));
  const source = sourceOf([
    { index: 0, instance: null, agents: ['Ann', 'Bob'], events: said, finished: null },
  ]);
  writeFileSync(file, pageFor(source, [source]));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${pathToFileURL(file)}#c=0`);
    await page.getByRole('list', { name: 'Messages and events' }).getByRole('listitem').first().waitFor();
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    const frames = await page.evaluate(async (far) => {
      const list = globalThis.document.querySelector('[aria-label="Messages and events"]');
      const frame = () => new Promise((done) => globalThis.requestAnimationFrame(done));
      const times = [];
      let last = await frame();
      for (let step = 0; step < 400; step++) {
        list.scrollTop = step < 300 ? list.scrollTop + list.clientHeight : (step * far) % list.scrollHeight;
        const now = await frame();
        times.push(now - last);
        last = now;
      }
      return times;
    }, 7_654_321);
    const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
    const task = `the longest of ${frames.length} frames, scrolling ${count.toLocaleString('en')} ${what}`;
    return [
      { task: task, ours: Math.max(...frames), peer: 50, unit: 'ms', against: 'bar' },
      {
        task: `${task}: processor time`,
        ours: longestWork(traceEvents),
        peer: 50,
        unit: 'ms',
        against: 'bar',
      },
    ];
  } finally {
    await browser.close();
  }
}

/** The most processor time, in ms, of one piece of work of the page's own thread. */
function longestWork(events) {
  const named = events.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const own = events.filter(({ pid, tid, tdur }) => pid === named.pid && tid === named.tid && tdur > 0);
  return own.reduce((most, { tdur }) => Math.max(most, tdur / 1000), 0);
}
