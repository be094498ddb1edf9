/**
 * How fast simulated collaborations run: 100 of them, 3 agents, 10 rounds, for each of the six rules, written to disk
 * as usual and in one process. The bar is for two cores; this uses one.
 * `node simulated.bench.mjs [--collaborations 100]`
 */
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { flag, inTemporaryFolder, loadLine, printTable, timed } from './measure.mjs';

const { environments, experiment, models, papers, protocols, transcripts } = createRequire(import.meta.url)(
  '../dist/index.js',
);
const barSeconds = 10;
const collaborations = Number(flag('collaborations', '100'));

await inTemporaryFolder(async (folder) => {
  const all = await timed(async () => {
    const parts = [];
    for (const rule of papers.roundtable.rules)
      parts.push([rule.name, await timed(() => play(rule, folder))]);
    return parts;
  });
  const runs = all.result.map(([, part]) => part.result);
  const calls = runs.reduce((sum, run) => sum + run.totals.calls, 0);
  let events = 0;
  for (const run of runs) for (const _ of transcripts.readEvents(run.folder)) events++;
  const bytes = runs.reduce((sum, run) => sum + sizeOf(run.folder), 0);
  const bar = (barSeconds * collaborations) / 100;
  printTable([
    ...all.result.map(([name, part]) => ({
      what: name,
      measured: `${part.seconds.toFixed(2)} s (processor ${part.cpuSeconds.toFixed(2)} s)`,
    })),
    {
      what: `all six rules, ${collaborations} x 3 agents x 10 rounds`,
      measured: `${all.seconds.toFixed(2)} s (processor ${all.cpuSeconds.toFixed(2)} s)`,
      bar: `< ${bar} s`,
      ratio: all.seconds / bar,
      met: all.seconds < bar,
    },
  ]);
  const rate = (count) => Math.round(count / all.seconds).toLocaleString('en');
  console.log(
    `${calls} calls (${rate(calls)}/s), ${events} events (${rate(events)}/s), ${(bytes / 1e6).toFixed(0)} MB written`,
  );
  console.log(loadLine());
});

function play(rule, folder) {
  return experiment({
    environment: environments.exchangeEconomy(),
    protocol: protocols.roundTable({ rule }),
    model: models.simulated(),
    collaborations,
    folder: join(folder, rule.name),
    progress: 'none',
  });
}

function sizeOf(folder) {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
