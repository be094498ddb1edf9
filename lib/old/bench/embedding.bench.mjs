/**
 * How fast messages become vectors, beside sentence-transformers on the same weights, each on one thread and by its
 * processor time: messages of simulated collaborations, each text once, without a cache. The two take turns, a slice of
 * the messages each, so that what else the machine does falls on both. Then the same vectors from the cache.
 * `node embedding.bench.mjs [--messages 2000] [--slices 5]`
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { flag, inTemporaryFolder, pythonWith, report, timed } from './measure.mjs';

const require = createRequire(import.meta.url);
const {
  environments,
  experiment,
  models,
  papers,
  protocols,
  transcripts,
} = require('../agora-lab/dist/index.js');
const { sentenceEmbedder } = require('../core/dist/language/embedding/sentence-embedder.js');
const { findEmbeddingModel } = require('../core/dist/language/embedding/embedding-model.js');

const wanted = Number(flag('messages', '2000'));
const slices = Number(flag('slices', '5'));
const model = findEmbeddingModel('paraphrase-MiniLM-L3-v2');

await inTemporaryFolder(async (folder) => {
  const texts = await simulatedMessages(folder);
  const words = texts.reduce((sum, text) => sum + text.split(' ').length, 0);
  const fresh = sentenceEmbedder({ model: model.name, cache: false });
  const python = pythonWith('sentence_transformers, onnx');
  const peer = python === undefined ? undefined : await startPeer(python);
  // Both are loaded and warm before the clock starts.
  await fresh.embed(Array.from({ length: 64 }, (_, i) => `${i} ${texts[i]}`));
  await peer?.embed(texts.slice(0, 64));

  let ours = 0;
  let theirs = 0;
  let difference = 0;
  for (let slice = 0; slice < slices; slice++) {
    const part = texts.filter((_, i) => i % slices === slice);
    const { result, cpuSeconds } = await timed(() => fresh.embed(part));
    ours += cpuSeconds;
    if (peer === undefined) continue;
    const answer = await peer.embed(part);
    theirs += answer.seconds;
    answer.first.forEach((numbers, i) =>
      numbers.forEach((number, d) => (difference = Math.max(difference, Math.abs(number - result[i][d])))),
    );
  }
  fresh.close();
  peer?.end();

  const cache = join(folder, 'vectors');
  const backend = { ...model, embed: serve(await fresh.embed(texts)), close: () => {} };
  await sentenceEmbedder({ backend, cache }).embed(texts);
  const again = sentenceEmbedder({ backend, cache });
  const cached = await timed(() => again.embed(texts));
  if (again.report().computed > 0) throw new Error('the cache was not used');

  const row = { task: `${texts.length} messages become vectors`, ours: ours };
  report([
    peer ? { ...row, peer: theirs, against: peer.versions } : row,
    { task: 'the same from the cache', ours: cached.seconds },
  ]);
  const { truncated, maxTokens } = fresh.report();
  console.log(
    `${(words / texts.length).toFixed(0)} words a message; ${truncated} are longer than ${maxTokens} tokens and are cut.`,
  );
  if (peer) console.log(`Largest difference of a number: ${difference.toExponential(1)}.`);
});

/** A backend's `embed` that gives vectors which are known. */
function serve(vectors) {
  return async (texts, deliver) =>
    deliver(texts.map((_, index) => ({ index, vector: vectors[index], tokens: 1 })));
}

async function simulatedMessages(folder) {
  const texts = new Set();
  for (let seed = 0; texts.size < wanted; seed++) {
    const rule = papers.roundtable.rules[seed % papers.roundtable.rules.length];
    const run = await experiment({
      environment: environments.exchangeEconomy(),
      protocol: protocols.roundTable({ rule }),
      model: models.simulated(),
      collaborations: 100,
      seed,
      folder: join(folder, String(seed)),
      progress: 'none',
    });
    for (const event of transcripts.readEvents(run.folder))
      if (event.type === 'message') texts.add(event.text);
  }
  return [...texts].slice(0, wanted);
}

async function startPeer(python) {
  const script = join(dirname(fileURLToPath(import.meta.url)), 'embedding-peer.py');
  const args = [join(model.folder, model.id), String(model.maxTokens)];
  const child = spawn(python, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the peer ended with exit code ${code}`)));
  });
  failed.catch(() => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse((await Promise.race([lines.next(), failed])).value);
  const { versions } = await answer();
  return {
    versions,
    embed(texts) {
      child.stdin.write(`${JSON.stringify(texts)}\n`);
      return answer();
    },
    end: () => child.stdin.end(),
  };
}
