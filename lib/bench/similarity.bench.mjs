/**
 * The preference similarity of MovieLens-100k's size: non-negative matrix factorization of 943 users x 1,682 movies
 * from 80,000 known ratings, 200 iterations, on one core. The bar is for two. On the real u1 split where it is present
 * (`npx agora data ml-100k`), else on generated ratings of the same size.
 *
 * scikit-learn is looked for in the Python that AGORA_BENCH_PYTHON names; without it its times are left out.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inTemporaryFolder, loadLine, printTable, timed } from './measure.mjs';

const require = createRequire(import.meta.url);
const recommendation = require('../dist/environments/recommendation/index.js');
const { locateDataset } = require('../dist/datasets/index.js');
const barSeconds = 20;
const iterations = 200;
const ranks = [4, 20];

await inTemporaryFolder(async (folder) => {
  const generated = await timed(() =>
    recommendation.generateRatings({ users: 943, movies: 1682, ratings: 100_000 }),
  );
  const place = locateDataset('ml-100k');
  const read = place === null ? undefined : await timed(() => recommendation.readMovieLens(place));
  const data = (read ?? generated).result;
  console.log(`Ratings: ${data.name}`);
  const rows = [
    { what: 'generate 100,000 ratings', measured: seconds(generated), ...against(generated, 1) },
    ...(read === undefined ? [] : [{ what: 'read and check ml-100k', measured: seconds(read) }]),
  ];
  const peer = scikitLearn(join(folder, 'task.json'), recommendation.ratingTable(data).table);
  for (const [at, rank] of ranks.entries()) {
    for (const missing of ['zero', 'unobserved']) {
      const ours = await timed(() =>
        recommendation.preferenceSimilarity(data, { rank, iterations, missing }),
      );
      const loss = Math.round(ours.result.losses.at(-1)).toLocaleString('en');
      rows.push({
        what: `similarity, rank ${rank}, missing ${missing} (loss ${loss})`,
        measured: seconds(ours),
        ...against(ours, barSeconds),
      });
    }
    if (peer === undefined) continue;
    const { loss, ...took } = peer.took[at];
    const reached = Math.round(loss).toLocaleString('en');
    rows.push({ what: `  scikit-learn ${peer.version}, zero (loss ${reached})`, measured: seconds(took) });
  }
  const examples = await timed(() => recommendation.recommendationExamples(data));
  rows.push({ what: '100 examples, similarity at hand', measured: seconds(examples) });
  const filtering = await timed(() => recommendation.collaborativeFiltering(data.known));
  const { mae, rmse } = recommendation.errorsOf(filtering.result, data.held);
  const errors = `MAE ${mae.toFixed(3)}, RMSE ${rmse.toFixed(3)}`;
  rows.push({ what: `collaborative filtering (${errors})`, measured: seconds(filtering) });
  printTable(rows);
  console.log(loadLine());
});

function against({ seconds: clock }, bar) {
  return { bar: `< ${bar} s`, ratio: clock / bar, met: clock < bar };
}

function scikitLearn(file, { rowCount, columnCount, rows, columns, values }) {
  const python = process.env.AGORA_BENCH_PYTHON;
  if (!python || spawnSync(python, ['-c', 'import sklearn']).status !== 0) {
    console.log('AGORA_BENCH_PYTHON names no Python with scikit-learn: the comparison is left out.');
    return undefined;
  }
  const task = {
    shape: [rowCount, columnCount],
    rows: [...rows],
    columns: [...columns],
    values: [...values],
  };
  writeFileSync(file, JSON.stringify({ ...task, ranks, iterations }));
  const program = join(import.meta.dirname, 'similarity-peer.py');
  return JSON.parse(execFileSync(python, [program, file], { encoding: 'utf8' }));
}

function seconds({ seconds: clock, cpuSeconds }) {
  return `${clock.toFixed(2)} s (processor ${cpuSeconds.toFixed(2)} s)`;
}
