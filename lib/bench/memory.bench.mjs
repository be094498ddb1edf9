/**
 * Whether memory stays flat as a run grows: runs of about 10,000 and 1,000,000 events are written, stopped half-way
 * and resumed, and reduced to metrics, each in a process of its own. The bar: their peaks lie within 50 MB.
 * `node memory.bench.mjs [--quick]` (quick: 100,000 events in place of a million)
 */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { flag, inTemporaryFolder, loadLine, printTable, timed } from './measure.mjs';

const eventsOfACollaboration = 192;
const barMegabytes = 50;
const grown = flag('events');

if (grown === false) await compare();
else
  await inTemporaryFolder((folder) =>
    grow(Math.round(Number(process.argv.at(-1)) / eventsOfACollaboration), folder),
  );

async function compare() {
  const sizes = [10_000, flag('quick') ? 100_000 : 1_000_000];
  const rows = [];
  for (const size of sizes) rows.push(await inAProcessOfItsOwn(size));
  const [small, large] = rows;
  const more = large.peak - small.peak;
  printTable([
    ...rows.map(({ events, peak, heap, seconds }) => ({
      what: `${events.toLocaleString('en')} events (${seconds.toFixed(0)} s)`,
      measured: `peak ${peak.toFixed(0)} MB, heap at the end ${heap.toFixed(0)} MB`,
    })),
    {
      what: 'more at the peak of the large run',
      measured: `${more.toFixed(0)} MB`,
      bar: `< ${barMegabytes} MB`,
      ratio: more / barMegabytes,
      met: more < barMegabytes,
    },
  ]);
  console.log(loadLine());
}

async function inAProcessOfItsOwn(size) {
  const args = ['--expose-gc', import.meta.filename, '--events', String(size)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/** Writes half of the run, resumes it to the end, and reduces it to metrics. */
async function grow(collaborations, folder) {
  const { columns, environments, experiment, metrics, models, protocols, transcripts, voting } =
    createRequire(import.meta.url)('../dist/index.js');
  const play = (count) =>
    experiment({
      environment: environments.exchangeEconomy(),
      protocol: protocols.roundTable({ rule: voting.ranked }),
      model: models.simulated(),
      collaborations: count,
      folder,
      progress: 'none',
    });
  const { seconds } = await timed(async () => {
    await play(Math.ceil(collaborations / 2));
    const rows = await metrics.measure(await play(collaborations), columns.economy());
    const { n } = rows.find(({ column }) => column === 'rigidity');
    if (n !== collaborations) throw new Error(`${n} of ${collaborations} collaborations measured`);
  });
  let events = 0;
  for (const event of transcripts.readEvents(folder)) if (event !== null) events++;
  globalThis.gc();
  const peak = process.resourceUsage().maxRSS / 1024;
  const heap = process.memoryUsage().heapUsed / 2 ** 20;
  console.log(JSON.stringify({ events, peak, heap, seconds }));
}
