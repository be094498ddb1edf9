/**
 * The preference similarity of MovieLens-100k's size: non-negative matrix factorization of 943 users x 1,682 movies
 * from 80,000 known ratings, 200 iterations, on one core. The bar is for two. On the real u1 split where it is present
 * (`npx agora data ml-100k`), else on generated ratings of the same size. The peer is scikit-learn.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { askPeer, inTemporaryFolder, pythonWith, report, timed } from './measure.mjs';

const require = createRequire(import.meta.url);
const { datasets, environments } = require('../agora-lab/dist/index.js');
const { ratingTable } = require('../core/dist/environments/recommendation/preference-similarity.js');
const barSeconds = 20;
const iterations = 200;
const ranks = [4, 20];

await inTemporaryFolder(async (folder) => {
  const place = datasets.locateDataset('ml-100k');
  const data =
    place === null
      ? environments.generateRatings({ users: 943, movies: 1682, ratings: 100_000 })
      : environments.readMovieLens(place);
  console.log(`Ratings: ${data.name}`);
  const peer = scikitLearn(join(folder, 'task.json'), ratingTable(data).table);
  const rows = [];
  for (const [at, rank] of ranks.entries()) {
    const ours = await timed(() => environments.preferenceSimilarity(data, { rank, iterations }));
    const task = `preference similarity of MovieLens-100k, rank ${rank}`;
    const theirs = peer?.took[at];
    rows.push(
      theirs === undefined
        ? { task, ours: ours.cpuSeconds, peer: barSeconds, against: 'bar' }
        : { task, ours: ours.cpuSeconds, peer: theirs.cpuSeconds, against: `scikit-learn ${peer.version}` },
    );
  }
  report(rows);
});

function scikitLearn(file, { rowCount, columnCount, rows, columns, values }) {
  const python = pythonWith('sklearn');
  if (python === undefined) return undefined;
  const task = {
    shape: [rowCount, columnCount],
    rows: [...rows],
    columns: [...columns],
    values: [...values],
  };
  writeFileSync(file, JSON.stringify({ ...task, ranks, iterations }));
  const program = join(import.meta.dirname, 'similarity-peer.py');
  const env = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };
  return askPeer('scikit-learn', python, [program, file], env);
}
