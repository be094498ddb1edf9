/**
 * How fast debates run: 1,000 of 5 agents over 4 rounds on simulated models, by each method, written to disk as usual;
 * and what comparing views costs by embedding: 100 agents over 10 rounds, counted in calls of the embedding model. The
 * bar is for two cores; this uses one. `node debate.bench.mjs [--debates 1000]`
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { flag, inTemporaryFolder, report, timed } from './measure.mjs';

const { environments, experiment, language, models, protocols } = createRequire(import.meta.url)(
  '../agora-lab/dist/index.js',
);
const barSeconds = 10;
const debates = Number(flag('debates', '1000'));
const bar = (barSeconds * debates) / 1000;

const methods = {
  MAD: protocols.mad(),
  'S-MAD': protocols.sparseMad(),
  GD: protocols.groupDebate(),
  'S2-MAD': protocols.s2mad(),
};

await inTemporaryFolder(async (folder) => {
  const rows = [];
  // What is loaded once is loaded before the clock starts.
  await play(protocols.s2mad(), 20, 5, join(folder, 'warm-up'));
  for (const [name, protocol] of Object.entries(methods)) {
    const { result, cpuSeconds } = await timed(() => play(protocol, debates, 5, join(folder, name)));
    const task = `${name}, ${debates} x 5 simulated agents x 4 rounds (${result.totals.calls} calls)`;
    rows.push({ task, ours: cpuSeconds, peer: bar, against: 'bar' });
  }
  rows.push(await embeddings(folder));
  report(rows);
});

/** The worst case: no two views are alike, so every pair is compared, and everybody reads everybody. */
async function embeddings(folder) {
  const agents = 100;
  const rounds = 10;
  let calls = 0;
  let texts = 0;
  const embedder = {
    name: 'counting',
    dimensions: 384,
    embed: async (batch) => {
      calls++;
      texts += batch.length;
      return batch.map((text, place) => {
        const vector = new Float32Array(384);
        for (let at = 0; at < 384; at++) vector[at] = Math.sin((place + 1) * (at + 1) + text.length);
        return vector;
      });
    },
  };
  const similarity = language.embeddingSimilarity(embedder, { threshold: 1.01 });
  const protocol = protocols.debate({
    method: 'S2-MAD',
    rounds,
    similarity,
    filter: true,
    memory: 'last round',
    participation: 'when something is new',
  });
  await play(protocol, 1, agents, join(folder, 'embedding'));
  if (texts > agents * rounds) throw new Error(`${texts} texts were embedded, of ${agents * rounds}`);
  const task = `comparing views by embedding, ${agents} agents x ${rounds} rounds`;
  return { task, ours: calls, peer: rounds, unit: 'calls', against: 'bar' };
}

function play(protocol, collaborations, agents, folder) {
  return experiment({
    environment: environments.questions({
      set: environments.generateArithmetic({ count: collaborations }),
      agents,
    }),
    protocol,
    model: models.simulated(),
    collaborations,
    folder,
    progress: 'none',
  });
}
