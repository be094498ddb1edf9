#!/usr/bin/env node
// Fits the simulated agents of the exchange economy to ONE row of the paper: majority voting in RoundTable's
// Table 1, nine numbers. Nothing else of the paper is read here, so every other row stays held out.
// Writes lib/core/src/environments/exchange-economy/fitted.json. Then it fits the simulated raters and debaters
// (fit-raters.mjs and fit-debaters.mjs, which run alone too).
//
// Method: seeded random search over the parameters' ranges, then random steps of shrinking size around the best
// (each setting on fresh seeds, the finalists on more), minimizing the mean squared difference in units of the
// standard error of a difference between two samples of 100.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageAt, root } from '../../tools/project.mjs';
import { setup } from '../../tools/setup.mjs';

await setup({ python: false });
const require = createRequire(import.meta.url);
const {
  columns,
  environments,
  experiment,
  metrics,
  models,
  protocols,
  papers,
  Random,
  voting,
} = require('../../agora-lab/dist/index.js');

const seed = 1001; // not the notebook's, so that its sample is not the one that was fitted
const settings = { wide: 160, narrow: 240, collaborations: 60, finalists: 8, finalCollaborations: 300 };
const ranges = {
  reach: [0.1, 0.7],
  greed: [0, 0.6],
  concession: [0, 0.9],
  initiative: [0.1, 1],
  proposalNoise: [0.02, 0.5],
  loyalty: [0, 0.5],
  inertia: [0, 0.5],
  conformity: [0, 0.5],
  judgementNoise: [0.01, 0.5],
};
const target = papers.roundtable.table1.rows.find(({ label }) => label === 'Majority').cells;
const random = Random.from(seed, 'fit');
const folder = mkdtempSync(join(tmpdir(), 'agora-fit-'));

async function measure(parameters, collaborations, runSeed) {
  const run = await experiment({
    environment: environments.exchangeEconomy(),
    protocol: protocols.roundTable({ rule: voting.majority }),
    model: models.simulated({ parameters }),
    collaborations,
    seed: runSeed,
    folder: join(folder, 'run'),
    progress: 'none',
  });
  const rows = await metrics.measure(run, columns.economy());
  rmSync(join(folder, 'run'), { recursive: true, force: true });
  return Object.fromEntries(
    rows.map(({ column, round, value }) => [round === undefined ? column : `${column}@${round}`, value]),
  );
}

function loss(summary) {
  const names = Object.keys(target);
  const squares = names.map((name) => {
    const { value, standardError } = target[name];
    return (((summary[name] ?? 0) - value) / (Math.SQRT2 * standardError)) ** 2;
  });
  return squares.reduce((sum, square) => sum + square, 0) / names.length;
}

const clamp = (value, [least, most]) => Number(Math.min(most, Math.max(least, value)).toFixed(4));
const anywhere = () =>
  Object.fromEntries(
    Object.entries(ranges).map(([name, [least, most]]) => [
      name,
      clamp(least + random.uniform() * (most - least), [least, most]),
    ]),
  );
const near = (centre, size) =>
  Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => [
      name,
      clamp(centre[name] + random.normal(0, size * (range[1] - range[0])), range),
    ]),
  );

const tried = [];
async function attempt(parameters, number, of, stage) {
  const result = {
    parameters,
    loss: loss(await measure(parameters, settings.collaborations, seed + number)),
  };
  tried.push(result);
  tried.sort((a, b) => a.loss - b.loss);
  process.stderr.write(`\r${stage} ${number}/${of}, best loss ${tried[0].loss.toFixed(2)}   `);
}
for (let number = 1; number <= settings.wide; number++)
  await attempt(anywhere(), number, settings.wide, 'wide');
for (let number = 1; number <= settings.narrow; number++) {
  const size = 0.15 * (1 - number / (settings.narrow + 1)) + 0.01;
  const centre = tried[random.below(Math.min(5, tried.length))].parameters;
  await attempt(near(centre, size), settings.wide + number, settings.wide + settings.narrow, 'narrow');
}
const finalists = [];
for (const { parameters } of tried.slice(0, settings.finalists)) {
  const summary = await measure(parameters, settings.finalCollaborations, seed);
  finalists.push({ parameters, summary, loss: loss(summary) });
}
finalists.sort((a, b) => a.loss - b.loss);
const [best] = finalists;
rmSync(folder, { recursive: true, force: true });

const file = join(packageAt(root, 'core').source, 'environments', 'exchange-economy', 'fitted.json');
const record = {
  fittedTo: 'RoundTable, Table 1, row Majority (9 values)',
  script: 'npm run fit',
  seed,
  ...settings,
  loss: Number(best.loss.toFixed(3)),
  residuals: Object.fromEntries(
    Object.entries(target).map(([column, { value }]) => [
      column,
      Number((best.summary[column] - value).toFixed(2)),
    ]),
  ),
  parameters: best.parameters,
};
writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
console.log(`\n${JSON.stringify(record, null, 2)}`);
await import('./fit-raters.mjs');
await import('./fit-debaters.mjs');
