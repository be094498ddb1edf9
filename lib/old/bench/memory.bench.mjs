/**
 * Whether memory stays flat as a run grows: runs of about 10,000 and 1,000,000 events are written, opened again, and
 * read as a stream of collaborations, each in a process of its own. The bar: their peaks lie within 50 MB.
 * `node memory.bench.mjs [--quick]` (quick: 100,000 events in place of a million)
 */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { flag, inTemporaryFolder, report, timed } from './measure.mjs';

const barMegabytes = 50;
const grown = flag('events');

if (grown === false) await compare();
else
  await inTemporaryFolder(async (folder) =>
    console.log(JSON.stringify(await grow(Number(process.argv.at(-1)), folder))),
  );

async function compare() {
  const small = await inAProcessOfItsOwn(10_000);
  const large = await inAProcessOfItsOwn(flag('quick') ? 100_000 : 1_000_000);
  const events = large.events.toLocaleString('en');
  report([
    { task: `reading ${events} events as a stream, each checked`, ours: large.seconds },
    {
      task: `memory at ${events} events beyond that at ${small.events.toLocaleString('en')}`,
      ours: Math.max(0, large.peak - small.peak),
      peer: barMegabytes,
      unit: 'MB',
      against: 'bar',
    },
  ]);
}

async function inAProcessOfItsOwn(size) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    import.meta.filename,
    '--events',
    String(size),
  ]);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1));
}

/** Writes half of the events, opens the record again for the others, and reads all. */
async function grow(size, folder) {
  const require = createRequire(import.meta.url);
  const { transcripts } = require('../agora-lab/dist/index.js');
  const { RunRecord } = require('../core/dist/transcripts/run-record.js');
  const { sampleDescription, sampleEvents } = require('../core/dist/transcripts/testing/sample-run.js');
  const description = { ...sampleDescription, model: { ...sampleDescription.model, evidence: 'simulated' } };
  const one = sampleEvents(1);
  const collaborations = Math.round(size / one.length);
  for (const [from, to] of [
    [0, collaborations / 2],
    [collaborations / 2, collaborations],
  ]) {
    const record = RunRecord.open(folder, description);
    for (let collaboration = Math.ceil(from); collaboration < to; collaboration++) {
      for (const event of one) record.append({ ...event, collaboration });
      if (collaboration % 100 === 0) await new Promise((done) => setImmediate(done));
    }
    record.close();
  }
  let events = 0;
  const { cpuSeconds } = await timed(() => {
    for (const collaboration of transcripts.readCollaborations(folder)) events += collaboration.events.length;
  });
  const peak = process.resourceUsage().maxRSS / 1024;
  return { events, peak, seconds: cpuSeconds };
}
